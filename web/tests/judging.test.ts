import { describe, expect, it } from 'vitest';
import type { StepShown } from '../src/lib/api/types';
import { bestOf, costliestOf, isBetter, isMistake, swingOf } from '../src/lib/review/judge';
import { cardsOf } from '../src/lib/review/moment';

const step = (entry: number, more: Partial<StepShown> = {}): StepShown => ({
  entry,
  at: entry,
  seat: 0,
  kind: 'decision',
  delta: 0,
  interval: 0,
  value: [0.5, 0.5],
  played: 'played',
  action: 'wall',
  best: 'better',
  reason: null,
  master: null,
  why: null,
  hinted: false,
  at_end: null,
  ...more,
});

describe('a review calls nothing a mistake that its error bar would swallow', () => {
  it('leaves out a difference inside the error bar', () => {
    expect(isMistake(step(1, { delta: -0.03, interval: 0.1 }))).toBe(false);
    expect(isMistake(step(1, { delta: -0.13, interval: 0.1 }))).toBe(true);
    expect(isMistake(step(1, { delta: -0.01, interval: 0 }))).toBe(false);
    expect(isBetter(step(1, { delta: 0.03, interval: 0.1 }))).toBe(false);
  });
  it('lists what cost most in the order of the match', () => {
    const steps = [0.3, 0.05, 0.2, 0.4, 0.25, 0.35, 0.15].map((cost, i) =>
      step(i, { delta: -cost, interval: 0.1 }),
    );
    expect(costliestOf(steps, 0).map(({ entry }) => entry)).toEqual([0, 2, 3, 4, 5]);
    expect(costliestOf(steps, 1)).toEqual([]);
  });
});

describe('the best move of a match', () => {
  const steps = [
    step(0, { kind: 'luck', seat: null, value: [0.4, 0.6] }),
    step(1, { value: [0.45, 0.55] }),
    step(2, { seat: 1, value: [0.4, 0.6] }),
    step(3, { value: [0.7, 0.3] }),
    step(4, { value: [0.95, 0.05], delta: -0.3, interval: 0.05 }),
  ];
  it('is the one that did most for its seat', () => {
    expect(bestOf(steps, 0)?.entry).toBe(3);
    expect(swingOf(steps, steps[3]!, 0)).toBeCloseTo(0.3);
  });
  it('is none where no choice did anything', () => {
    expect(bestOf(steps, 2)).toBeNull();
  });
});

describe('the cards of a moment', () => {
  it('are those that were played, and those that fell', () => {
    const events = [
      {
        type: 'blown',
        seat: 1,
        colour: 'red',
        falls: [{ seat: 0, cards: ['red-5'], crumbled: 0 }],
        joins: true,
      },
      { type: 'drew', seat: 1, card: 'blue-1' },
      { type: 'fed', seat: 2, card: 'white-3' },
    ];
    expect(cardsOf(events as never, 1)).toEqual(['trumpet', 'red-5']);
    expect(cardsOf(events as never, 2)).toEqual(['white-3']);
    expect(
      cardsOf([{ type: 'laid', seat: 0, laid: ['a', 'b'], table: [['x']], taken: [] }] as never, 0),
    ).toEqual(['a', 'b']);
  });
});
