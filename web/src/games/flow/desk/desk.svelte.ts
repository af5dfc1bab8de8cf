/** The table as the hand at it sees it: what lies where, what is picked, what is on its way. */
import type { CardState } from '../../../lib/cards/state';
import { t } from '../../../lib/i18n/index.svelte';
import { foresee } from './foresee';
import { placeAt } from './gestures';
import { follow, NO_HEAPS } from './heaps';
import { drop, intend, type Place } from './intents';
import { Moves } from './moves.svelte';
import { REMEMBERED } from './rivals';
import type { Action, GameEvent, Table } from '../names';
import { secondsTo, ticking } from './ticking.svelte';

const STORED = 'quartett.flow.fits';
const ECHO_MS = 600;
const NOTHING_PLAYED = { place: null as Place | null, at: -Infinity };

export class Desk {
  readonly #session: () => Table;
  readonly moves: Moves;
  readonly #now: () => number;
  /** the piles as what happened so far left them */
  #followed = $state.raw(NO_HEAPS);
  root = $state<HTMLElement>();
  picked = $state.raw<Place | null>(null);
  showsFits = $state(false);
  /** the last card that one tap sent to the only pile where it fits */
  #played = NOTHING_PLAYED;

  readonly seen = $derived.by(() => foresee(this.view, this.session.seat, this.moves.wishes));
  readonly heaps = $derived.by(() => follow(this.#followed, this.view, []));
  readonly own = $derived.by(() =>
    this.session.seat === null ? null : (this.seen.seats[this.session.seat] ?? null),
  );
  readonly mayStop = $derived.by(() => this.session.legal.some(({ type }) => type === 'stop'));
  /** nobody can do anything but wait, as far as can be seen from here */
  readonly stuck = $derived.by(
    () =>
      this.view.phase === 'running' &&
      this.session.toAct.every((seat) => seat === this.session.seat) &&
      this.session.legal.every(({ type }) => type === 'stop'),
  );

  #recent: readonly GameEvent[] = [];

  constructor(session: () => Table) {
    this.#session = session;
    this.moves = new Moves(session, () => this.#recent);
    this.showsFits = session().practice || localStorage.getItem(STORED) === 'on';
    this.#now = ticking(session, () => this.view.until !== null || this.stuck);
  }

  get session() {
    return this.#session();
  }

  /** Takes notice of what happened. */
  hear(events: readonly GameEvent[]): void {
    this.#followed = follow(this.#followed, this.view, events);
    this.#recent = [...this.#recent, ...events].slice(-REMEMBERED);
  }
  get view() {
    return this.session.view;
  }
  get refusedCard() {
    return this.moves.refused?.card ?? null;
  }

  /** Whole seconds until the countdown or the pause ends. */
  get secondsLeft(): number | null {
    return this.view.until === null ? null : secondsTo(this.view.until, this.#now());
  }

  get stalemateIn(): number | null {
    return this.stuck ? secondsTo(this.view.acted_at + this.view.options.stalemate_ms, this.#now()) : null;
  }

  get prompt(): string {
    const { phase } = this.view;
    const own = this.own;
    if (!own) return t('flow.prompt.watch');
    if (phase !== 'running') return t(`flow.prompt.${phase}`);
    if (this.stuck) return t('flow.prompt.stuck');
    if (this.session.lead) return t('flow.lead', this.session.lead);
    if (own.hand || this.seen.drawing) return t(own.draw_pile > 0 ? 'flow.prompt.hand' : 'flow.prompt.last');
    if (own.refilling) return t('flow.prompt.refill');
    if (this.picked) return t(this.picked.startsWith('own') ? 'flow.prompt.picked' : 'flow.prompt.aimed');
    if (own.draw_pile === 0) return t('flow.prompt.stop');
    return t(own.display.includes(null) ? 'flow.prompt.draw' : 'flow.prompt.play');
  }

  press(place: Place): void {
    if (!this.#ready() || this.#isEcho(place)) return;
    const intent = intend(place, this.#situation());
    if ('action' in intent) {
      const { action } = intent;
      if (place.startsWith('own-') && action.type === 'play' && !this.picked)
        this.#played = { place: `pile-${action.pile}`, at: performance.now() };
      this.#want(action);
    } else this.picked = intent.pick;
  }

  /** A card was dragged from a place and let go. */
  drop(from: Place, at: { x: number; y: number }, towards: { x: number; y: number }): void {
    if (!this.root || !this.#ready()) return;
    const onto = placeAt(this.root, at, towards);
    const action = onto === null ? null : drop(from, onto as Place, this.#situation());
    if (action) this.#want(action);
    else this.picked = null;
  }

  /** The tap on the pile that many still make after a tap that was enough. */
  #isEcho(place: Place): boolean {
    const { place: pile, at } = this.#played;
    this.#played = NOTHING_PLAYED;
    return place === pile && performance.now() - at < ECHO_MS;
  }

  stop(): void {
    if (this.mayStop) this.moves.want({ type: 'stop' });
  }

  toggleFits(): void {
    this.showsFits = !this.showsFits;
    localStorage.setItem(STORED, this.showsFits ? 'on' : 'off');
  }

  /** What may be pointed at: what was suggested, else everything for those who asked for it. */
  get #shown(): readonly Action[] {
    const { suggested, legal } = this.session;
    return suggested ? [suggested] : this.showsFits && this.session.fits ? legal : [];
  }

  /** Whether to show that this could be done. */
  fits(action: Action): boolean {
    return this.#shown.some((other) =>
      Object.entries(action).every(
        ([key, value]) => (other as unknown as Record<string, unknown>)[key] === value,
      ),
    );
  }

  ownFits(slot: number): boolean {
    return this.#shown.some((action) => action.type === 'play' && action.from === `display-${slot}`);
  }

  /** Whether the card picked or held could go there. */
  pileFits(pile: number): boolean {
    const source = this.own?.hand
      ? 'hand'
      : this.picked?.startsWith('own-')
        ? this.picked.replace('own', 'display')
        : null;
    return (
      source !== null &&
      this.#shown.some((action) => action.type === 'play' && action.pile === pile && action.from === source)
    );
  }

  stateOf(card: string | null, fits: boolean, picked = false): CardState[] {
    if (card === null) return [];
    const states: [CardState, boolean][] = [
      ['pending', this.seen.moving.has(card)],
      ['refused', this.refusedCard === card],
      ['selected', picked],
      ['playable', fits],
    ];
    return states.flatMap(([state, holds]) => (holds ? [state] : []));
  }

  #ready(): boolean {
    return (
      this.own !== null &&
      !this.session.readonly &&
      (this.view.phase === 'running' || this.view.phase === 'countdown')
    );
  }

  #situation() {
    return {
      view: this.view,
      seat: this.session.seat!,
      seen: this.seen,
      drawing: this.moves.pending?.action.type === 'draw',
      picked: this.picked,
      legal: this.session.legal,
    };
  }

  #want(action: Action): void {
    this.picked = null;
    this.moves.want(action);
  }
}
