/** The player's desk: the card picked up, the line looked at, and what is sent to the table. */
import { buzz } from '../../../lib/haptics';
import { t } from '../../../lib/i18n/index.svelte';
import { playSound } from '../../../lib/sound';
import { onTurn } from '../../../lib/table/status';
import {
  cellKey,
  cardName,
  type Action,
  type Cell,
  type GameEvent,
  type SouvenirsSession,
  type View,
} from '../names';

export interface Held {
  /** stays with the card while it moves from the hand into the grid */
  key: string;
  card: string;
}

/** Jokers are alike, so a laid one is known by its place. */
export const flipKey = (card: string, at: Cell): string => (card === 'joker' ? `joker@${cellKey(at)}` : card);

/** A hand with its keys; of jokers it is known only how many there are. */
export const heldKeys = (hand: readonly string[]): Held[] =>
  hand.map((card, i) => ({
    card,
    key: card === 'joker' ? `joker#${hand.slice(0, i).filter((other) => other === card).length}` : card,
  }));

export class Desk {
  readonly session: SouvenirsSession;
  /** The key of the hand card picked up. */
  picked = $state.raw<string | null>(null);
  /** The line looked at; a second press books it. */
  line = $state.raw<string | null>(null);
  /** The key of the hand card whose move was refused. */
  refused = $state.raw<string | null>(null);
  /** Cells where others laid cards since one's own last turn, with their seats. */
  fresh = $state.raw<Readonly<Record<string, number>>>({});
  /** what everybody still held at the end, turned over */
  hands = $state.raw<readonly (readonly string[])[]>([]);
  /** What a screen reader is told of the last step. */
  said = $state.raw('');

  constructor(session: SouvenirsSession) {
    this.session = session;
  }

  get view(): View {
    return this.session.view;
  }
  get ready(): boolean {
    return onTurn(this.session) && !this.session.readonly && this.session.pending === null;
  }
  get placing(): boolean {
    return this.ready && this.view.phase === 'place';
  }
  get booking(): boolean {
    return this.ready && this.view.phase === 'book';
  }
  get canPass(): boolean {
    return this.booking && this.session.legal.some(({ type }) => type === 'pass');
  }
  get card(): string | null {
    return this.hand.find(({ key }) => key === this.picked)?.card ?? null;
  }

  /** What a hint points at: a hand card, a place in the grid, a line to book. */
  get hinted(): { card?: string; place?: string; line?: string } {
    const { suggested } = this.session;
    if (suggested?.type === 'place') return { card: suggested.card, place: cellKey(suggested.at) };
    return suggested?.type === 'book' ? { line: suggested.line } : {};
  }

  /** A card on its way to the grid, if its place is free. */
  get onItsWay(): { card: string; at: Cell } | null {
    const { pending } = this.session;
    return pending?.type === 'place' && !(cellKey(pending.at) in this.view.grid) ? pending : null;
  }

  get hand(): Held[] {
    const own = this.session.seat === null ? null : this.view.seats[this.session.seat]?.hand;
    const held = [...(own ?? [])];
    if (this.onItsWay) held.splice(held.indexOf(this.onItsWay.card), 1);
    return heldKeys(held);
  }

  /** Where the picked card can go; without one, where any card can. */
  get places(): ReadonlySet<string> {
    const { card } = this;
    const found = this.placing ? this.session.legal : [];
    return new Set(
      found.flatMap((action) =>
        action.type === 'place' && (card === null || action.card === card) ? [cellKey(action.at)] : [],
      ),
    );
  }

  get bookable(): ReadonlySet<string> {
    const found = this.booking ? this.session.legal : [];
    return new Set(found.flatMap((action) => (action.type === 'book' ? [action.line] : [])));
  }

  pick(key: string): void {
    this.picked = this.picked === key ? null : key;
    this.refused = null;
    this.line = null;
    if (this.card) this.said = t('souvenirs.said.picked', { card: cardName(this.card) });
    buzz('tap');
  }

  letGo(): void {
    this.picked = this.line = this.refused = null;
  }

  /** Asks for any place: where the card cannot lie, the answer says why. */
  async lay(at: Cell): Promise<void> {
    const { card, picked } = this;
    if (card === null || !this.placing) return;
    playSound('card');
    const answer = await this.session.act({ type: 'place', card, at: [...at] });
    this.refused = answer.ok ? null : picked;
    if (answer.ok) this.picked = null;
  }

  /** The first press looks at a line, the second books it. */
  press(line: string): void {
    if (this.line === line && this.bookable.has(line)) return void this.book(line);
    this.line = this.line === line ? null : line;
    buzz('tap');
  }

  async book(line: string): Promise<void> {
    if (await this.#act({ type: 'book', line })) buzz('good');
  }

  async pass(): Promise<void> {
    await this.#act({ type: 'pass' });
  }

  /** Takes notice of what happened. */
  follow(events: readonly GameEvent[]): void {
    for (const event of events) {
      if (event.type === 'dealt') [this.fresh, this.hands] = [{}, []];
      if (event.type === 'finished') this.hands = event.hands;
      if (event.type === 'placed')
        this.fresh =
          event.seat === this.session.seat
            ? {}
            : { ...(this.session.seat === null ? {} : this.fresh), [cellKey(event.at)]: event.seat };
      if (event.type === 'drew' && event.seat === this.session.seat && event.card)
        this.said = t('souvenirs.said.drew', { card: cardName(event.card) });
      if ('seat' in event && event.seat === this.session.seat) this.line = null;
    }
    if (events.some(({ type }) => type === 'booked')) playSound('tick');
    else if (events.some(({ type }) => type === 'placed')) playSound('card');
  }

  async #act(action: Action): Promise<boolean> {
    const { ok } = await this.session.act(action);
    if (ok) this.line = null;
    return ok;
  }
}
