/** The only place that animates what moves between places: one layer of ghosts, one clock, nothing left behind. */
import { mount, tick, unmount, untrack } from 'svelte';
import Card from '../cards/Card.svelte';
import { copyOf } from '../drag/ghost';
import type { GameEvent, GameId, Session } from '../table/contract';
import type { Batch } from '../table/feed.svelte';
import { hurry, plan, within, type Box, type Flight, type Place, type Source, type Timed } from './plan';
import { reducedMotion, token } from './tokens';

const ZONE = '[data-zone]';
const CARD_WIDTH = 44;

/** How many flights are in the air on this page. */
let aloft = $state(0);
/** What will begin: flights of a batch that has been shown, and points that are read before they fly. */
let expected = $state(0);

/** Whoever sets something off does not wait for it: to count it is no look at how much is in the air. */
const counted = (more: 1 | -1): number => untrack(() => (aloft += more));

/** Whether something is on its way: numbers change when it has landed. */
export const flying = (): boolean => aloft + expected > 0;

/** A value as it was before what is in the air has landed; for numbers beside where cards land. */
export function landed<T>(value: () => T): () => T {
  let shown = $state.raw(untrack(value));
  $effect.pre(() => {
    const now = value();
    if (!flying()) shown = now;
  });
  return () => shown;
}

/** Something will set off shortly: numbers wait for it. Gives back how to say that it has. */
export function announce(): () => void {
  let announced = true;
  untrack(() => (expected += 1));
  return () => {
    if (announced) untrack(() => (expected -= 1));
    announced = false;
  };
}

/** Resolves once everything on this page has landed. */
export function atRest(): Promise<void> {
  return new Promise((resolve) => {
    const stop = $effect.root(() => {
      $effect(() => {
        if (flying()) return;
        resolve();
        queueMicrotask(() => stop());
      });
    });
  });
}

type Move = Extract<Flight, { kind: 'move' }>;

interface Aloft {
  animation: Animation;
  /** what is seen: a ghost, or the thing itself; before it sets off, the place where it will */
  seen: { getBoundingClientRect(): Box };
  end: () => void;
}

/** The motion of one table. */
export class Motion {
  readonly #root: () => HTMLElement | undefined;
  readonly #game: string;
  /** the data attribute that names things */
  readonly #key: 'flip' | 'card';
  readonly #usual: number;
  #before: Map<string, Place> | null = null;
  #anchors = new Map<string, Box>();
  /** what leaves is copied while it is still there */
  #leaving = new Map<string, HTMLElement>();
  #given = new Map<string, Box>();
  #sources: Source[] = [];
  #pace: number;
  #aloft = new Map<string, Aloft>();
  #passing = new Set<() => void>();

  constructor(
    game: string,
    root: () => HTMLElement | undefined,
    { key = 'flip', pace = 1 }: { key?: 'flip' | 'card'; pace?: number } = {},
  ) {
    this.#game = game;
    this.#root = root;
    this.#key = key;
    this.#usual = this.#pace = pace;
  }

  /** These things come from here, wherever they lay: they were under a finger. */
  give(keys: readonly string[], from: Box): void {
    for (const key of keys) this.#given.set(key, from);
  }

