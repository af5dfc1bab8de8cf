/** One's own hand as it is shown: sorted by colour and value, each card with a key that stays. */
import { COLOURS, colourOf } from '../names';

export interface Held {
  key: string;
  card: string;
}

const rank = (card: string): number => {
  const colour = (COLOURS as readonly string[]).indexOf(colourOf(card));
  return (colour < 0 ? COLOURS.length : colour) * 10 + Number(card.split('-')[1] ?? 0);
};

export function heldCards(hand: readonly string[]): Held[] {
  const seen = new Map<string, number>();
  return [...hand]
    .sort((a, b) => rank(a) - rank(b))
    .map((card) => {
      const nth = seen.get(card) ?? 0;
      seen.set(card, nth + 1);
      return { key: `${card}#${nth}`, card };
    });
}
