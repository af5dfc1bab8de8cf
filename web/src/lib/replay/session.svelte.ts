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
}

const NOTHING_TO_DO: Answer = { ok: false, refusal: { rule: null, reason: 'replay', about: {}, text: '' } };

export class ReplaySession implements Session {
  /** the step shown */
  at = $state(0);
  readonly #feed = new Feed();
  readonly steps: readonly Step[];
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

  constructor(steps: readonly Step[], names: readonly string[], seat: number | null) {
    this.steps = steps;
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
  show(step: number): void {
    const wanted = Math.max(0, Math.min(this.steps.length - 1, step));
    const forward = wanted === this.at + 1;
    this.#feed.settle();
    this.at = wanted;
    const shown = this.#shownAt(wanted);
    if (forward) this.#feed.hear({ ...shown, since: wanted - 1, events: this.steps[wanted]!.events });
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
