/** What cards are called; each game says it in its names.ts. */
export type CardName = (card: string) => string;

const files = import.meta.glob<{ cardName: CardName }>('../../games/*/names.ts');

/** How a game names its cards in the reader's language; one that does not say it leaves them their ids. */
export async function cardNamesOf(game: string): Promise<CardName> {
  const file = files[`../../games/${game}/names.ts`];
  return file ? (await file()).cardName : (card) => card;
}
