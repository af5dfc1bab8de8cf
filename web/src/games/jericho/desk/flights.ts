/** Which cards travel where on the table when something happens. */
import type { Flight } from '../../../lib/table/Ghosts.svelte';
import { colourOf, type GameEvent } from '../names';

const SUPPLY = '.supply';
const DRAW = '.draw';

export function flightsOf(events: readonly GameEvent[], viewer: number | null): Flight[] {
  const home = (seat: number) => (seat === viewer ? '.hand-area' : `[data-seat="${seat}"]`);
  const wall = (seat: number, colour: string) => `[data-wall="${seat}-${colour}"] .stones`;
  return events.flatMap((event): Flight[] => {
    switch (event.type) {
      case 'built':
        return [{ card: event.card, from: home(event.seat), to: wall(event.seat, colourOf(event.card)) }];
      // what falls is the blast's to show
      case 'blown':
        return [{ card: 'trumpet', from: home(event.seat), to: wall(event.seat, event.colour) }];
      case 'fed':
      case 'supplied':
        return [{ card: null, from: home(event.seat), to: SUPPLY }];
      case 'drew':
        return [{ card: null, from: DRAW, to: home(event.seat) }];
      case 'scored':
        return event.shares.flatMap(({ seat, cards }) =>
          cards.slice(0, 3).map((card) => ({ card, from: SUPPLY, to: `[data-seat="${seat}"]` })),
        );
      default:
        return [];
    }
  });
}
