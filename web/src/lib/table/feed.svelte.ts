/** What happens at a table, in order: every batch reaches the page exactly once, and a scene holds back what follows it. */
import type { Outcome } from '../api/types';
import type { Action, GameEvent, GameId, View } from './contract';

/** What is on the screen of a table. */
export interface Shown {
  /** null before the start */
  view: View | null;
  legal: readonly Action[];
  more: boolean;
  to_act: readonly number[];
  outcome: Outcome | null;
  can_undo: boolean;
  version: number;
}

/** The events that led from one view to the next. */
export interface Batch<G extends GameId = GameId> {
  version: number;
  before: View<G> | null;
  view: View<G>;
  events: readonly GameEvent<G>[];
  /** What of it is put into words now: what a scene counts is told when it has been looked at. */
  told: readonly GameEvent<G>[];
  /** How many batches wait behind this one: motion hurries. */
  waiting: number;
}

/** Where the end of a round is looked at: how many of a batch's events come before, and the table as it lies then. */
export interface Pause<G extends GameId = GameId> {
  events: number;
  /** so many of them are told before it; the others are what is looked at */
  told: number;
  view: View<G>;
}
export type FindPause<G extends GameId = GameId> = (batch: Batch<G>) => Pause<G> | null;
export type Listener<G extends GameId = GameId> = (batch: Batch<G>) => void;

/** A message about the table: its events lead from version `since` to its own. */
interface Told extends Shown {
  since: number;
  view: View;
  events: readonly GameEvent[];
}

interface Frame {
  shown: Shown & { view: View };
  events: readonly GameEvent[];
  told: readonly GameEvent[];
  pauses: boolean;
}

export const NOTHING_SHOWN: Shown = {
  view: null,
  legal: [],
  more: false,
  to_act: [],
  outcome: null,
  can_undo: false,
  version: 0,
};

/** The longest that the end of a round is looked at while the others play on. */
export const MAX_LOOK_MS = 20_000;
const MAX_STEP_MS = 420;
const MIN_STEP_MS = 90;
/** All that waited is shown within about this time. */
const CATCH_UP_MS = 3000;

export class Feed {
  #shown = $state.raw<Shown>(NOTHING_SHOWN);
  #paused = $state.raw<Batch | null>(null);
  #waiting = $state.raw<readonly Frame[]>([]);
  /** Finds the end of a round in a batch; a game that has none pauses nowhere. */
  findPause: FindPause = () => null;
  /** Shows what waited at once: where all play at the same time, nobody may be shown the past. */
  readonly #paced: boolean;
  readonly #listeners = new Set<Listener>();
  #received = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The most that has waited since the screen was last up to date. */
  #backlog = 0;

  constructor({ paced = true }: { paced?: boolean } = {}) {
    this.#paced = paced;
  }

  get shown(): Shown {
    return this.#shown;
  }
  /** The newest version that has arrived, shown or waiting. */
  get received(): number {
    return this.#received;
  }
  /** The end of a round that is being looked at; what follows waits until `goOn()`. */
  get paused(): Batch | null {
    return this.#paused;
  }
  /** Whether the match is over, shown or not. */
  get over(): boolean {
    return (this.#waiting.at(-1)?.shown ?? this.#shown).outcome !== null;
  }
  /** Whether the screen is behind the table. */
  get behind(): boolean {
    return this.#waiting.length > 0;
  }

  /** Calls the listener with every batch from now on; gives back how to stop that. */
  on(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Lays the table out as it is: nothing is told, and what waited is void. */
  reset(shown: Shown): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.#paused = null;
    this.#shown = shown;
    this.#received = shown.version;
  }

  /** Takes what was told: `known` was taken before, after a `gap` something is missing in between. */
  hear(told: Told): 'taken' | 'known' | 'gap' {
    if (told.since > this.#received) return 'gap';
    const { since, events, ...shown } = told;
    if (told.version < this.#received) return 'known';
    if (told.version === this.#received) {
      this.#refresh(shown);
      return 'known';
    }
    const fresh = events.slice(this.#received - since);
    this.#received = told.version;
    this.#waiting = [...this.#waiting, ...this.#frames(shown, fresh)];
    if (this.#timer === undefined && !this.#paused) this.#next();
    return 'taken';
  }

  /** Ends the look at a round's end. */
  goOn(): void {
    if (!this.#paused) return;
    clearTimeout(this.#timer);
    this.#paused = null;
    this.#next();
  }

  /** Shows everything that waits, without a pause. */
  settle(): void {
    while (this.#paused || this.#waiting.length > 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#paused = null;
      if (this.#waiting.length > 0) this.#show();
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  /** The same version told anew, in another language or after a lost line. */
  #refresh(shown: Shown & { view: View }): void {
    const last = this.#waiting.at(-1);
    if (!last) this.#shown = shown;
    else this.#waiting = [...this.#waiting.slice(0, -1), { ...last, shown }];
  }

  #frames(shown: Shown & { view: View }, events: readonly GameEvent[]): Frame[] {
    const { version, view } = shown;
    const before = this.#waiting.at(-1)?.shown.view ?? this.#shown.view;
    const pause = this.findPause({ version, before, view, events, told: events, waiting: 0 });
    if (!pause) return [{ shown, events, told: events, pauses: false }];
    const looked = { ...NOTHING_SHOWN, version, view: pause.view };
    return [
      {
        shown: looked,
        events: events.slice(0, pause.events),
        told: events.slice(0, pause.told),
        pauses: true,
      },
      { shown, events: events.slice(pause.events), told: events.slice(pause.told), pauses: false },
    ];
  }

  /** Shows the next of those that wait, and the others after it, one at a time. */
  #next(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length === 0) return;
    const last = this.#waiting.at(-1)!;
    this.#show();
    if (this.#paused) this.#look(last.shown.outcome === null);
    else if (this.#waiting.length === 0) this.#backlog = 0;
    else if (this.#paced) this.#timer = setTimeout(() => this.#next(), this.#step());
    else this.#next();
  }

  #step(): number {
    this.#backlog = Math.max(this.#backlog, this.#waiting.length);
    return Math.max(MIN_STEP_MS, Math.min(MAX_STEP_MS, CATCH_UP_MS / this.#backlog));
  }

  /** The end of a match is looked at for as long as one likes: nobody waits for it. */
  #look(goesOn: boolean): void {
    if (goesOn) this.#timer = setTimeout(() => this.goOn(), MAX_LOOK_MS);
  }

  #show(): void {
    const [frame, ...rest] = this.#waiting as readonly [Frame, ...Frame[]];
    const { shown, events, told, pauses } = frame;
    const before = this.#shown.view;
    const batch = { version: shown.version, before, view: shown.view, events, told, waiting: rest.length };
    this.#waiting = rest;
    this.#shown = shown;
    if (pauses) this.#paused = batch;
    for (const listener of [...this.#listeners]) attempt(() => listener(batch));
  }
}

/** One listener that fails keeps nothing from the others. */
function attempt(what: () => void): void {
  try {
    what();
  } catch (error) {
    reportError(error);
  }
}
