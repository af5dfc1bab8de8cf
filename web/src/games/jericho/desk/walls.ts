/** Walls as events leave them: what lay there, what came, what fell. Knows no rules, only the events. */
import { COLOURS, colourOf, type GameEvent, type View } from '../names';

/** By seat and colour, the cards of the wall. */
export type Walls = readonly Readonly<Record<string, readonly string[]>>[];

export const wallsOf = (view: View): Walls => view.seats.map(({ walls }) => walls);

/** By seat and colour, how long the wall is. */
export type Lengths = readonly Readonly<Record<string, number>>[];

export const lengthsOf = (view: View): Lengths => view.seats.map(({ lengths }) => lengths);

/** How long walls were that no view shows any more. */
const measured = (walls: Walls): Lengths =>
  walls.map((own) =>
    Object.fromEntries(Object.entries(own).map(([colour, cards]) => [colour, lengthOf(cards)])),
  );

const SIZE: Record<string, number> = { trumpet: 2 };
const lengthOf = (cards: readonly string[] = []): number =>
  cards.reduce((sum, card) => sum + (SIZE[card] ?? Number(card.split('-')[1])), 0);

function put(
  walls: Walls,
  seat: number,
  colour: string,
  change: (wall: readonly string[]) => readonly string[],
): Walls {
  return walls.map((own, i) => (i === seat ? { ...own, [colour]: change(own[colour] ?? []) } : own));
}

/** The wall without these cards, each taken once. */
export function without(wall: readonly string[], cards: readonly string[]): string[] {
  const left = [...wall];
  for (const card of cards) if (left.includes(card)) left.splice(left.lastIndexOf(card), 1);
  return left;
}

function after(walls: Walls, event: GameEvent): Walls {
  switch (event.type) {
    case 'revealed':
      return event.cards.reduce<Walls>(
        (now, card, seat) =>
          card && card !== 'trumpet' ? put(now, seat, colourOf(card), (wall) => [...wall, card]) : now,
        walls,
      );
    case 'built':
      return put(walls, event.seat, colourOf(event.card), (wall) => [...wall, event.card]);
    case 'blown': {
      const fallen = event.falls.reduce<Walls>(
        (now, { seat, cards, crumbled }) =>
          put(now, seat, event.colour, (wall) => (crumbled > 0 ? [] : without(wall, cards))),
        walls,
      );
      return event.joins ? put(fallen, event.seat, event.colour, (wall) => [...wall, 'trumpet']) : fallen;
    }
    default:
      return walls;
  }
}

/** The walls at the moment of the last scoring among these events. */
function atScoring(before: Walls, events: readonly GameEvent[]): Walls {
  const moment = events.findLastIndex(({ type }) => type === 'scored');
  return events.slice(0, moment).reduce(after, before);
}

/** The lengths that decided the last scoring: the view's, unless its walls have changed since. */
export function decisive(view: View, before: Walls, events: readonly GameEvent[]): Lengths {
  const walls = wallsOf(view);
  const since = events.slice(events.findLastIndex(({ type }) => type === 'scored') + 1);
  const unchanged = since.every((event) => event.type !== 'finished' && after(walls, event) === walls);
  return unchanged ? lengthsOf(view) : measured(atScoring(before, events));
}

/** Seats with the longest wall of a colour, and how long it is. */
export function leadersOf(lengths: Lengths, colour: string): { seats: number[]; length: number } {
  const each = lengths.map((own) => own[colour] ?? 0);
  const length = Math.max(0, ...each);
  return { length, seats: length > 0 ? each.flatMap((one, seat) => (one === length ? [seat] : [])) : [] };
}

const SHORTEST_SCALE = 16;

/** How many units of length all walls are drawn in, so that they can be compared. */
export function scaleOf(lengths: Lengths): number {
  const longest = Math.max(0, ...lengths.flatMap((own) => COLOURS.map((colour) => own[colour] ?? 0)));
  return Math.max(SHORTEST_SCALE, longest + 1);
}
