/** The table as it will look if what is on its way is accepted: only for the eye. */
import type { Action, Seat, View } from '../names';

/** An action on its way, and the card that it was meant for. */
export interface Wish {
  action: Action;
  card: string | null;
}

export interface Foreseen {
  seats: readonly Seat[];
  /** cards on their way to each middle pile */
  laid: readonly (readonly string[])[];
  /** a card on its way to one's own steal pile */
  stealing: string | null;
  /** one's own hand reaches for the draw pile */
  drawing: boolean;
  /** everything that is not sure yet */
  moving: ReadonlySet<string>;
}

export const slotOf = (from: 'display-0' | 'display-1' | 'hand'): number | null =>
  from === 'hand' ? null : Number(from.at(-1));

/** The card that an action is about, as far as it is known. */
export function cardOf(view: View, seat: number, action: Action): string | null {
  const own = view.seats[seat];
  if (action.type === 'play')
    return (action.from === 'hand' ? own?.hand : own?.display[slotOf(action.from)!]) ?? null;
  if (action.type === 'set') return own?.hand ?? null;
  if (action.type === 'steal') return view.seats[action.seat]?.display[action.slot] ?? null;
  return null;
}

export function foresee(view: View, seat: number | null, wishes: readonly Wish[]): Foreseen {
  const start: Foreseen = {
    seats: view.seats,
    laid: view.middle.map(() => []),
    stealing: null,
    drawing: false,
    moving: new Set(),
  };
  return seat === null ? start : wishes.reduce((seen, wish) => after(seen, seat, wish), start);
}

function after(seen: Foreseen, seat: number, { action, card }: Wish): Foreseen {
  const own = seen.seats[seat];
  if (!own) return seen;
  if (action.type === 'draw') return { ...seen, drawing: own.hand === null };
  if (card === null) return seen;
  const moving = new Set([...seen.moving, card]);
  if (action.type === 'set') {
    return own.hand === card
      ? {
          ...seen,
          moving,
          seats: put(seen.seats, seat, {
            ...own,
            hand: null,
            display: placed(own.display, action.slot, card),
          }),
        }
      : seen;
  }
  if (action.type === 'play') {
    const rest = without(own, action.from, card);
    return rest
      ? {
          ...seen,
          moving,
          seats: put(seen.seats, seat, rest),
          laid: seen.laid.map((cards, i) => (i === action.pile ? [...cards, card] : cards)),
        }
      : seen;
  }
  if (action.type !== 'steal') return seen;
  const victim = seen.seats[action.seat];
  if (victim?.display[action.slot] !== card) return seen;
  return {
    ...seen,
    moving,
    stealing: card,
    seats: put(seen.seats, action.seat, { ...victim, display: placed(victim.display, action.slot, null) }),
  };
}

function without(own: Seat, from: 'display-0' | 'display-1' | 'hand', card: string): Seat | null {
  const slot = slotOf(from);
  if (slot === null) return own.hand === card ? { ...own, hand: null } : null;
  return own.display[slot] === card ? { ...own, display: placed(own.display, slot, null) } : null;
}

const put = (seats: readonly Seat[], index: number, seat: Seat) =>
  seats.map((other, i) => (i === index ? seat : other));
const placed = ([left, right]: Seat['display'], slot: number, card: string | null): Seat['display'] =>
  slot === 0 ? [card, right] : [left, card];
