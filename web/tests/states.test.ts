import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import type { FromClient, FromServer, PastMatch, SeatInfo } from '../src/lib/api/types';
import { Denied } from '../src/lib/api/client';
import { tableProblem } from '../src/lib/shell/problem';
import { coloursOf } from '../src/lib/shell/series';
import { factsOf } from '../src/lib/table/facts';
import { withNotes } from '../src/lib/table/notes';
import { Requests } from '../src/lib/table/requests';
import { fitting } from '../src/lib/table/shell/chat';
import { stepAside } from '../src/lib/ui/aside';
import { clockText, duration } from '../src/lib/table/shell/time';

const match = (names: string[], ...winners: number[]) =>
  ({
    names,
    people: [] as number[],
    outcome: { scores: names.map(() => 0), winners, reason: '' },
  }) as PastMatch;
const seats = (...names: string[]): SeatInfo[] =>
  names.map((name) => ({
    kind: name ? 'person' : 'open',
    name,
    level: null,
    host: false,
    here: true,
    away: false,
    wait: false,
    person: null,
    meant_for: null,
    ready: false,
    face: null,
  }));

describe('ready phrases', () => {
  const words = JSON.parse(readFileSync('../src/quartett/server/texts/en.json', 'utf8')) as Record<
    string,
    string
  >;
  const all = Object.entries(words)
    .filter(([key]) => key.startsWith('phrase.'))
    .map(([key, text]): [string, string] => [key.slice('phrase.'.length), text]);

  it('speak of turns only where players take turns', () => {
    const said = (timed: boolean) => fitting(all, timed).map(([, text]) => text);
    expect(said(false)).toContain('It is your turn.');
    expect(said(true)).not.toContain('It is your turn.');
    expect(said(true).length).toBe(said(false).length);
    expect(said(true)).toContain('Hello!');
  });
});

describe('a series', () => {
  it('knows people again who change their names, and tells two of one name apart', () => {
    const past = [
      { ...match(['Anna', 'Anna'], 1), people: [0, 1] },
      { ...match(['Annabel', 'Anna'], 0), people: [1, 0] },
    ];
    const now = seats('Bella', 'Anna').map((seat, i) => ({ ...seat, person: 1 - i }));
    expect(coloursOf({ past, seats: now })).toEqual([1, 0]);
  });

  it('leaves people their colours when they change seats', () => {
    expect(coloursOf({ past: [], seats: seats('Anna', 'Ben', 'Cleo') })).toEqual([0, 1, 2]);
    const past = [match(['Anna', 'Ben', 'Cleo'], 0)];
    expect(coloursOf({ past, seats: seats('Ben', 'Cleo', 'Anna') })).toEqual([1, 2, 0]);
    expect(coloursOf({ past, seats: seats('Ben', 'Dora', 'Anna') })).toEqual([1, 2, 0]);
  });

  it('gives everybody a colour of their own, whatever they are called', () => {
    const past = [match(['Anna', 'Anna', 'Cleo'], 0)];
    const colours = coloursOf({ past, seats: seats('Anna', 'Cleo', 'Anna', '', '') });
    expect(new Set(colours).size).toBe(5);
  });
});

describe('a log', () => {
  const log = [
    { events: ['deal'] },
    { events: ['a', 'b'], seat: 0 },
    { events: [], seat: 0, undo: true },
    { events: ['c'], seat: 1 },
  ];

  it('is without what was taken back', () => {
    expect(factsOf(log, 5)).toEqual({ events: ['deal', 'c'], undoneBy: null, byBot: [] });
  });

  it('ends at the version that is seen, and knows who took a move back', () => {
    expect(factsOf(log, 4)).toEqual({ events: ['deal'], undoneBy: 0, byBot: [] });
    expect(factsOf(log, 3)).toEqual({ events: ['deal', 'a', 'b'], undoneBy: null, byBot: [] });
  });

  it('says where a stand-in acted', () => {
    const played = [...log.slice(0, 1), { events: ['p'], seat: 1, by: 'bot' as const }];
    expect(factsOf(played, 9).byBot).toEqual([{ events: ['p'], seat: 1 }]);
  });

  it('tells notes where they happened', () => {
    const lines = ['x', 'y'].map((text, key) => ({ key, text, seat: null }));
    const players = [{ seat: 0, name: 'Anna', self: false }];
    const told = withNotes(lines, [{ what: 'missed', seat: 0, at: 1 }], { players });
    expect(told.map(({ text }) => text)).toEqual(['x', 'absent.missed', 'y']);
  });
});

