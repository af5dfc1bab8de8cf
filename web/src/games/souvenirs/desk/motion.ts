/** Which cards, cubes and points travel where on the table when something happens. */
import type { Source } from '../../../lib/motion/plan';
import type { Batch, FindPause } from '../../../lib/table/feed.svelte';
import type { GameEvent, View } from '../names';
import { flipKey, heldKeys } from './desk.svelte';

const DRAW = '.draw .card';
const seatOf = (seat: number) => `[data-seat="${seat}"]`;
export const cubeKey = (line: string, seat: number): string => `cube ${line} ${seat}`;

export function sourcesOf(event: GameEvent, { before, view }: Batch<'souvenirs'>): Source[] {
  switch (event.type) {
    case 'placed':
      return [{ card: event.card, from: seatOf(event.seat), to: flipKey(event.card, event.at) }];
    case 'booked':
      return [{ card: null, from: seatOf(event.seat), to: cubeKey(event.line, event.seat) }];
    case 'drew':
      return [
        {
          card: null,
          from: DRAW,
          to: event.seat === view.viewer ? newIn(before, view) : seatOf(event.seat),
        },
      ];
    default:
      return [];
  }
}

/** Points on their way from a line to whoever gets them. */
export const pointsOf = (line: string, seat: number, text: string): Source => ({
  card: null,
  from: `[data-line="${line}"]`,
  to: seatOf(seat),
  points: { text, seat },
});

/** The key of the card that one's hand has now and had not before. */
function newIn(before: View | null, view: View): string {
  const keys = (of: View | null) => heldKeys(of?.seats[of.viewer ?? -1]?.hand ?? []).map(({ key }) => key);
  const old = keys(before);
  return keys(view).findLast((key) => !old.includes(key)) ?? '';
}

/** The full grid is counted line by line: until then, the points stay as they were. */
export const pauseOf: FindPause<'souvenirs'> = ({ before, view, events }) => {
  const at = events.findIndex(({ type }) => type === 'finished');
  if (at < 0 || !before) return null;
  return {
    events: at + 1,
    told: at + 1,
    view: { ...view, phase: 'book', turn: null, scores: before.scores },
  };
};
