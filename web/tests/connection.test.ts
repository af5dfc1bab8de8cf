// A page follows its table from node to node, and never floods whoever is left.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FromServer } from '../src/lib/api/types';
import { t } from '../src/lib/i18n/index.svelte';
import { Connection } from '../src/lib/table/connection';
import { LiveSession } from '../src/lib/table/session.svelte';

const HOME = 'ws://table.example/api/tables/x/socket';
let opened: Line[] = [];

/** The browser's socket as far as the page needs it. */
class Line {
  static readonly OPEN = 1;
  static readonly CONNECTING = 0;
  readyState = Line.OPEN;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly url: string) {
    opened.push(this);
  }
  readonly said: unknown[] = [];
  send(text: string): void {
    this.said.push(JSON.parse(text));
  }
  close(): void {}
  say(message: Partial<FromServer>): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  end(): void {
    this.onclose?.({ code: 1012 });
  }
}

beforeEach(() => {
  opened = [];
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.stubGlobal('WebSocket', Line);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('document', {
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    hidden: false,
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const connect = () =>
  new Connection({
    address: HOME,
    greeting: () => ({ type: 'hello' }),
    onmessage: () => undefined,
    onchange: () => undefined,
    silence: () => 45_000,
  });
const last = () => opened[opened.length - 1]!;
const moved = (path: string | null, after_ms = 0) => ({ type: 'moved', path, after_ms }) as FromServer;

test('the page goes where the table is, after as long as it is told', () => {
  connect();
  last().say(moved('/node/b/api/tables/x/socket', 200));
  last().end();
  vi.advanceTimersByTime(199);
  expect(opened).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(last().url).toBe('ws://table.example/node/b/api/tables/x/socket');
});

test('a page whose new address leads nowhere asks where it came from', () => {
  connect();
  last().say(moved('/node/b/api/tables/x/socket'));
  last().end();
  vi.advanceTimersByTime(1);
  last().end();
  vi.advanceTimersByTime(1000);
  expect(last().url).toBe(HOME);
});

test('sent from one to the next, a page waits longer and longer, until it sees the table', () => {
  connect();
  const pauses: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const count = opened.length;
    last().say(moved('/node/b/api/tables/x/socket'));
    last().end();
    let waited = 0;
    for (; opened.length === count; waited += 50) vi.advanceTimersByTime(50);
    pauses.push(waited);
  }
  expect(pauses).toEqual([50, 300, 600, 1000, 1000, 1000]);
  last().say({ type: 'snapshot' });
  last().say(moved(null));
  last().end();
  vi.advanceTimersByTime(1);
  expect(last().url).toBe(HOME);
  expect(opened).toHaveLength(8);
});

test('a table that cannot be opened says why, and is not asked again', () => {
  const session = new LiveSession('x');
  const first = last();
  first.say({ type: 'bye', reason: 'server.damaged_table', text: 'It is damaged.' });
  first.onclose?.({ code: 4404 });
  vi.advanceTimersByTime(60_000);
  expect(opened).toEqual([first]);
  expect([session.line, session.begun, session.farewell]).toEqual(['ended', false, 'It is damaged.']);
  session.close();
});

test('whoever was too slow and is back has not been sent away', () => {
  const session = new LiveSession('x');
  last().say({ type: 'bye', reason: 'server.too_slow', text: 'Too slow.' });
  last().onclose?.({ code: 1013 });
  vi.advanceTimersByTime(1000);
  last().say(SNAPSHOT);
  expect([session.line, session.farewell]).toEqual(['open', null]);
  session.close();
});

test('a clock that waits for the device to be handed over does not run', () => {
  const session = new LiveSession('x');
  const clock = { now: null, left: { 0: 5000 }, bank: {}, waits: { 0: 2000 } };
  last().say({ ...SNAPSHOT, clock } as FromServer);
  expect([session.leftOf(0), session.waitOf(0)]).toEqual([5000, 2000]);
  vi.advanceTimersByTime(1500);
  expect([session.leftOf(0), session.waitOf(0)]).toEqual([5000, 500]);
  vi.advanceTimersByTime(1500);
  expect([session.leftOf(0), session.waitOf(0)]).toEqual([4000, 0]);
  session.close();
});

test('whoever was quicker is told so for a moment', () => {
  const session = new LiveSession('x');
  last().say({
    ...SNAPSHOT,
    table: { status: 'waiting', commitment: '', seats: [SEAT, SEAT] },
  } as FromServer);
  last().say({ type: 'lead', seat: 1, ms: 80 });
  expect(session.lead).toEqual({ name: 'Ben', ms: 80 });
  vi.advanceTimersByTime(3000);
  expect(session.lead).toBeNull();
  session.close();
});

const SEAT = { kind: 'person', name: 'Ben', here: true };
test('a server of any version can read the hello, and hears what the page can do if it knows of that', () => {
  const session = new LiveSession('x');
  const hello = { type: 'hello', protocol: 3, token: null, language: 'en', seat: null };
  for (const [protocol, told] of [
    [2, []],
    [3, [{ type: 'abilities', shows_round_ends: true }]],
    [4, [{ type: 'abilities', shows_round_ends: true }]],
  ] as const) {
    const line = last();
    line.onopen?.();
    expect(line.said).toEqual([hello]);
    line.say({ ...SNAPSHOT, protocol } as FromServer);
    line.say({ ...SNAPSHOT, protocol } as FromServer);
    expect(line.said.slice(1)).toEqual(told);
    line.end();
    vi.advanceTimersByTime(1000);
  }
  session.close();
});

const SNAPSHOT = {
  type: 'snapshot',
  protocol: 3,
  match: 0,
  version: 0,
  seat: null,
  since: null,
  chat: [],
  events: [],
  forced: [],
  by_bot: [],
  clock: { now: null, left: {}, bank: {}, waits: {} },
  table: { status: 'waiting', commitment: '', seats: [] },
  you: { name: 'Anna', seats: [], host: false, path: null },
} as unknown as FromServer;

test('somebody is called by their name, and by “You” only as long as they gave none', () => {
  const session = new LiveSession('x');
  const called = (name: string) => {
    last().say({
      ...SNAPSHOT,
      you: { name, seats: [0], host: true, path: null },
      table: { status: 'waiting', commitment: '', seats: [{ ...SEAT, name }, SEAT] },
    } as FromServer);
    return session.players.map((player) => [player.name, player.nameless]);
  };
  expect(called('Annabelle')).toEqual([
    ['Annabelle', false],
    ['Ben', false],
  ]);
  expect(called(t('name.guest'))[0]).toEqual([t('name.you'), true]);
  session.close();
});
