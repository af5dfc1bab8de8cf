/** What one's own hand does: one action on its way, one more remembered while the hand is busy. */
import { buzz } from '../../../lib/haptics';
import { has, t } from '../../../lib/i18n/index.svelte';
import { playSound } from '../../../lib/sound';
import type { Refusal } from '../../../lib/table/contract';
import { cardOf, type Wish } from './foresee';
import type { Action, GameEvent, Table } from '../names';
import { rivalOf } from './rivals';

export interface Refused extends Wish {
  text: string;
  number: number;
}

const SHOWN_MS = 2600;
const TRIES = 3;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class Moves {
  pending = $state.raw<Wish | null>(null);
  queued = $state.raw<Wish | null>(null);
  refused = $state.raw<Refused | null>(null);
  readonly wishes = $derived([this.pending, this.queued].filter((wish) => wish !== null));

  readonly #session: () => Table;
  /** what happened last at the table */
  readonly #recent: () => readonly GameEvent[];
  #later: ReturnType<typeof setTimeout> | undefined;
  #fades: ReturnType<typeof setTimeout> | undefined;
  #number = 0;

  constructor(session: () => Table, recent: () => readonly GameEvent[]) {
    this.#session = session;
    this.#recent = recent;
  }

  /** Does it now, or as soon as the hand is free; a later wish takes the place of one that waits. */
  want(action: Action): void {
    const session = this.#session();
    if (session.readonly || session.seat === null) return;
    this.refused = null;
    buzz('tap');
    const wish = { action, card: cardOf(session.view, session.seat, action) };
    if (action.type === 'stop') return void this.#call(wish);
    if (!this.pending && this.#busyFor() <= 0) return void this.#send(wish);
    this.queued = wish;
    if (!this.pending) this.#wait();
  }

  /** A new round: what was wished for in the old one is void. */
  forget(): void {
    clearTimeout(this.#later);
    this.queued = null;
  }

  #busyFor(): number {
    const session = this.#session();
    return (session.view.seats[session.seat ?? -1]?.busy_until ?? 0) - session.now();
  }

  #wait(): void {
    clearTimeout(this.#later);
    this.#later = setTimeout(
      () => {
        const wish = this.queued;
        this.queued = null;
        if (wish) void this.#send(wish);
      },
      Math.max(0, this.#busyFor()),
    );
  }

  async #call(wish: Wish): Promise<void> {
    const answer = await this.#session().act(wish.action, { quiet: true });
    if (!answer.ok) this.#tell(wish, answer.refusal);
  }

  async #send({ action, card }: Wish): Promise<void> {
    const { view, seat } = this.#session();
    // what was wished for before a card was drawn is about a card known only now
    const wish = { action, card: card ?? cardOf(view, seat!, action) };
    this.pending = wish;
    const refusal = await this.#ask(wish.action, TRIES);
    this.pending = null;
    if (refusal) {
      if (this.queued && needsHand(this.queued.action)) this.queued = null;
      this.#tell(wish, refusal);
    } else playSound(wish.action.type === 'steal' ? 'good' : wish.action.type === 'draw' ? 'draw' : 'card');
    if (this.queued) this.#wait();
  }

  /** Asks again where only the hand was not yet free: the clocks may differ a little. */
  async #ask(action: Action, tries: number): Promise<Refusal | null> {
    const answer = await this.#session().act(this.#aimed(action), { quiet: true });
    if (answer.ok) return null;
    if (answer.refusal.reason !== 'flow.busy' || tries === 0) return answer.refusal;
    await pause(Math.max(30, Number(answer.refusal.about['until']) - this.#session().now()));
    return this.#ask(action, tries - 1);
  }

  /** A play that had to wait goes on the card that lies there now, if it may; else on the one it was aimed at. */
  #aimed(action: Action): Action {
    if (action.type !== 'play') return action;
    return (
      this.#session().legal.find(
        (other) => other.type === 'play' && other.from === action.from && other.pile === action.pile,
      ) ?? action
    );
  }

  #tell(wish: Wish, refusal: Refusal): void {
    // what came too late for a round that is over needs no explaining
    if (!['running', 'countdown'].includes(this.#session().view.phase)) return;
    this.refused = { ...wish, text: this.#words(wish, refusal), number: ++this.#number };
    playSound('bad');
    buzz('bad');
    clearTimeout(this.#fades);
    this.#fades = setTimeout(() => (this.refused = null), SHOWN_MS);
  }

  #words({ action }: Wish, { reason, about, text }: Refusal): string {
    const why = reason.split('.').at(-1);
    if (why === 'beaten') return this.#race(action, Number(about['ms']));
    const key = `flow.no.${why}` as const;
    return has(key) ? t(key) : text || t('refused');
  }

  /** A race is told: who was first, and by how much. */
  #race(action: Action, ms: number): string {
    const { players, seat } = this.#session();
    const rival = rivalOf(action, this.#recent(), seat);
    return rival === null
      ? t('flow.no.beaten', { ms })
      : t('flow.no.beaten.by', { name: players[rival]?.name ?? '', ms });
  }
}

const needsHand = (action: Action) =>
  action.type === 'set' || (action.type === 'play' && action.from === 'hand');
