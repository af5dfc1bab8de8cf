/** What a game's own folder says about its cover. */
export interface Cover {
  /** where it stands on the start page; a game without a place comes last */
  place?: number;
  /** who made it, as the box says */
  author?: string;
  publisher?: string;
  /** from which age, as the box says */
  age?: number;
  /** how long it takes: what the box says, or about what it takes here */
  minutes?: number;
  /** what a match agrees on that is played from the cover, where that is not the rulebook's */
  quick?: Readonly<Record<string, number>>;
  /** what a practice round agrees on, in games that nobody should meet at full speed first */
  practice?: Readonly<Record<string, number>>;
  /** three cards that show what it is about */
  cards?: readonly string[];
  /** cards whose faces are too heavy for the first screen: the build draws them, with an edge in this colour */
  pictures?: readonly { card: string; edge: string }[];
}

const files = import.meta.glob<Cover>('../games/*/cover.json', { eager: true, import: 'default' });

export const coverOf = (game: string): Cover => files[`../games/${game}/cover.json`] ?? {};

/** The games in the order in which the start page shows them. */
export function inOrder<Game extends { id: string }>(games: readonly Game[]): Game[] {
  const place = ({ id }: Game) => coverOf(id).place ?? Number.MAX_SAFE_INTEGER;
  return [...games].sort((a, b) => place(a) - place(b));
}
