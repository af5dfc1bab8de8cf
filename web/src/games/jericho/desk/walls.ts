/** Walls and how long they are, as the view and the events tell it. */
import { COLOURS, printed, type View } from '../names';

/** By seat and colour, the cards of the wall. */
export type Walls = readonly Readonly<Record<string, readonly string[]>>[];

export const wallsOf = (view: View): Walls => view.seats.map(({ walls }) => walls);

/** By seat and colour, how long the wall is. */
export type Lengths = readonly Readonly<Record<string, number>>[];

/** How long a row of cards is; those without a number count what brass does. */
export const longOf = (cards: readonly string[], brass: number): number =>
  cards.reduce((sum, card) => sum + (printed(card) ?? brass), 0);

export const lengthsOf = (walls: Walls, brass: number): Lengths =>
  walls.map((own) =>
    Object.fromEntries(Object.entries(own).map(([colour, cards]) => [colour, longOf(cards, brass)])),
  );

/** Seats with the longest wall of a colour, and how long it is. */
export function leadersOf(lengths: Lengths, colour: string): { seats: number[]; length: number } {
  const each = lengths.map((own) => own[colour] ?? 0);
  const length = Math.max(0, ...each);
  return { length, seats: length > 0 ? each.flatMap((one, seat) => (one === length ? [seat] : [])) : [] };
}

const MIN_SCALE = 10;

/** How many units of length the whole height stands for: one scale for all walls, so that they compare. */
export function scaleOf(lengths: Lengths, foreseen = 0): number {
  const longest = Math.max(0, ...lengths.flatMap((own) => COLOURS.map((colour) => own[colour] ?? 0)));
  return Math.max(MIN_SCALE, longest, foreseen);
}
