import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameEvent, View } from '../src/lib/table/contract';
import { Feed, MAX_LOOK_MS, NOTHING_SHOWN, type Batch, type Shown } from '../src/lib/table/feed.svelte';

/** A view that says only how far it is; what is in it is no matter here. */
const viewAt = (version: number) => ({ round: version }) as unknown as View;
const event = (name: string) => ({ type: name }) as unknown as GameEvent;
const shown = (version: number, over = false): Shown & { view: View } => ({
  ...NOTHING_SHOWN,
  version,
  view: viewAt(version),
  outcome: over ? { scores: [], winners: [], reason: '' } : null,
});
const told = (since: number, version: number, ...names: string[]) => ({
  ...shown(version),
  since,
  events: names.map(event),
});
const END = 'end';
const findEnd = ({ events }: Batch) => {
  const at = events.findIndex(({ type }) => (type as string) === END);
  return at < 0 ? null : { events: at + 1, told: at, view: viewAt(-1) };
};

function started({ paced = true } = {}) {
  const feed = new Feed({ paced });
  feed.findPause = findEnd;
  feed.reset(shown(1));
  const heard: string[] = [];
  feed.on(({ version, events }) => heard.push(`${version}:${events.map(({ type }) => type).join('+')}`));
  return { feed, heard };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a feed', () => {
  it('tells every batch once, in order, with the view before and after', () => {
    const { feed, heard } = started();
    const views: unknown[] = [];
    feed.on(({ before, view }) => views.push([before, view]));
    feed.hear(told(1, 2, 'a'));
    feed.hear(told(2, 3, 'b', 'c'));
    vi.runAllTimers();
    expect(heard).toEqual(['2:a', '3:b+c']);
    expect(views).toEqual([
      [viewAt(1), viewAt(2)],
      [viewAt(2), viewAt(3)],
    ]);
  });

  it('puts what a scene counts into words only when it has been looked at', () => {
    const { feed } = started();
    const words: string[] = [];
    feed.on(({ told: said }) => words.push(said.map(({ type }) => type as string).join('+')));
    feed.hear(told(1, 2, 'a', END, 'b'));
    expect(words).toEqual(['a']);
    feed.goOn();
    expect(words).toEqual(['a', `${END}+b`]);
  });

  it('hears nothing twice', () => {
    const { feed, heard } = started();
    feed.hear(told(1, 2, 'a'));
    expect(feed.hear(told(1, 2, 'a'))).toBe('known');
    expect(feed.hear(told(0, 1, 'z'))).toBe('known');
    expect(heard).toEqual(['2:a']);
  });

  it('takes only what is new of what overlaps, as after a lost line', () => {
    const { feed, heard } = started();
    feed.hear(told(1, 2, 'a'));
    feed.hear(told(1, 4, 'a', 'b', 'c'));
    expect(heard).toEqual(['2:a', '4:b+c']);
  });

  it('asks for what is missing and shows nothing of what lies beyond', () => {
    const { feed, heard } = started();
    expect(feed.hear(told(4, 5, 'x'))).toBe('gap');
    expect(heard).toEqual([]);
    expect(feed.shown.version).toBe(1);
    feed.hear(told(1, 5, 'a', 'b', 'c', 'x'));
    expect(heard).toEqual(['5:a+b+c+x']);
  });

  it('takes the same version told anew without telling anything', () => {
    const { feed, heard } = started();
    const anew = { ...told(1, 1), legal: [{ type: 'pass' }] as Shown['legal'] };
    expect(feed.hear(anew)).toBe('known');
    expect(feed.shown.legal).toEqual(anew.legal);
    expect(heard).toEqual([]);
  });

  it('lays a table out anew: nothing is told, and what waited is void', () => {
    const { feed, heard } = started();
    feed.hear(told(1, 2, END));
    feed.hear(told(2, 3, 'b'));
    feed.reset(shown(9));
    vi.runAllTimers();
    expect(heard).toEqual(['2:end']);
    expect(feed.paused).toBeNull();
    expect([feed.shown.version, feed.received, feed.behind]).toEqual([9, 9, false]);
  });

  it('keeps a failing listener from nobody else', () => {
    const failed = vi.fn<(error: unknown) => void>();
    vi.stubGlobal('reportError', failed);
    const feed = new Feed();
    feed.reset(shown(1));
    feed.on(() => {
      throw new Error('broken');
    });
    const heard: number[] = [];
    feed.on(({ version }) => heard.push(version));
    feed.hear(told(1, 2, 'a'));
    expect(heard).toEqual([2]);
    expect(failed).toHaveBeenCalledOnce();
  });

  it('tells those who no longer listen nothing', () => {
    const { feed } = started();
    const listener = vi.fn<() => void>();
    feed.on(listener)();
    feed.hear(told(1, 2, 'a'));
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('the end of a round', () => {
  it('holds back the new round until it has been looked at', () => {
    const { feed, heard } = started();
    feed.hear(told(1, 2, 'lay', END, 'deal'));
    for (const version of [3, 4, 5]) feed.hear(told(version - 1, version, 'bot'));
    vi.advanceTimersByTime(MAX_LOOK_MS - 1);
    expect(heard).toEqual(['2:lay+end']);
    expect(feed.shown.view).toEqual(viewAt(-1));
    expect(feed.received).toBe(5);
    feed.goOn();
    expect(heard).toEqual(['2:lay+end', '2:deal']);
    vi.runAllTimers();
    expect(heard).toEqual(['2:lay+end', '2:deal', '3:bot', '4:bot', '5:bot']);
    expect(feed.shown.view).toEqual(viewAt(5));
  });

  it('lets nobody do anything to a table that is past', () => {
    const { feed } = started();
    feed.hear({
      ...told(1, 2, END),
      legal: [{ type: 'pass' }] as Shown['legal'],
      to_act: [0],
      can_undo: true,
    });
    expect(feed.shown).toMatchObject({ legal: [], to_act: [], can_undo: false });
    feed.goOn();
    expect(feed.shown.to_act).toEqual([0]);
  });

  it('is looked at for no longer than the others can be asked to wait', () => {
    const { feed, heard } = started();
    feed.hear(told(1, 2, END, 'deal'));
    vi.advanceTimersByTime(MAX_LOOK_MS);
    expect(feed.paused).toBeNull();
    expect(heard).toEqual(['2:end', '2:deal']);
  });

  it('of the match stays as long as one likes, and nothing says who won before', () => {
    const { feed } = started();
    feed.hear({ ...told(1, 2, 'lay', END), ...shown(2, true) });
    vi.advanceTimersByTime(10 * MAX_LOOK_MS);
    expect(feed.paused).not.toBeNull();
    expect(feed.shown.outcome).toBeNull();
    expect(feed.over).toBe(true);
    feed.goOn();
    expect(feed.shown.outcome).not.toBeNull();
  });

  it('goes on once, however often it is asked to', () => {
    const { feed, heard } = started();
    feed.hear(told(1, 2, END, 'deal'));
    feed.goOn();
    feed.goOn();
    vi.runAllTimers();
    expect(heard).toEqual(['2:end', '2:deal']);
  });

  it('pauses again where another round ended meanwhile', () => {
    const { feed, heard } = started();
    feed.hear(told(1, 2, END));
    feed.hear(told(2, 3, 'b', END, 'deal'));
    feed.goOn();
    vi.advanceTimersByTime(1000);
    expect(feed.paused?.version).toBe(3);
    expect(heard.at(-1)).toBe('3:b+end');
  });
});

describe('what waited', () => {
  const wait = (count: number, paced = true) => {
    const { feed, heard } = started({ paced });
    feed.hear(told(1, 2, END));
    for (let i = 0; i < count; i++) feed.hear(told(2 + i, 3 + i, 'bot'));
    feed.goOn();
    return { feed, heard };
  };

  it('is shown one at a time, quicker the more there is', () => {
    const few = wait(2);
    vi.advanceTimersByTime(300);
    expect(few.heard.length).toBe(2);
    const many = wait(30);
    vi.advanceTimersByTime(300);
    expect(many.heard.length).toBeGreaterThan(3);
    vi.advanceTimersByTime(3500);
    expect(many.feed.behind).toBe(false);
    expect(many.heard.length).toBe(32);
  });

  it('is shown at once where all play at the same time', () => {
    const { feed, heard } = wait(5, false);
    expect(heard.length).toBe(7);
    expect(feed.behind).toBe(false);
  });

  it('keeps its order when more comes meanwhile', () => {
    const { feed, heard } = wait(3);
    feed.hear(told(5, 6, 'late'));
    vi.runAllTimers();
    expect(heard.map((each) => each.split(':')[0])).toEqual(['2', '2', '3', '4', '5', '6']);
    expect(heard.at(-1)).toBe('6:late');
  });

  it('can be shown without waiting, scenes included', () => {
    const { feed, heard } = started();
    feed.hear(told(1, 2, END, 'deal'));
    feed.hear(told(2, 3, 'b', END, 'deal'));
    feed.settle();
    expect(heard).toEqual(['2:end', '2:deal', '3:b+end', '3:deal']);
    expect(feed.paused).toBeNull();
  });
});
