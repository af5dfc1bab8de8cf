/** A finished match as a table can show it: step by step, nothing to be pressed. */
import type { Outcome } from '../api/types';
import { t } from '../i18n/index.svelte';
import type { Answer, GameEvent, Player, Session, View } from '../table/contract';
import { Feed, type Batch, type FindPause, type Listener, type Shown } from '../table/feed.svelte';

export interface Step {
  seat: number | null;
  at: number;
  events: GameEvent[];
  view: View;
  to_act: number[];
  outcome: Outcome | null;
  /** whether this was taken back, or is the taking back */
  undone: boolean;
}

/** Whether a step is the taking back of another. */
export const takesBack = ({ undone, events }: Step): boolean => undone && events.length === 0;

const NOTHING_TO_DO: Answer = { ok: false, refusal: { rule: null, reason: 'replay', about: {}, text: '' } };

export class ReplaySession implements Session {
  /** the step shown */
  at = $state(0);
  readonly #feed = new Feed();
  /** the steps that are shown */
  readonly steps: readonly Step[];
  /** whether those that were taken back are among them */
  readonly takenBack: boolean;
  readonly #all: readonly Step[];
  readonly seat: number | null;
  readonly #names: readonly string[];
  readonly legal = [];
  readonly more = false;
  readonly canUndo = false;
  readonly pending = null;
  readonly readonly = true;
  readonly past = true;
  readonly suggested = null;
  readonly advice = null;
  readonly hints = false;
  readonly fits = true;
  readonly practice = false;

  constructor(all: readonly Step[], names: readonly string[], seat: number | null, takenBack = false) {
    this.#all = all;
    this.steps = takenBack ? all : all.filter(({ undone }) => !undone);
    this.takenBack = takenBack;
    this.#names = names;
    this.seat = seat;
    this.#feed.reset(this.#shownAt(0));
  }

  get view(): View {
    return this.#feed.shown.view!;
  }
  get toAct(): readonly number[] {
    return this.#feed.shown.to_act;
  }
  get version(): number {
    return this.#feed.shown.version;
  }
  get outcome(): Outcome | null {
    return this.#feed.shown.outcome;
  }
  readonly awaited = [];
  readonly lookers = [];
  readonly lead = null;
  readonly readying = null;

  get paused(): Batch | null {
    return this.#feed.paused;
  }
  get players(): readonly Player[] {
    return this.#names.map((name, seat) => ({
      seat,
      name: name || t(`bot.name.${seat}`),
      kind: 'person',
      here: true,
      away: false,
      self: seat === this.seat,
    }));
  }

  /** whether anything was taken back in this match */
  get hasTakenBack(): boolean {
    return this.#all.some(({ undone }) => undone);
  }
  /** the step shown among those that count; -1 for one that was taken back */
  get counted(): number {
    if (this.steps[this.at]!.undone) return -1;
    return this.steps.slice(0, this.at).filter(({ undone }) => !undone).length;
  }
  /** The same moment of the same match, with or without what was taken back. */
  showing(takenBack: boolean): ReplaySession {
    const other = new ReplaySession(this.#all, this.#names, this.seat, takenBack);
    const before = new Set(this.#all.slice(0, this.#all.indexOf(this.steps[this.at]!) + 1));
    other.show(other.steps.findLastIndex((step) => before.has(step)));
    return other;
  }

  on(listener: Listener): () => void {
    return this.#feed.on(listener);
  }
  goOn(): void {
    this.#feed.goOn();
  }
  pauseAt(find: FindPause): void {
    this.#feed.findPause = find;
  }

  /** Goes to a step; what happens on one step forward is told. */
  show(number: number): void {
    const wanted = Math.max(0, Math.min(this.steps.length - 1, number));
    const forward = wanted === this.at + 1;
    this.#feed.settle();
    this.at = wanted;
    const shown = this.#shownAt(wanted);
    const step = this.steps[wanted]!;
    if (forward && !takesBack(step)) this.#feed.hear({ ...shown, since: wanted - 1, events: step.events });
    else this.#feed.reset(shown);
  }

  #shownAt(step: number): Shown & { view: View } {
    const { view, to_act, outcome } = this.steps[step]!;
    return { view, to_act, outcome, legal: [], more: false, can_undo: false, version: step };
  }

  now(): number {
    return this.steps[this.at]!.at;
  }
  async act(): Promise<Answer> {
    return NOTHING_TO_DO;
  }
  async undo(): Promise<Answer> {
    return NOTHING_TO_DO;
  }
  async draft(): Promise<null> {
    return null;
  }
  async hint(): Promise<null> {
    return null;
  }
}
