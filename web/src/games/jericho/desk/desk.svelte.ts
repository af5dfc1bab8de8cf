/** What a player at Jericho's table has picked, what that would do, and where it may go. */
import type { jericho } from '../../../lib/api/types';
import { buzz } from '../../../lib/haptics';
import { t } from '../../../lib/i18n/index.svelte';
import type { Session } from '../../../lib/table/contract';
import { onTurn } from '../../../lib/table/status';
import type { COLOURS } from '../names';
import { cardName, cardNames, colourName, colourOf, printed, type Action } from '../names';
import { heldCards, type Held } from './hand';
import { blowing, building, lengthThen, type LanePreview, type Preview } from './preview';
import { leadersOf, lengthsOf, wallsOf, type Walls } from './walls';

/** Where a card can be laid: the ground of a colour, or the store in the middle. */
export type Place = (typeof COLOURS)[number] | 'supply';

/** What pressing a place does now. */
export interface Way {
  readonly label: string;
  readonly chosen: boolean;
  readonly onpress: () => void;
  readonly onpoint: () => void;
}

export class Desk {
  readonly #session: () => Session<'jericho'>;
  picked = $state<string | null>(null);
  /** the colour that a trumpet was pointed at */
  colour = $state<string | null>(null);
  /** where the mouse, the focus or the carried card is */
  pointed = $state<Place | null>(null);
  refused = $state<string | null>(null);
  /** what a trumpet would do, colour by colour, as the server tells it */
  foretold = $state.raw<readonly jericho.Blown[]>([]);

  constructor(session: () => Session<'jericho'>) {
    this.#session = session;
  }

  readonly hand = $derived.by((): readonly Held[] => {
    const { seat, view } = this.#session();
    return heldCards((seat === null ? null : view.seats[seat]?.hand) ?? []);
  });
  readonly card = $derived(this.hand.find(({ key }) => key === this.picked)?.card ?? null);
  readonly ready = $derived.by(() => {
    const session = this.#session();
    return onTurn(session) && !session.readonly && session.pending === null;
  });
  readonly playing = $derived(this.ready && this.#phase === 'play');
  /** a trumpet is in the hand, and where to blow is still open */
  readonly blows = $derived(this.card === 'trumpet' && this.playing);

  get #phase() {
    return this.#session().view.phase;
  }
  get #walls(): Walls {
    return wallsOf(this.#session().view);
  }

