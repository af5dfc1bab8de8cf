import { describe, expect, it } from 'vitest';
import { rivalOf } from '../src/games/flow/desk/rivals';
import type { GameEvent } from '../src/games/flow/names';

const played = (seat: number, pile: number, source: 'display-0' | 'display-1' | 'hand' = 'hand') =>
  ({ type: 'played', seat, source, card: 'x', pile, beneath: false, at: 1 }) as const;
const stole = (seat: number, victim: number, slot: number) =>
  ({ type: 'stole', seat, victim, slot, card: 'x', at: 1 }) as const;
const rival = (action: Parameters<typeof rivalOf>[0], ...events: GameEvent[]) => rivalOf(action, events, 0);

describe('FL-17 who was quicker', () => {
  it('on a pile in the middle is who played there last, not somewhere else', () => {
    const play = { type: 'play', from: 'hand', pile: 1 } as const;
    expect(rival(play, played(2, 1), played(1, 0))).toBe(2);
    expect(rival(play, played(2, 1), played(1, 1))).toBe(1);
    expect(rival(play, played(2, 0))).toBeNull();
  });

  it('to a card of another is who stole it, or its owner, who has played it', () => {
    const steal = { type: 'steal', seat: 2, slot: 1 } as const;
    expect(rival(steal, stole(1, 2, 1))).toBe(1);
    expect(rival(steal, stole(1, 2, 0))).toBeNull();
    expect(rival(steal, played(2, 0, 'display-1'))).toBe(2);
    expect(rival(steal, played(2, 0, 'display-0'))).toBeNull();
  });

  it('where one’s own card was stolen is the thief', () => {
    const play = { type: 'play', from: 'display-0', pile: 1 } as const;
    expect(rival(play, played(2, 1), stole(1, 0, 0))).toBe(1);
    expect(rival(play, stole(1, 2, 0))).toBeNull();
  });

  it('is never oneself', () => {
    expect(rival({ type: 'play', from: 'hand', pile: 1 }, played(0, 1))).toBeNull();
  });
});
