import { describe, expect, it } from 'vitest';
import { drawn } from '../src/lib/history/line';

const point = (score: number, place = 2) => ({ ended_at: 0, score, place, players: 3, people: true });

describe('points over time', () => {
  it('begin at the left, end at the right, and lie the higher the more they are', () => {
    const { dots, low, high } = drawn([point(5), point(20), point(10)], 100, 50);
    expect([low, high]).toEqual([0, 20]);
    expect(dots.map(({ x, y }) => [x, y])).toEqual([
      [0, 37.5],
      [50, 0],
      [100, 25],
    ]);
  });

  it('go below nought where somebody lost points', () => {
    expect(drawn([point(-10), point(10)], 100, 50).dots.map(({ y }) => y)).toEqual([50, 0]);
  });

  it('are one dot in the middle after one match, even without a point', () => {
    expect(drawn([point(0)], 100, 50).dots.map(({ x, y }) => [x, y])).toEqual([[50, 50]]);
  });
});
