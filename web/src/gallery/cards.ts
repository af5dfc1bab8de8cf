import type { CardWords } from '../lib/cards/names';

const words = import.meta.glob<CardWords>('../games/*/names.ts', { eager: true });

/** Every different card of every game, and the back. */
export const CARDS: Record<string, (string | null)[]> = Object.fromEntries(
  Object.entries(words).map(([file, { ALBUM = [] }]) => [
    file.split('/').at(-2)!,
    [...ALBUM.flatMap(({ cards }) => cards), null],
  ]),
);
