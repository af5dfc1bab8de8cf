import { describe, expect, it } from 'vitest';
import { intend } from '../src/games/flow/desk/intents';
import { foresee } from '../src/games/flow/desk/foresee';
import type { Action, View } from '../src/games/flow/names';
import { pauseOf as jericho } from '../src/games/jericho/desk/pause';
import { pauseOf as photoRummy } from '../src/games/photo_rummy/desk/pause';
import { pauseOf as souvenirs } from '../src/games/souvenirs/desk/motion';
import { kindWords } from '../src/lib/table/shell/kind';
import type { Ranked } from '../src/lib/table/shell/ranking';

const ranked = (...scores: number[]): Ranked[] =>
  scores.map((score, i) => ({
    seat: i,
    name: `P${i}`,
    score,
    rank: i + 1,
    won: i === 0,
    self: false,
  }));

describe('one sentence for whoever did not win', () => {
  it('is about how close it was, then the best line, then who is behind', () => {
    expect(kindWords(ranked(50, 46), 1, [])).toBe('final.close');
    expect(kindWords(ranked(50, 20), 1, [{ label: 'red', values: [2, 9] }])).toBe('final.best');
    expect(kindWords(ranked(50, 20, 5), 1, [{ label: 'red', values: [9, 9] }])).toBe('final.ahead');
    expect(kindWords(ranked(50, 20), 1, [])).toBe('final.next_time');
  });

  it('is nothing for the winner', () => {
    expect(kindWords(ranked(50, 20), 0, [])).toBeNull();
  });
});

describe('the end of a round', () => {
  const event = (type: string, rest: object = {}) => ({ type, ...rest });
  const batch = (before: object, view: object, events: object[]) =>
    ({ version: 2, before, view, events, waiting: 0 }) as never;

  it('of Photo Rummy leaves the winning table, without the new cards and the new points', () => {
    const seats = [
      { rack_size: 2, rack: ['a', 'b'], opened: true, score: 10 },
      { rack_size: 5, rack: null, opened: false, score: 7 },
    ];
    const before = { seats, table: [['x']], stacks: [3], round: 1 };
    const won = event('round_won', { seat: 0, points: [20, -9] });
    const laid = event('laid', { seat: 0, table: [['x', 'a', 'b']], laid: ['a', 'b'], taken: [] });
    const pause = photoRummy(batch(before, { round: 2 }, [laid, won, event('dealt')]))!;
    expect(pause.events).toBe(2);
    expect(pause.view).toMatchObject({ round: 1, table: [['x', 'a', 'b']], turn: null });
    expect(pause.view.seats[0]).toMatchObject({ rack: [], rack_size: 0, score: 10 });
    expect(pause.view.seats[1]).toMatchObject({ rack_size: 5, score: 7 });
  });

  it('of Jericho leaves the supply, and nobody has more cards than before', () => {
    const before = { seats: [{ won: ['red-1'] }], supply: [{ card: null, by: 0 }], draw_pile: 4, round: 2 };
    const view = { seats: [{ won: ['red-1', 'red-2'] }], supply: [], draw_pile: 40, round: 3 };
    const events = ['supplied', 'scored', 'round_began'].map((type) =>
      event(type, { seat: 0, card: 'red-2' }),
    );
    const pause = jericho(batch(before, view, events))!;
    expect(pause.events).toBe(2);
    expect(pause.view).toMatchObject({ round: 2, draw_pile: 4, turn: null, seats: [{ won: ['red-1'] }] });
    expect(pause.view.supply).toHaveLength(2);
  });

  it('of Souvenirs shows the full grid and the points from before the count', () => {
    const pause = souvenirs(
      batch({ scores: [3, 4] }, { scores: [30, 40], phase: 'over' }, [event('finished')]),
    )!;
    expect(pause.view).toMatchObject({ scores: [3, 4], phase: 'book' });
  });

  it('is nowhere while a round goes on', () => {
    for (const find of [photoRummy, jericho, souvenirs])
      expect(find(batch({ seats: [] }, { seats: [] }, [event('drew')]))).toBeNull();
  });
});

describe('a tap on a card of one’s display', () => {
  const view = {
    middle: [
      { top: '1-red-sun', size: 3 },
      { top: '2-blue-star', size: 3 },
    ],
    seats: [{ display: ['1-green-moon', '3-red-star'], hand: null }],
  } as unknown as View;
  const play = (slot: number, pile: number) =>
    ({ type: 'play', from: `display-${slot}`, pile, on: null }) as unknown as Action;
  const tap = (...legal: Action[]) =>
    intend('own-0', { view, seat: 0, seen: foresee(view, 0, []), drawing: false, picked: null, legal });

  it('plays it at once where only one pile fits', () => {
    expect(tap(play(0, 1), play(1, 0))).toEqual({ action: play(0, 1) });
  });

  it('picks it up where two fit or none', () => {
    expect(tap(play(0, 0), play(0, 1))).toEqual({ pick: 'own-0' });
    expect(tap(play(1, 0))).toEqual({ pick: 'own-0' });
  });
});
