/** What would fall and what would come, ground by ground; the facts come from the server or are the card itself. */
import type { jericho } from '../../../lib/api/types';
import { colourOf } from '../names';
import { longOf, type Walls } from './walls';

export interface LanePreview {
  /** by seat: places in the wall that would fall */
  readonly falling: Readonly<Record<number, readonly number[]>>;
  /** by seat: cards that would be added */
  readonly coming: Readonly<Record<number, readonly string[]>>;
}

/** By colour. */
export type Preview = Readonly<Record<string, LanePreview>>;

/** A card that would be laid in one's own layout. */
export const building = (seat: number, card: string): Preview => ({
  [colourOf(card)]: { falling: {}, coming: { [seat]: [card] } },
});

/** A trumpet, as the server foretells it or as it was blown. */
export function blowing(walls: Walls, blown: jericho.Blown): Preview {
  const falling = Object.fromEntries(
    blown.falls.map(({ seat, cards, crumbled }) => [
      seat,
      places(walls[seat]?.[blown.colour] ?? [], cards, crumbled),
    ]),
  );
  return { [blown.colour]: { falling, coming: blown.joins ? { [blown.seat]: ['trumpet'] } : {} } };
}

/** How long a wall would be; null where nothing would change. */
export function lengthThen(
  wall: readonly string[],
  seat: number,
  preview: LanePreview | null,
  brass: number,
): number | null {
  const falling = preview?.falling[seat] ?? [];
  const coming = preview?.coming[seat] ?? [];
  if (falling.length + coming.length === 0) return null;
  return longOf([...wall.filter((_, place) => !falling.includes(place)), ...coming], brass);
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
