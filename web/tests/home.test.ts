// What lists say of a table: how long is left, and which game it is.
import { expect, it } from 'vitest';
import { unbroken } from '../src/lib/games.svelte';
import { aboutTime } from '../src/lib/home/words';

const [MINUTE, HOUR] = [60_000, 3_600_000];

it.each([
  [24 * HOUR, '1 day'],
  [24 * HOUR - 4000, '1 day'],
  [48 * HOUR - 4000, '2 days'],
  [23 * HOUR, '23 hours'],
  [30 * HOUR, '30 hours'],
  [60 * HOUR, '2 days'],
  [HOUR - 4000, '1 hour'],
  [119 * MINUTE, '119 minutes'],
  [2 * HOUR - 4000, '2 hours'],
  [50 * MINUTE, '50 minutes'],
  [2000, '1 minute'],
  [0, '1 minute'],
])('%d ms that are left are about %s', (milliseconds, words) => {
  expect(aboutTime(milliseconds)).toBe(words);
});

it('a name with an ampersand stays in one line', () => {
  expect(unbroken('Speed & Flow')).toBe('Speed\u00a0&\u00a0Flow');
  expect(unbroken('Photo Rummy')).toBe('Photo Rummy');
});
