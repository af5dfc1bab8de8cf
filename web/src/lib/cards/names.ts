/** What cards are called; each game says it in its names.ts. */
import type { TextKey } from '../i18n/index.svelte';

export type CardName = (card: string) => string;

/** Cards that belong together, for the page that shows them all. */
export interface Shelf {
  title: TextKey;
  cards: readonly string[];
}

/** What a game says about its cards. */
export interface CardWords {
  cardName: CardName;
  /** every different card */
  ALBUM?: readonly Shelf[];
  /** what stands beneath a card there, line by line; without it, its name */
  caption?: (card: string) => readonly string[];
}

const files = import.meta.glob<CardWords>('../../games/*/names.ts');

/** What a game says about its cards; one that says nothing leaves them their ids. */
export async function wordsOf(game: string): Promise<CardWords> {
  const file = files[`../../games/${game}/names.ts`];
  return file ? await file() : { cardName: (card) => card };
}

/** How a game names its cards in the reader's language. */
export const cardNamesOf = async (game: string): Promise<CardName> => (await wordsOf(game)).cardName;