  /** Before a change: remembers where everything is; afterwards, what has another place flies. */
  look(sources: readonly Source[] = [], waiting = 0): void {
    const root = untrack(this.#root);
    if (!root || reducedMotion()) return;
    this.#remember(root, sources);
    this.#sources.push(...sources);
    this.#pace = Math.min(this.#pace, this.#usual * hurry(waiting));
    if (this.#before) return;
    this.#before = this.#places(root);
    this.#copyLeaving(root, sources);
    untrack(() => (expected += 1));
    void tick().then(() => this.#play());
  }

  /** Sends something over the table that changes nothing on it. */
  send(sources: readonly Source[]): void {
    const root = this.#root();
    if (!root || reducedMotion()) return;
    const anchors = anchorsOf(root, sources);
    const empty = new Map<string, Place>();
    this.#start(root, plan({ before: empty, after: empty, anchors }, sources), 1);
  }

  /** Ends everything at once, as where the table is taken away. */
  stop(): void {
    for (const { end } of [...this.#aloft.values()]) end();
    for (const end of [...this.#passing]) end();
  }

  #remember(root: HTMLElement, sources: readonly Source[]): void {
    for (const [name, box] of anchorsOf(root, sources))
      if (!this.#anchors.has(name)) this.#anchors.set(name, box);
    if (this.#before) this.#copyLeaving(root, sources);
  }

  #copyLeaving(root: HTMLElement, sources: readonly Source[]): void {
    for (const { from } of sources) {
      if (!this.#before?.has(from) || this.#leaving.has(from)) continue;
      const element = this.#things(root).find((each) => each.dataset[this.#key] === from);
      if (element) this.#leaving.set(from, copyOf(element, element.getBoundingClientRect().width));
    }
  }

  #things(root: HTMLElement): HTMLElement[] {
    return [...root.querySelectorAll<HTMLElement>(`[data-${this.#key}]`)];
  }

  /** What is in the air is where it is seen. */
  #places(root: HTMLElement): Map<string, Place> {
    return new Map(
      this.#things(root).map((element) => {
        const key = element.dataset[this.#key]!;
        const seen = this.#aloft.get(key)?.seen ?? element;
        return [key, { box: seen.getBoundingClientRect(), zone: element.closest(ZONE) }];
      }),
    );
  }

  #play(): void {
    const root = this.#root();
    const [before, sources, pace] = [this.#before ?? new Map<string, Place>(), this.#sources, this.#pace];
    const given = this.#given;
    for (const [key, box] of given) before.set(key, { box, zone: null });
    this.#before = null;
    this.#sources = [];
    this.#pace = this.#usual;
    this.#given = new Map();
    if (root) {
      // what flies again goes on from where it is seen, and its place is measured as it lies
      const flown = this.#things(root).filter((element) => before.has(element.dataset[this.#key]!));
      for (const element of flown) this.#aloft.get(element.dataset[this.#key]!)?.end();
      const after = this.#places(root);
      const now = anchorsOf(root, sources);
      const anchors = new Map([...now, ...this.#anchors]);
      // what appeared within this change is gone to where it lies now
      for (const { to } of sources) if (now.has(to)) anchors.set(to, now.get(to)!);
      this.#start(root, plan({ before, after, anchors }, sources), pace);
    }
    this.#anchors = new Map();
    this.#leaving = new Map();
    expected -= 1;
  }

  #start(root: HTMLElement, flights: readonly Timed[], pace: number): void {
    if (flights.length === 0) return;
    const things = new Map(this.#things(root).map((element) => [element.dataset[this.#key]!, element]));
    for (const { flight, delay } of flights) this.#fly(flight, delay * pace, pace, things);
  }

  #fly(flight: Flight, delay: number, pace: number, things: ReadonlyMap<string, HTMLElement>): void {
    if (flight.kind === 'pass') return this.#pass(flight.source, flight.from, flight.to, delay, pace);
    if (flight.kind === 'leave') {
      const copy = this.#leaving.get(flight.key);
      if (copy) this.#float(copy, flight.from, flight.to, delay, pace);
      return;
    }
    const element = things.get(flight.key);
    if (!element) return;
    if (flight.appears && delay > 0) this.#await(flight, element, delay, pace);
    else if (flight.far) this.#carry(flight.key, element, flight.from, flight.to, delay, pace);
    else this.#glide(flight.key, element, flight.from, flight.to, delay, pace);
  }

  /** The one layer of ghosts, above the table and in the light of its room. */
  #layer(): HTMLElement {
    const room = this.#root()?.closest('[data-room]') ?? document.body;
    const found = room.querySelector<HTMLElement>(':scope > [data-ghosts]');
    if (found) return found;
    const made = document.createElement('div');
    made.dataset['ghosts'] = '';
    made.ariaHidden = 'true';
    room.append(made);
    return made;
  }

  /** A thing moves in its own part of the table. */
  #glide(key: string, element: HTMLElement, from: Box, to: Box, delay: number, pace: number): void {
    const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
    const animation = element.animate(
      [
        { transform: start, transformOrigin: '0 0', zIndex: 10 },
        { transform: 'none', transformOrigin: '0 0', zIndex: 10 },
      ],
      { id: 'motion', duration: token('--move') * pace, delay, easing: EASE(), fill: 'backwards' },
    );
    this.#keep(key, animation, element, () => undefined);
  }

  /** Copied when it sets off: a dozen copies at once would hold up the frame. */
  #await({ key, from, to }: Move, element: HTMLElement, delay: number, pace: number): void {
    const wait = element.animate(UNSEEN, { id: 'motion', duration: delay, fill: 'forwards' });
    this.#keep(key, wait, { getBoundingClientRect: () => from }, () => {
      if (wait.playState === 'finished' && element.isConnected) this.#carry(key, element, from, to, 0, pace);
    });
  }

  /** A thing crosses the table: a copy floats above everything while the thing itself waits unseen. */
  #carry(key: string, element: HTMLElement, from: Box, to: Box, delay: number, pace: number): void {
    const copy = copyOf(element, to.width);
    const duration = token('--travel') * pace;
    const hidden = element.animate(UNSEEN, {
      id: 'motion',
      duration: duration + delay,
    });
    this.#layer().append(copy);
    const animation = copy.animate(path(from, to, to), {
      id: 'motion',
      duration,
      delay,
      easing: EASE(),
      fill: 'both',
    });
    this.#keep(key, animation, copy, () => {
      hidden.cancel();
      copy.remove();
    });
  }

  #float(copy: HTMLElement, from: Box, to: Box, delay: number, pace: number): void {
    this.#layer().append(copy);
    const frames = path(from, to, from);
    this.#finish(
      copy.animate(frames, {
        id: 'motion',
        duration: token('--travel') * pace,
        delay,
        easing: EASE(),
        fill: 'both',
      }),
      () => copy.remove(),
    );
  }

  #pass({ card, points }: Source, from: Box, to: Box, delay: number, pace: number): void {
    const holder = document.createElement('div');
    holder.className = points ? 'points' : '';
    this.#layer().append(holder);
    let drop = () => undefined as unknown;
    if (points) {
      holder.textContent = points.text;
      holder.style.setProperty('--c', `var(--player-${points.seat})`);
      holder.style.setProperty('--on', `var(--player-${points.seat}-on)`);
    } else {
      holder.style.setProperty('--card-width', `${CARD_WIDTH}px`);
      const face = mount(Card, { target: holder, props: { game: this.#game, card, label: '' } });
      drop = () => unmount(face);
    }
    const shape = holder.getBoundingClientRect();
    const [start, end] = [within(shape, from), within(shape, to)];
    const duration = token(points ? '--tell' : '--travel') * pace;
    this.#finish(
      holder.animate(path(start, end, shape), {
        id: 'motion',
        duration,
        delay,
        easing: EASE(),
        fill: 'both',
      }),
      () => {
        void drop();
        holder.remove();
      },
    );
  }

  #keep(key: string, animation: Animation, seen: Aloft['seen'], tidy: () => void): void {
    this.#aloft.get(key)?.end();
    const end = this.#finish(animation, () => {
      tidy();
      if (this.#aloft.get(key)?.animation === animation) this.#aloft.delete(key);
    });
    this.#aloft.set(key, { animation, seen, end });
  }

  #finish(animation: Animation, tidy: () => void): () => void {
    let over = false;
    counted(1);
    const end = () => {
      if (over) return;
      over = true;
      counted(-1);
      this.#passing.delete(end);
      tidy();
      animation.cancel();
    };
    this.#passing.add(end);
    animation.onfinish = end;
    animation.oncancel = end;
    return end;
  }
}

