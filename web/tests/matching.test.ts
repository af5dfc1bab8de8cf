import { describe, expect, it } from 'vitest';
import { belongs } from '../src/games/photo_rummy/desk/cards';
import { movedCards } from '../src/games/photo_rummy/desk/lists';

describe('combinations that light up for a picked card', () => {
  const row = ['rome-church', 'rome-sight', 'rome-palace'];
  const set = ['rome-church', 'oslo-church', 'paris-church', 'joker-1'];
  it('are rows of its capital, and sets of its category that lack it', () => {
    expect(belongs(['rome-symbol'], row)).toBe(true);
    expect(belongs(['oslo-symbol'], row)).toBe(false);
    expect(belongs(['bern-church'], set)).toBe(true);
    expect(belongs(['oslo-church'], set)).toBe(false);
    expect(belongs(['bern-palace'], set)).toBe(false);
  });
  it('are all where a joker is picked, and those that all picked cards go with', () => {
    expect(belongs(['joker-2'], row)).toBe(true);
    expect(belongs(['bern-church', 'bern-church'], set)).toBe(false);
    expect(belongs(['bern-church', 'madrid-church'], set)).toBe(true);
    expect(belongs(['rome-symbol', 'bern-church'], row)).toBe(false);
  });
});

describe('what moved on the table', () => {
  it('is what was laid, and what lies with others than before', () => {
    const before = [
      ['a', 'b', 'c', 'd'],
      ['x', 'y', 'z'],
    ];
    const after = [
      ['a', 'b', 'c', 'new'],
      ['x', 'y', 'z'],
      ['d', 'p', 'q'],
    ];
    expect(movedCards(before, after)).toEqual(['new', 'd', 'p', 'q']);
    expect(movedCards([], [['a', 'b']])).toEqual(['a', 'b']);
  });
});
