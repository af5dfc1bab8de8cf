/** What would fall and what would come, lane by lane; the facts come from the server or are the card itself. */
import type { jericho } from '../../../lib/api/types';
import { colourOf } from '../names';
import type { Walls } from './walls';

export interface LanePreview {
  /** by seat: places in the wall that would fall */
  falling: Record<number, number[]>;
  /** by seat: cards that would be added */
  coming: Record<number, string[]>;
}

/** A card that would be laid in one's own layout. */
export const building = (seat: number, card: string): Record<string, LanePreview> => ({
  [colourOf(card)]: { falling: {}, coming: { [seat]: [card] } },
});

/** A trumpet, as the server foretells it. */
export function blowing(walls: Walls, blown: jericho.Blown): Record<string, LanePreview> {
  const falling = Object.fromEntries(
    blown.falls.map(({ seat, cards, crumbled }) => [
      seat,
      places(walls[seat]?.[blown.colour] ?? [], cards, crumbled),
    ]),
  );
  return { [blown.colour]: { falling, coming: blown.joins ? { [blown.seat]: ['trumpet'] } : {} } };
}

function places(wall: readonly string[], cards: readonly string[], crumbled: number): number[] {
  const left = [...cards, ...Array.from({ length: crumbled }, () => 'trumpet')];
  return wall.flatMap((card, place) => {
    const found = left.indexOf(card);
    if (found < 0) return [];
    left.splice(found, 1);
    return [place];
  });
}
