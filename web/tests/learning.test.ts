/** What learning remembers and shows, without a page. */
import { beforeEach, expect, test } from 'vitest';
import type { Action } from '../src/lib/table/contract';
import { dealPage } from '../src/lib/learn/api';
import { bucketed } from '../src/lib/learn/buckets';
import { alike } from '../src/lib/learn/exercise.svelte';
import {
  isKept,
  learntHere,
  puzzleDays,
  rememberDay,
  rememberKept,
  rememberLearnt,
  rememberSolved,
  rememberTrend,
  solvedPuzzles,
  streak,
  trends,
} from '../src/lib/learn/memory';

const action = (value: object) => value as unknown as Action;

beforeEach(() => localStorage.clear());

test('a streak counts days in a row, and today may still be open', () => {
  expect(streak([], '2026-03-02')).toBe(0);
  expect(streak(['2026-02-28', '2026-03-01'], '2026-03-02')).toBe(2);
  expect(streak(['2026-02-28', '2026-03-01', '2026-03-02'], '2026-03-02')).toBe(3);
  expect(streak(['2026-02-27', '2026-03-01'], '2026-03-02')).toBe(1);
  expect(streak(['2026-02-28'], '2026-03-02')).toBe(0);
});

test('what was solved is remembered once', () => {
  for (const id of ['a', 'b', 'a']) rememberSolved(id);
  expect([...solvedPuzzles()]).toEqual(['a', 'b']);
  rememberDay('2026-03-02');
  rememberDay('2026-03-02');
  expect(puzzleDays()).toEqual(['2026-03-02']);
});

test('what another device knows is added once, and nothing of here is lost', () => {
  const trend = (key: string, at: number) => ({
    ...{ key, at, game: 'jericho', place: 1, players: 3 },
    ...{ decisions: -0.1, luck: 0.2, costs: {} },
  });
  rememberSolved('a');
  rememberDay('2026-03-02');
  rememberTrend(trend('t/1', 5));
  const theirs = {
    solved: ['b', 'a'],
    days: ['2026-03-01', '2026-03-02'],
    trends: [trend('t/0', 4), trend('t/1', 5)],
  };
  for (let told = 0; told < 3; told += 1) rememberLearnt(theirs);
  expect([...solvedPuzzles()].sort()).toEqual(['a', 'b']);
  expect(puzzleDays()).toEqual(['2026-03-01', '2026-03-02']);
  expect(streak(puzzleDays(), '2026-03-02')).toBe(2);
  expect(trends().map(({ key }) => key)).toEqual(['t/0', 't/1']);
  const known = learntHere();
  rememberLearnt(known);
  expect(learntHere()).toEqual(known);
});

test('a device knows whether somebody keeps their name there', () => {
  expect(isKept()).toBe(false);
  rememberKept(true);
  expect(isKept()).toBe(true);
  rememberKept(false);
  expect(isKept()).toBe(false);
});

test('what another program has written into the storage does no harm', () => {
  localStorage.setItem('quartett.puzzles.solved', '{');
  expect(solvedPuzzles().size).toBe(0);
});

test('few bars show all scores, one’s own and hard’s too', () => {
  const results = [
    { score: 3, count: 1 },
    { score: 40, count: 2 },
  ];
  const bars = bucketed(results, [52, null]);
  expect(bars.length).toBeLessThanOrEqual(12);
  expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(3);
  expect(bars[0]!.from).toBe(3);
  expect(bars.at(-1)!.to).toBeGreaterThanOrEqual(52);
  expect(bucketed([], [null])).toEqual([]);
});

test('a lay is the same whatever its order; what is left out is what is usual', () => {
  const listed = {
    type: 'lay',
    table: [
      ['a', 'b'],
      ['c', 'd'],
    ],
  };
  const turned = action({
    type: 'lay',
    table: [
      ['d', 'c'],
      ['b', 'a'],
    ],
  });
  expect(alike(turned, listed)).toBe(true);
  expect(alike(action({ type: 'lay', table: [['a', 'b', 'c', 'd']] }), listed)).toBe(false);
  expect(alike(action({ type: 'play', pile: 1 }), { type: 'play', pile: 1, onto: null })).toBe(true);
  expect(alike(action({ type: 'play', pile: 0 }), { type: 'play', pile: 1 })).toBe(false);
});

test('a deal of a day has a page of that day, also when another day has come', () => {
  expect(dealPage('daily.souvenirs.2026-11-15')).toBe('/daily/souvenirs?day=2026-11-15');
  expect(dealPage('q3x_Yz')).toBe('/challenge/q3x_Yz');
});
