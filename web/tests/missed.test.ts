import { expect, test } from 'vitest';
import type { LogEntry } from '../src/lib/api/client';
import { missedOf } from '../src/lib/notices/missed';

const deal: LogEntry = { events: ['deal', 'draw'] };
const acts = (seat: number, ...events: string[]): LogEntry => ({ events, seat });

test('what came after the version that was seen is told, in order', () => {
  const log = [deal, acts(0, 'a'), acts(1, 'b', 'c')];
  expect(missedOf(log, 3).events).toEqual(['b', 'c']);
  expect(missedOf(log, 0).events).toEqual(['deal', 'draw', 'a', 'b', 'c']);
  expect(missedOf(log, 5).events).toEqual([]);
});

test('what was taken back is not told, whenever it was played', () => {
  const undo: LogEntry = { events: [], seat: 0, undo: true };
  expect(missedOf([deal, acts(0, 'a'), undo, acts(0, 'b')], 2).events).toEqual(['b']);
  // seen before it was taken back: only what took its place is news
  expect(missedOf([deal, acts(0, 'a'), undo, acts(0, 'b')], 3).events).toEqual(['b']);
});

test('how often a bot acted for somebody is counted by seat', () => {
  const log: LogEntry[] = [
    deal,
    { ...acts(0, 'a'), by: 'bot' },
    acts(1, 'b'),
    { ...acts(0, 'c'), by: 'bot' },
    { ...acts(0, 'd'), by: 'bot' },
  ];
  expect(missedOf(log, 4).byBot).toEqual(new Map([[0, 2]]));
});
