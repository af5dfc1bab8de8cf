import { describe, expect, it } from 'vitest';
import type { Player } from '../src/lib/table/contract';
import { rankingOf } from '../src/lib/table/shell/ranking';

const players = (count: number): Player[] =>
  Array.from({ length: count }, (_, seat) => ({
    seat,
    name: `P${seat}`,
    kind: 'person',
    here: true,
    away: false,
    self: seat === 0,
  }));

describe('rankingOf', () => {
  it('puts the highest score first where many points are good', () => {
    const ranked = rankingOf({ scores: [3, 9, 5], winners: [1], reason: 'x' }, players(3));
    expect(ranked.map(({ seat, rank }) => [seat, rank])).toEqual([
      [1, 1],
      [2, 2],
      [0, 3],
    ]);
  });

  it('puts the lowest score first where the winner has it', () => {
    const ranked = rankingOf({ scores: [3, 9, 5], winners: [0], reason: 'x' }, players(3));
    expect(ranked.map(({ seat }) => seat)).toEqual([0, 2, 1]);
  });

  it('gives equal scores the same place', () => {
    const ranked = rankingOf({ scores: [4, 9, 4], winners: [1], reason: 'x' }, players(3));
    expect(ranked.map(({ rank }) => rank)).toEqual([1, 2, 2]);
  });

  it('puts a winner first who has no more points than another', () => {
    const ranked = rankingOf({ scores: [9, 9], winners: [1], reason: 'x' }, players(2));
    expect(ranked.map(({ seat, rank }) => [seat, rank])).toEqual([
      [1, 1],
      [0, 2],
    ]);
  });
});
