import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import Confetti from '../src/lib/table/shell/Confetti.svelte';
import { PAPER } from '../src/lib/table/shell/confetti';

/** How closely two rows of numbers follow each other: 1 or -1 is one straight line. */
function correlation(xs: readonly number[], ys: readonly number[]): number {
  const mean = (of: readonly number[]) => of.reduce((sum, each) => sum + each, 0) / of.length;
  const [mx, my] = [mean(xs), mean(ys)];
  const spread = (of: readonly number[], m: number) => Math.sqrt(mean(of.map((each) => (each - m) ** 2)));
  return mean(xs.map((x, i) => (x - mx) * (ys[i]! - my))) / (spread(xs, mx) * spread(ys, my));
}

test('confetti falls all over the page, not along a line', () => {
  const [xs, delays] = [PAPER.map(({ x }) => x), PAPER.map(({ delay }) => delay)];
  expect(Math.abs(correlation(xs, delays))).toBeLessThan(0.3);
  for (const quarter of [0, 25, 50, 75])
    expect(xs.filter((x) => x >= quarter && x < quarter + 25).length).toBeGreaterThan(5);
});

test('no piece of confetti stays once it has fallen', async () => {
  const shown = mount(Confetti, { target: document.body });
  const pieces = [...document.querySelectorAll('.confetti i')];
  expect(pieces).toHaveLength(PAPER.length);
  for (const piece of pieces) piece.dispatchEvent(new Event('animationend'));
  flushSync();
  expect(document.querySelectorAll('.confetti i')).toHaveLength(0);
  await unmount(shown);
});