/**
 * Lets a table move: whatever carries a `data-flip` key flies to its new place with every batch, and with
 * every change of `also`, which may name its own; `sources` says where cards come from and go to that were not seen there before.
 */
export function move<G extends GameId>(
  session: Session<G>,
  motion: Motion,
  sources: (event: GameEvent<G>, batch: Batch<G>) => readonly Source[],
  also: () => readonly Source[] | undefined = () => undefined,
): void {
  $effect(() => {
    const stop = session.on((batch) =>
      motion.look(
        batch.events.flatMap((event) => sources(event, batch)),
        batch.waiting,
      ),
    );
    return () => {
      stop();
      motion.stop();
    };
  });
  let first = true;
  $effect.pre(() => {
    const own = also() ?? [];
    // that the table itself has just come is no change of it
    if (!first) untrack(() => motion.look(own));
    first = false;
  });
}

const UNSEEN = [{ opacity: 0 }, { opacity: 0 }];
const EASE = () => token.text('--ease');

function anchorsOf(root: HTMLElement, sources: readonly Source[]): Map<string, Box> {
  const names = new Set(sources.flatMap(({ from, to }) => [from, to]).filter((name) => /^[.[]/.test(name)));
  return new Map(
    [...names].flatMap((name) => {
      const box = root.querySelector(name)?.getBoundingClientRect();
      return box ? [[name, box] as const] : [];
    }),
  );
}

/** From one box to another, for something of a certain shape. */
const path = (from: Box, to: Box, shape: Box): Keyframe[] =>
  [from, to].map((box) => ({
    transform: `translate(${box.x}px, ${box.y}px) scale(${box.width / shape.width})`,
    transformOrigin: '0 0',
  }));
