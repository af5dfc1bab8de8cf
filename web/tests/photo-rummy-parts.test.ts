import { mount, unmount } from 'svelte';
import { describe, expect, it } from 'vitest';
import { Desk } from '../src/games/photo_rummy/desk/desk.svelte';
import ListMark from '../src/games/photo_rummy/parts/ListMark.svelte';
import Others from '../src/games/photo_rummy/parts/Others.svelte';
import type { Session } from '../src/lib/table/contract';
import { needTexts } from '../src/lib/i18n/index.svelte';
import { dismissAll, toasts } from '../src/lib/ui/toasts.svelte';

describe('ListMark', () => {
  it.each([
    [{ kind: 'row', of: 'vienna' }, '[data-plate=A]'],
    [{ kind: 'set', of: 'church' }, '[href="#pr-icon-church"]'],
  ] as const)('says what a combination is, ticked or not: %o', async (line, sign) => {
    for (const good of [false, true]) {
      const shown = mount(ListMark, { target: document.body, props: { line, good } });
      expect(document.querySelectorAll(sign)).toHaveLength(1);
      expect(document.querySelectorAll('i')).toHaveLength(good ? 1 : 0);
      await unmount(shown);
    }
  });
});

describe('Others', () => {
  const players = ['Noa', 'Ruben'].map((name, seat) => ({
    seat,
    name,
    kind: 'bot',
    here: true,
    away: false,
  }));
  const seats = [true, false].map((opened) => ({ rack_size: 3, opened, score: 5 }));
  const desk = { session: { players, seat: null, toAct: [1] }, view: { seats } } as unknown as Desk;
  const show = async (wide: boolean) => {
    await needTexts('photo_rummy');
    return mount(Others, { target: document.body, props: { desk, wide } });
  };
  const badges = () => [...document.querySelectorAll<HTMLElement>('[data-seat] button')];

  it('says in words what a tick means where there is room', async () => {
    const shown = await show(true);
    expect(badges().map((each) => each.textContent.includes('has opened'))).toEqual([true, false]);
    await unmount(shown);
  });

  it('says so on a touch elsewhere', async () => {
    const shown = await show(false);
    for (const badge of badges()) badge.click();
    expect(toasts().map(({ text }) => text)).toEqual([
      'Noa, 3 cards, has opened, 5 points',
      'Ruben, 3 cards, has not opened yet, 5 points, their turn',
    ]);
    dismissAll();
    await unmount(shown);
  });
});

describe('a hint', () => {
  const table = [['vienna-church', 'paris-church', 'rome-church']];
  const action = { type: 'lay', table } as const;
  const session = {
    seat: 0,
    toAct: [0],
    readonly: false,
    pending: null,
    hints: true,
    legal: [{ type: 'pass' }],
    suggested: action,
    view: { table: [], round: 1, phase: 'lay', seats: [{ rack: table[0], rack_size: 3 }] },
    hint: () => Promise.resolve({ action, text: 'Lay the churches.' }),
  } as unknown as Session<'photo_rummy'>;
  const seated = () => {
    const desk = new Desk(session);
    desk.follow();
    return desk;
  };

  it('keeps what it says, whether the table points at its cards before or after', async () => {
    const desk = seated();
    desk.pointAt(action);
    await desk.hint();
    expect([desk.note?.text, desk.draft.table]).toEqual(['Lay the churches.', table]);
    desk.pointAt(action);
    expect([desk.note?.text, desk.draft.table]).toEqual(['Lay the churches.', table]);
  });
  it('ends what was said against another try', () => {
    const desk = seated();
    desk.note = { text: 'A set needs one more photo than jokers', kind: 'bad' };
    desk.pointAt(action);
    expect(desk.note).toBeNull();
  });
});
