/** Which cards travel where on the table when something happens. */
import type { jericho } from '../../../lib/api/types';
import type { Source } from '../../../lib/motion/plan';
import type { Batch } from '../../../lib/table/feed.svelte';
import { colourOf, type GameEvent } from '../names';
import { heldCards } from './hand';

const SUPPLY = '.supply';
const DRAW = '.draw';
const seatOf = (seat: number) => `[data-seat="${seat}"]`;
const wallOf = (seat: number, colour: string) => `[data-wall="${seat}-${colour}"] .stones`;

export function sourcesOf(event: GameEvent, batch: Batch<'jericho'>): Source[] {
  const viewer = batch.view.viewer;
  /** where a card leaves from: one's own hand, whose cards have keys, or another player */
  const home = (seat: number, card: string | null) =>
    (seat === viewer && card !== null && changed(batch, card, 'before')) || seatOf(seat);
  switch (event.type) {
    case 'built':
      return [
        {
          card: event.card,
          from: home(event.seat, event.card),
          to: wallOf(event.seat, colourOf(event.card)),
        },
      ];
    // what falls is the blast's to show
    case 'blown':
      return [{ card: 'trumpet', from: home(event.seat, 'trumpet'), to: wallOf(event.seat, event.colour) }];
    case 'fed':
    case 'supplied':
      return [{ card: null, from: home(event.seat, event.card), to: SUPPLY }];
    case 'drew': {
      const key = event.seat === viewer && event.card !== null && changed(batch, event.card, 'after');
      return [{ card: null, from: DRAW, to: key || seatOf(event.seat) }];
    }
    default:
      return [];
  }
}

/** What was won goes from the supply to its new owner, a few cards of it. */
export const shareOf = ({ seat, cards }: jericho.Share): Source[] =>
  cards.slice(0, 3).map((card) => ({ card, from: SUPPLY, to: seatOf(seat) }));

/** The key of a card that is in one's hand only before, or only after. */
function changed({ before, view }: Batch<'jericho'>, card: string, when: 'before' | 'after'): string | null {
  const keys = (of: typeof before) =>
    heldCards(of?.seats[of.viewer ?? -1]?.hand ?? [])
      .filter((held) => held.card === card)
      .map(({ key }) => key);
  const [then, now] = [keys(before), keys(view)];
  const [some, others] = when === 'before' ? [then, now] : [now, then];
  return some.find((key) => !others.includes(key)) ?? null;
}
