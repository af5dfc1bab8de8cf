/** Which cards travel where on the table when something happens; a card's name is its key. */
import type { photo_rummy } from '../../../lib/api/types';
import type { Source } from '../../../lib/motion/plan';

const stackOf = (stack: number) => `[data-place=stack-${stack}]`;
const seatOf = (seat: number) => `[data-seat="${seat}"]`;
/** the stack in the middle: all are dealt from */
const DEALER = 2;

export function sourcesOf(event: photo_rummy.Event, viewer: number | null): Source[] {
  switch (event.type) {
    case 'drew':
      return [
        {
          card: event.card,
          from: stackOf(event.stack),
          to: event.seat === viewer && event.card ? event.card : seatOf(event.seat),
        },
      ];
    case 'laid': {
      if (event.seat === viewer) return [];
      const laid = event.laid.map((card) => ({ card, from: seatOf(event.seat), to: card }));
      const taken = event.taken.map((card) => ({ card, from: card, to: seatOf(event.seat) }));
      return [...laid, ...taken];
    }
    case 'dealt':
      return (event.racks[viewer ?? -1] ?? []).flatMap((card) =>
        card === null ? [] : [{ card, from: stackOf(DEALER), to: card }],
      );
    default:
      return [];
  }
}
