import { afterEach, describe, expect, it } from 'vitest';
import { describe as tell } from '../src/games/souvenirs/describe';
import { extentOf, lineName, placeName } from '../src/games/souvenirs/names';
import { LANGUAGES, needTexts, setLanguage } from '../src/lib/i18n/index.svelte';

const GRID = { '0,0': 'red-1', '-2,-3': 'red-2', '-1,0': 'red-3' };
const extent = extentOf({ grid: GRID });
const CELLS = [-3, -2, -1, 0, 1].flatMap((column) =>
  [-4, -3, -2, -1, 0, 1].map((row) => [column, row] as const),
);

afterEach(() => setLanguage('en'));

describe('rows and columns of Souvenirs', () => {
  it('are counted from the upper left corner of the cards', async () => {
    await needTexts('souvenirs');
    expect(placeName([-2, -3], extent)).toBe('column A, row 1');
    expect(placeName([0, 0], extent)).toBe('column C, row 4');
    expect(lineName('row -3', extent)).toBe('row 1');
    expect(lineName('column -1', extent)).toBe('column B');
  });

  it('say where a new one would come', async () => {
    await needTexts('souvenirs');
    expect(placeName([-3, 0], extent)).toBe('new column on the left, row 4');
    expect(placeName([0, 1], extent)).toBe('column C, new row below');
  });

  it.each(LANGUAGES)('are never negative and never 0 in %s', async (language) => {
    await needTexts('souvenirs');
    await setLanguage(language);
    const names = CELLS.map((cell) => placeName(cell, extent));
    const lines = [-2, -1, 0].flatMap((n) => [lineName(`column ${n}`, extent), lineName(`row ${n}`, extent)]);
    expect([...names, ...lines].filter((name) => /[-−–]\s?\d|\b0\b|souvenirs\./.test(name))).toEqual([]);
  });

  it('are named in the log as the grid shows them now', async () => {
    await needTexts('souvenirs');
    const view = { grid: GRID } as unknown as Parameters<typeof tell>[1]['view'];
    const players = [{ seat: 0, name: 'Ada', kind: 'bot', here: true, away: false, self: false }] as const;
    const line = tell(
      { type: 'placed', seat: 0, card: 'red-2', at: [-2, -3] },
      { players, seat: null, view },
    );
    expect(line?.text).toContain('column A, row 1');
  });
});
