/** A finished match as a table can show it: step by step, nothing to be pressed. */
import type { Outcome } from '../api/types';
import { t } from '../i18n/index.svelte';
import type { Answer, GameEvent, Player, Session, View } from '../table/contract';

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
  /** shown as a step forward, so that what happened can be seen happening */
  #forward = $state(false);
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
  readonly hints = false;
  readonly fits = true;
  readonly practice = false;

  constructor(steps: readonly Step[], names: readonly string[], seat: number | null) {
    this.steps = steps;
    this.#names = names;
    this.seat = seat;
  }

  get #step(): Step {
    return this.steps[this.at]!;
  }
  get view(): View {
    return this.#step.view;
  }
  get toAct(): readonly number[] {
    return this.#step.to_act;
  }
  get version(): number {
    return this.at;
  }
  get events(): readonly GameEvent[] {
    return this.#forward ? this.#step.events : [];
  }
  get outcome(): Outcome | null {
    return this.#step.outcome;
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

  show(step: number): void {
    const wanted = Math.max(0, Math.min(this.steps.length - 1, step));
    this.#forward = wanted === this.at + 1;
    this.at = wanted;
  }

  now(): number {
    return this.#step.at;
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
