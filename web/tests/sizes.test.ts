import { describe, expect, it } from 'vitest';
import { FEW, isFew, NAMED, rackWidth, tableWidth } from '../src/games/photo_rummy/desk/sizes';

const PHONE = { width: 366, height: 300 };
const table = (lists: number, length: number) =>
  Array.from({ length: lists }, (_, i) => Array.from({ length }, (__, k) => `card-${i}-${k}`));

describe('card sizes of Photo Rummy on a phone', () => {
  it.each([
    [1, 3],
    [3, 4],
    [5, 5],
    [9, 3],
  ])('show pictures and names while few cards lie: %i lists of %i', (lists, length) => {
    const sizes = tableWidth(table(lists, length), PHONE, false);
    expect(Math.min(sizes.readable, sizes.all)).toBeGreaterThanOrEqual(NAMED);
  });

  it('become smaller only when many lie', () => {
    expect(isFew(table(1, FEW - 1))).toBe(true);
    expect(isFew(table(1, FEW))).toBe(false);
    expect(tableWidth(table(12, 6), PHONE, false).all).toBeLessThan(44);
  });

  it.each([8, 13, 20])('leave a finger its room on a rack of %i', (count) => {
    expect(rackWidth(count, { width: 362, height: 270 }, false, true)).toBeGreaterThanOrEqual(44);
  });
});
