import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { flow } from '../src/lib/api/types';
import { describe as tell } from '../src/games/flow/describe';
import { Coach } from '../src/games/flow/desk/coach.svelte';
import { Desk } from '../src/games/flow/desk/desk.svelte';
import { Voice } from '../src/games/flow/desk/voice.svelte';
import type { GameEvent, Table } from '../src/games/flow/names';
import RoundScene from '../src/games/flow/parts/RoundScene.svelte';
import { Motion } from '../src/lib/motion/play.svelte';
import { Feed, NOTHING_SHOWN, type Listener } from '../src/lib/table/feed.svelte';
import { LANGUAGES, needTexts, setLanguage } from '../src/lib/i18n/index.svelte';

const player = (given: Partial<flow.PlayerView>): flow.PlayerView => ({
  draw_pile: 9,
  display: ['1-red-star', '2-blue-moon'],
  hand: null,
  stolen: { top: '3-green-sun', size: 3 },
  dealt: 48,
  score: 0,
  busy_until: 0,
  refilling: false,
  ...given,
});
const table = (own: Partial<flow.PlayerView>, rest: object = {}) =>
  ({
    seat: 0,
    players: ['Anna', 'Zoe'].map((name, seat) => ({ seat, name })),
    view: {
      phase: 'running',
      round: 1,
      until: null,
      acted_at: 0,
      options: { target: 200 },
      middle: [],
      seats: [player(own), player({})],
    },
    legal: [{ type: 'draw' }],
    toAct: [0, 1],
    on: () => () => undefined,
    now: () => 0,
    ...rest,
  }) as unknown as Table;

/** What depends on the table is looked at inside an effect, and let go of afterwards. */
function within<T>(look: () => T): T {
  let found: T;
  const end = $effect.root(() => {
    found = look();
    flushSync();
  });
  end();
  return found!;
}
const promptFor = (own: Partial<flow.PlayerView>) => within(() => new Desk(() => table(own)).prompt);

afterEach(() => setLanguage('en'));

describe('what to do now', () => {
  it('tells who was just a little slower', async () => {
    await needTexts('flow');
    const lead = { name: 'Zoe', ms: 80 };
    const said = within(() => new Desk(() => table({}, { lead })).prompt);
    expect(said).toBe('First by 80 ms, ahead of Zoe');
  });

  it('tells a free place, which may wait, from an empty display, which may not', async () => {
    await needTexts('flow');
    expect(promptFor({ display: ['1-red-star', null] })).toBe('A place is free: draw, play or steal');
    expect(promptFor({ display: ['1-red-star', null], refilling: true })).toContain('were empty');
  });

  it('says what Stop does as soon as it can be called', async () => {
    await needTexts('flow');
    expect(promptFor({ draw_pile: 0, hand: '4-red-sun', display: [null, null] })).toContain('Stop');
    expect(promptFor({ draw_pile: 1, hand: '4-red-sun', display: [null, null] })).not.toContain('Stop');
    expect(promptFor({ draw_pile: 0 })).toContain('Stop');
  });
});

describe('a practice round', () => {
  const done = (type: string) => ({ type, seat: 0 }) as unknown as GameEvent;

  it('says why nothing but drawing is allowed, once drawing itself is known', async () => {
    await needTexts('flow');
    const told = (...types: string[]) =>
      within(() => {
        const feed = new Feed();
        const on = (listener: Listener) => feed.on(listener);
        const emptied = table({ display: [null, null], refilling: true }, { on });
        feed.reset({ ...NOTHING_SHOWN, view: emptied.view });
        const coach = new Coach(() => emptied);
        flushSync();
        const { view } = emptied;
        feed.hear({ ...NOTHING_SHOWN, view, since: 0, version: 1, events: types.map(done) });
        flushSync();
        return coach;
      }).text;
    expect(told('played')).toContain('tap your draw pile');
    expect(told('played', 'drew', 'laid')).toContain('were empty');
  });
});

describe('a round that ends because somebody is out of cards', () => {
  const over: flow.RoundEnded = { type: 'round_ended', reason: 'empty', points: [48, 20], at: 9, left: [] };
  const stole = { type: 'stole', seat: 0, victim: 1, slot: 0, card: '1-red-sun', at: 9 } as const;
  const played = {
    type: 'played',
    seat: 1,
    source: 'display-0',
    card: '1-red-sun',
    pile: 0,
    beneath: false,
    at: 9,
  } as const;

  it.each(LANGUAGES)('names the player, whoever took the last card, in %s', async (language) => {
    await needTexts('flow');
    await setLanguage(language);
    for (const before of [stole, played]) {
      const line = tell(over, table({}), before);
      expect(line?.seat).toBe(1);
      expect(line?.text).toContain('Zoe');
      const own = tell(over, table({}, { seat: 1 }), before)?.text;
      expect(own).not.toMatch(/Zoe|flow\.|[{}]/);
    }
  });

  it('is told to a screen reader by name', async () => {
    await needTexts('flow');
    vi.useFakeTimers();
    const voice = new Voice(() => table({}));
    voice.hear([stole, over]);
    vi.runAllTimers();
    vi.useRealTimers();
    expect(voice.text).toContain('Zoe is out of cards: the round is over.');
  });
});

describe('the points of a round', () => {
  const said = (practice: boolean) => {
    const session = table({}, { practice, outcome: null });
    const target = document.createElement('div');
    const desk = { session, view: session.view, secondsLeft: 5 } as unknown as Desk;
    const scene = mount(RoundScene, {
      target,
      props: {
        desk,
        end: { reason: 'stop', points: [43, 43], who: 0, left: [['red-1-star'], []] },
        motion: new Motion('flow', () => undefined),
        onmount: () => undefined,
        onclose: () => undefined,
      },
    });
    const text = target.textContent;
    void unmount(scene);
    return text;
  };

  it.each(LANGUAGES)(
    'name the steal pile and, in a match only, the points to reach in %s',
    async (language) => {
      await needTexts('flow');
      await setLanguage(language);
      expect(said(false)).toContain('200');
      expect(said(true)).not.toContain('200');
      expect(said(true)).toContain('Stop');
      expect(said(false)).not.toMatch(/flow\.|[{}]/);
    },
  );
});