describe('requests', () => {
  it('are sent again on a new line only', async () => {
    const send = vi.fn<(message: FromClient) => boolean>(() => true);
    const requests = new Requests(send);
    const answer = requests.ask({ type: 'undo', id: 'u' });
    requests.resend();
    expect(send).toHaveBeenCalledTimes(1);
    requests.renew();
    requests.resend();
    expect(send).toHaveBeenCalledTimes(2);
    const ack = { type: 'ack', id: 'u', version: 3 } satisfies FromServer;
    expect(requests.settle(ack)).toBe(true);
    expect(await answer).toEqual(ack);
  });
});

describe('time', () => {
  it('is written as on a clock', () => {
    expect(clockText(9_100)).toBe('0:10');
    expect(clockText(65_000)).toBe('1:05');
    expect(clockText(3_600_000)).toBe('1:00:00');
    expect(clockText(6 * 86_400_000)).toBe('6 days');
  });

  it('is offered in the unit that people use', () => {
    expect([15, 60, 900, 3600, 86_400, 604_800].map(duration)).toEqual([
      '15 seconds',
      '1 minute',
      '15 minutes',
      '1 hour',
      '1 day',
      '1 week',
    ]);
  });
});

describe('a message', () => {
  const box = (top: number, bottom: number, left = 0, right = 100) => ({ top, bottom, left, right });

  const screen = { width: 400, height: 800 };

  it('stays where it covers nothing that it speaks of', () => {
    expect(stepAside(box(60, 100), [box(300, 400)], screen)).toEqual({ x: 0, y: 0 });
    expect(stepAside(box(60, 100), [box(60, 100, 200, 300)], screen)).toEqual({ x: 0, y: 0 });
  });

  it('steps aside just far enough', () => {
    expect(stepAside(box(60, 100), [box(40, 180)], screen)).toEqual({ x: 0, y: 128 });
    expect(stepAside(box(60, 100), [box(80, 790)], screen)).toEqual({ x: 0, y: -28 });
  });

  it('that only offers something goes to the edge, where all above and below is to be pressed', () => {
    const all = [box(0, 800, 0, 250)];
    expect(stepAside(box(60, 100, 150, 250), all, screen)).toEqual({ x: 0, y: 0 });
    expect(stepAside(box(60, 100, 150, 250), all, screen, { sideways: true })).toEqual({ x: 142, y: 0 });
  });

  it('covers as little as it can where there is room nowhere', () => {
    const all = [box(0, 400, 0, 400), box(400, 800, 0, 400), box(380, 420, 0, 100)];
    expect(stepAside(box(380, 420, 0, 100), all, screen, { sideways: true })).toEqual({ x: 0, y: 48 });
  });
});

describe('a table that is not shown', () => {
  const denied = (reason: string) =>
    new Denied({ reason: `server.${reason}`, rule: null, about: {}, text: 'What the server says.' }, 404);
  const again = () => undefined;

  it('is not called missing when it is there and damaged', () => {
    const [missing, damaged] = ['no_such_table', 'damaged_table'].map((reason) =>
      tableProblem(denied(reason), again),
    );
    expect(missing).toEqual({ title: 'table.missing', text: 'What the server says.' });
    expect(damaged).toEqual({ title: 'table.refused', text: 'What the server says.' });
  });

  it('is asked for again only where nothing was heard', () => {
    expect(tableProblem(new TypeError('offline'), again).retry).toBe(again);
  });
});
