/** What learning remembers and shows, without a page. */
import { beforeEach, expect, test } from 'vitest';
import type { Action } from '../src/lib/table/contract';
import { dealPage } from '../src/lib/learn/api';
import { bucketed } from '../src/lib/learn/buckets';
import { alike } from '../src/lib/learn/exercise.svelte';
import { puzzleDays, rememberDay, rememberSolved, solvedPuzzles, streak } from '../src/lib/learn/memory';

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
