import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Tally } from '../src/games/jericho/desk/tally.svelte';
import { award, pointsTo } from '../src/lib/table/award.svelte';
import { LAST_MS, STEP_MS, Steps } from '../src/lib/table/steps.svelte';
import type { jericho } from '../src/lib/api/types';
import type { Source } from '../src/lib/motion/plan';
import { Motion } from '../src/lib/motion/play.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a count', () => {
  it('goes on by itself, step by step, and ends once', () => {
    const onend = vi.fn();
    const steps = new Steps(2, onend);
    const seen = [steps.step];
    for (const wait of [STEP_MS / 2, STEP_MS, STEP_MS]) {
      vi.advanceTimersByTime(wait);
      seen.push(steps.step);
    }
    expect(seen).toEqual([-1, 0, 1, 2]);
    expect(onend).not.toHaveBeenCalled();
    vi.advanceTimersByTime(LAST_MS + 60_000);
    expect(onend).toHaveBeenCalledTimes(1);
  });

  it('goes on at a press at once, and its clock begins anew', () => {
    const steps = new Steps(3, () => undefined);
    steps.next();
    vi.advanceTimersByTime(STEP_MS - 1);
    expect(steps.step).toBe(0);
    vi.advanceTimersByTime(1);
    expect(steps.step).toBe(1);
  });

  it('can be skipped, and its last step stays where somebody is to look', () => {
    const onend = vi.fn();
    const steps = new Steps(5, onend, { stays: true });
    steps.skip();
    expect([steps.step, steps.done]).toEqual([5, true]);
    vi.advanceTimersByTime(600_000);
    expect(onend).not.toHaveBeenCalled();
    steps.next();
    expect(onend).toHaveBeenCalledTimes(1);
  });

  it('that is put away never ends anything', () => {
    const onend = vi.fn();
    new Steps(1, onend).close();
    vi.advanceTimersByTime(600_000);
    expect(onend).not.toHaveBeenCalled();
  });
});

const SCORED: jericho.Scored = {
  type: 'scored',
  supply: ['red-3', 'red-5', 'blue-1', 'white-4'],
  trumpets: 0,
  shares: [
    { seat: 1, colour: 'red', cards: ['red-3', 'red-5'] },
    { seat: 0, colour: 'blue', cards: ['blue-1'] },
  ],
  left: ['white-4'],
  lengths: [{ blue: 4 }, { red: 6 }],
};
const FINISHED = { type: 'finished' as const, ones: [[], ['red-1']], crumbled: 0, hands: [[], []] };

describe('a scoring of Jericho', () => {
  const upTo = (tally: Tally, step: number) => {
    while (tally.step < step) tally.next();
    return [0, 1].map((seat) => tally.won(seat));
  };

  it('JE-17 gives nobody a card before the count has reached it', () => {
    const tally = new Tally({ scored: SCORED, finished: null, number: 1 }, () => undefined);
    expect(upTo(tally, -1)).toEqual([0, 0]);
    expect(tally.rows.map(({ colour }) => colour)).toEqual(['red', 'yellow', 'green', 'blue', 'white']);
    expect(upTo(tally, 0)).toEqual([0, 2]);
    expect(tally.now?.leaders).toEqual({ seats: [1], length: 6 });
    expect(upTo(tally, 2)).toEqual([0, 2]);
    expect(upTo(tally, 3)).toEqual([1, 2]);
    expect(upTo(tally, 4)).toEqual([1, 2]);
    expect(tally.now?.left).toBe(1);
    expect(tally.done).toBe(false);
  });

  it('JE-20 counts the ones last, at the end of the match only', () => {
    const tally = new Tally({ scored: SCORED, finished: FINISHED, number: 3 }, () => undefined);
    expect(upTo(tally, 4)).toEqual([1, 2]);
    expect(upTo(tally, 5)).toEqual([1, 3]);
    expect(tally.now?.colour).toBeNull();
  });
});

describe('points that are won', () => {
  it('are written once they have landed, and sent once', async () => {
    const sent: Source[] = [];
    const motion = new Motion('flow', () => undefined);
    motion.send = (sources) => void sent.push(...sources);
    let awarded: ReturnType<typeof award> | undefined;
    const stop = $effect.root(() => {
      awarded = award(motion, () => [pointsTo(2, '+7')]);
    });
    flushSync();
    expect(awarded?.landed).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    flushSync();
    await vi.advanceTimersByTimeAsync(1);
    expect(awarded?.landed).toBe(true);
    expect(sent).toEqual([
      { card: null, from: '[data-points="2"]', to: '[data-total="2"]', points: { text: '+7', seat: 2 } },
    ]);
    stop();
  });
});
