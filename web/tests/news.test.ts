import { afterEach, describe, expect, it } from 'vitest';
import type { jericho, photo_rummy } from '../src/lib/api/types';
import type { Told } from '../src/lib/table/contract';
import { describe as tellJericho } from '../src/games/jericho/describe';
import { describe as tellPhotos } from '../src/games/photo_rummy/describe';
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
      'Noa blows at blue; into the supply: blue 5. 2 trumpets are left without a wall and out of the game. The trumpet lengthens Noa’s wall.',
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
