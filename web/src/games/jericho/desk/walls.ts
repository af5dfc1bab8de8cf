/** Walls and how long they are, as the view and the events tell it. */
import { COLOURS, type View } from '../names';

/** By seat and colour, the cards of the wall. */
export type Walls = readonly Readonly<Record<string, readonly string[]>>[];

export const wallsOf = (view: View): Walls => view.seats.map(({ walls }) => walls);

/** By seat and colour, how long the wall is. */
export type Lengths = readonly Readonly<Record<string, number>>[];

export const lengthsOf = (view: View): Lengths => view.seats.map(({ lengths }) => lengths);

/** Seats with the longest wall of a colour, and how long it is. */
export function leadersOf(lengths: Lengths, colour: string): { seats: number[]; length: number } {
  const each = lengths.map((own) => own[colour] ?? 0);
  const length = Math.max(0, ...each);
  return { length, seats: length > 0 ? each.flatMap((one, seat) => (one === length ? [seat] : [])) : [] };
}

/** How high a stone is, in hundredths of a unit of length: where many walls are short of width, higher. */
export const STONE = { usual: 160, crowded: 240 };

const SHORTEST_SCALE = 16;

/** How many units of length all walls are drawn in, so that they can be compared. */
export function scaleOf(lengths: Lengths): number {
  const longest = Math.max(0, ...lengths.flatMap((own) => COLOURS.map((colour) => own[colour] ?? 0)));
  return Math.max(SHORTEST_SCALE, longest + 1);
}