  /** What the picked card would do where it is pointed; a trumpet at no colour yet shows all five. */
  readonly preview = $derived.by((): Preview => {
    const { seat } = this.#session();
    if (seat === null || this.card === null || !this.playing || this.pointed === 'supply') return {};
    if (this.card !== 'trumpet') return building(seat, this.card);
    const aimed = this.pointed ?? this.colour;
    const shown = this.foretold.filter(({ colour }) => aimed === null || colour === aimed);
    return Object.assign({}, ...shown.map((blown) => blowing(this.#walls, blown))) as Preview;
  });

  of(colour: string): LanePreview | null {
    return this.preview[colour] ?? null;
  }

  /** How long the longest wall of what is foreseen would be. */
  readonly foreseen = $derived.by(() => {
    const brass = this.#session().view.trumpet_length;
    const each = Object.entries(this.preview).flatMap(([colour, lane]) =>
      this.#walls.map((own, seat) => lengthThen(own[colour] ?? [], seat, lane, brass) ?? 0),
    );
    return Math.max(0, ...each);
  });

  /** What is picked is what a hint has named. */
  readonly advised = $derived.by((): boolean => {
    const { suggested } = this.#session();
    if (suggested === null || this.card === null) return false;
    if (suggested.type === 'trumpet') return this.card === 'trumpet' && this.colour === suggested.colour;
    return this.card === suggested.card;
  });

  /** The same in a sentence; null where there is nothing to say. */
  readonly told = $derived.by((): string | null => {
    if (this.card === null || !this.ready) return null;
    if (this.pointed === 'supply' || this.#phase === 'feed') return toldOfSupply(this.card);
    if (!this.playing) return null;
    if (this.card !== 'trumpet') return this.#toldOfWall(this.card);
    const blown = this.foretold.find(({ colour }) => colour === (this.pointed ?? this.colour));
    return blown ? this.#toldOfTrumpet(blown) : null;
  });

  #toldOfWall(card: string): string {
    const { seat, view } = this.#session();
    const colour = colourOf(card);
    const length = lengthThen(
      this.#walls[seat!]?.[colour] ?? [],
      seat!,
      this.of(colour),
      view.trumpet_length,
    );
    const others = lengthsOf(this.#walls, view.trumpet_length).map((own, of) => (of === seat ? {} : own));
    const longest = (length ?? 0) > leadersOf(others, colour).length;
    const wall = t(longest ? 'jericho.foretold.longest' : 'jericho.foretold.wall', {
      colour: colourName(colour),
      length: length ?? 0,
    });
    return printed(card) === 1 ? `${wall} ${t('jericho.foretold.nugget')}` : wall;
  }

  #toldOfTrumpet(blown: jericho.Blown): string {
    const fallen = blown.falls.flatMap((fall) => fall.cards);
    const what =
      fallen.length > 0
        ? t('jericho.foretold.falls', { cards: cardNames(fallen) })
        : t('jericho.foretold.nothing');
    const then = blown.joins
      ? t('jericho.foretold.joins', { length: this.#session().view.trumpet_length })
      : t('jericho.foretold.gone', { colour: colourName(blown.colour) });
    return `${what} ${then}`;
  }

  /** What can be done with the picked card at a place; null where it cannot go. */
  way(place: Place): Way | null {
    const action = this.#actionAt(place);
    if (action === null) return null;
    const aims = action.type === 'trumpet';
    return {
      label: aims ? t('jericho.choose', { colour: colourName(action.colour) }) : this.#called(action),
      chosen: aims && this.colour === place,
      // a trumpet is aimed first, and blown with the button: nobody blows down a wall by accident
      onpress: () => (aims ? (this.colour = place) : void this.act(action)),
      onpoint: () => (this.pointed = place),
    };
  }

  #called(action: Action): string {
    if (action.type === 'first') return t('jericho.do.first', { card: cardName(action.card) });
    if (action.type === 'wall') return t('jericho.do.wall', { card: cardName(action.card) });
    return t('jericho.do.supply');
  }

  #actionAt(place: Place): Action | null {
    const { card } = this;
    if (card === null || !this.ready) return null;
    if (place === 'supply')
      return this.#phase === 'feed'
        ? { type: 'feed', card }
        : this.#phase === 'play'
          ? { type: 'supply', card }
          : null;
    if (this.#phase === 'play' && card === 'trumpet') return { type: 'trumpet', colour: place };
    if (colourOf(card) !== place) return null;
    return this.#phase === 'play'
      ? { type: 'wall', card }
      : this.#phase === 'first'
        ? { type: 'first', card }
        : null;
  }

  pick(key: string): void {
    this.picked = this.picked === key ? null : key;
    this.colour = this.pointed = this.refused = null;
    buzz('tap');
  }

  /** Takes a card up and does not lay it down again. */
  hold(key: string): void {
    if (this.picked !== key) this.pick(key);
  }

  letGo(): void {
    this.picked = this.colour = this.pointed = null;
  }

  /** Lays the picked card where it was dropped; a dropped trumpet is blown. */
  drop(place: Place): void {
    const action = this.#actionAt(place);
    if (action !== null) void this.act(action);
  }

  async act(action: Action): Promise<boolean> {
    const answer = await this.#session().act(action);
    this.refused = answer.ok ? null : this.picked;
    if (answer.ok) this.letGo();
    return answer.ok;
  }

  /** Picks what a hint has named, so that the table shows what it would do. */
  follow(action: Action): void {
    const card = 'card' in action ? action.card : 'trumpet';
    const key = this.hand.find((held) => held.card === card)?.key;
    if (key === undefined) return;
    this.picked = key;
    this.colour = 'colour' in action ? action.colour : null;
    this.pointed = action.type === 'supply' ? 'supply' : null;
  }
}

const toldOfSupply = (card: string): string =>
  card === 'trumpet'
    ? t('jericho.foretold.supply.trumpet')
    : t('jericho.foretold.supply', { colour: colourName(colourOf(card)) });
