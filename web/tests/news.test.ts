import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { jericho, photo_rummy } from '../src/lib/api/types';
import type { Told } from '../src/lib/table/contract';
import { describe as tellJericho } from '../src/games/jericho/describe';
import { breakdown, describe as tellPhotos } from '../src/games/photo_rummy/describe';
import { LANGUAGES, needTexts, setLanguage } from '../src/lib/i18n/index.svelte';
import { dismissAll, dismissSettled, toast, toasts } from '../src/lib/ui/toasts.svelte';

const players = ['Noa', 'Ruben'].map((name, seat) => ({ seat, name }));
const told = { players, seat: 1, view: {} } as unknown as Told;

afterEach(() => setLanguage('en'));

describe('news of a trumpet', () => {
  const blown = (joins: boolean): jericho.Blown => ({
    type: 'blown',
    seat: 0,
    colour: 'blue',
    falls: [{ seat: 1, cards: ['blue-5'], crumbled: 2 }],
    joins,
  });

  it('says where the cards go, what falls with them and what becomes of the trumpet', async () => {
    await needTexts('jericho');
    expect(tellJericho(blown(true), told as Told<'jericho'>)?.text).toBe(
      'Noa blows a trumpet against blue; into the supply: blue 5. 2 trumpets are left without a wall and leave the game. The trumpet lengthens Noa’s wall.',
    );
    expect(tellJericho(blown(false), told as Told<'jericho'>)?.text).not.toContain('lengthens');
  });

  it.each(LANGUAGES)('is a whole sentence in %s', async (language) => {
    await needTexts('jericho');
    await setLanguage(language);
    const texts = [0, 1].map(
      (seat) => tellJericho({ ...blown(true), seat }, told as Told<'jericho'>)?.text ?? '',
    );
    for (const text of texts) expect(text).not.toMatch(/jericho\.|[{}]/);
    expect(new Set(texts).size).toBe(2);
  });
});

describe('news of a joker', () => {
  it.each(LANGUAGES)('does not number it in %s', async (language) => {
    await needTexts('photo_rummy');
    await setLanguage(language);
    const laid: photo_rummy.Laid = {
      type: 'laid',
      seat: 0,
      table: [],
      laid: ['joker-4', 'paris-church', 'paris-sight'],
      taken: [],
    };
    expect(tellPhotos(laid, told as Told<'photo_rummy'>)?.text).not.toContain('4');
  });
});

describe('messages that are settled', () => {
  it('go when something was done, while what somebody said stays', () => {
    toast('refused', 'bad');
    toast('hint', 'info', 5000, { label: 'Do it', onpress: () => {} });
    toast('Noa: hello');
    dismissSettled();
    expect(toasts().map(({ text }) => text)).toEqual(['Noa: hello']);
    dismissAll();
  });
});

const view = (round: number, ...scores: number[]) =>
  ({ round, options: { rounds: 4 }, seats: scores.map((score) => ({ score })) }) as photo_rummy.View;
const won = (...points: number[]): photo_rummy.Event => ({ type: 'round_won', seat: 0, points, racks: [] });
const drawn: photo_rummy.Event = { type: 'round_drawn', racks: [] };

describe('the count of a match of Photo Rummy', () => {
  beforeAll(() => needTexts('photo_rummy'));

  it('has a line for every round, also for one that nobody won', () => {
    expect(breakdown(view(2, 7, -7), [won(7, -7), drawn])).toEqual([
      { label: 'Round 1 of 4', values: [7, -7] },
      { label: 'Round 2 of 4', values: [0, 0] },
    ]);
  });

  it('numbers rounds as the match did when it went on from a late moment, and adds up', () => {
    expect(breakdown(view(4, 20, -6), [won(5, -5), won(3, -3)])).toEqual([
      { label: 'Earlier rounds', values: [12, 2] },
      { label: 'Round 3 of 4', values: [5, -5] },
      { label: 'Round 4 of 4', values: [3, -3] },
    ]);
  });

  it('says nothing where nothing is known of the rounds', () => {
    expect(breakdown(view(4, 20, -6), [])).toEqual([]);
  });
});
