/** Words for the cards of Speed & Flow, and the names of its types. */
import type { flow } from '../../lib/api/types';
import { t } from '../../lib/i18n/index.svelte';
import type { Session } from '../../lib/table/contract';
import type { Shelf } from '../../lib/cards/names';

export type View = flow.View;
export type Action = flow.Action;
export type GameEvent = flow.Event;
export type Seat = flow.PlayerView;
export type Table = Session<'flow'>;

const COLOURS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const;
const SYMBOLS = ['star', 'moon', 'sun', 'drop', 'leaf', 'heart'] as const;
const COUNTS = [1, 2, 3, 4];

/** Every card, by colour. */
export const ALBUM: readonly Shelf[] = COLOURS.map((colour) => ({
  title: `flow.colour.${colour}` as const,
  cards: SYMBOLS.flatMap((symbol) => COUNTS.map((count) => `${count}-${colour}-${symbol}`)),
}));

export function cardName(card: string | null): string {
  if (card === null) return t('flow.card.hidden');
  const [count, colour, symbol] = card.split('-');
  return t('flow.card', {
    count: Number(count),
    colour: t(`flow.colour.${colour}`),
    symbol: t(`flow.symbol.${symbol}`),
  });
}

export const pileName = (pile: number): string => t(`flow.pile.${pile}`);
