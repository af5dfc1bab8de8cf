/** Words for Jericho's cards and colours. */
import type { jericho } from '../../lib/api/types';
import { formatList, t } from '../../lib/i18n/index.svelte';
import type { Shelf } from '../../lib/cards/names';

export const COLOURS = ['red', 'yellow', 'green', 'blue', 'white'] as const;
export type View = jericho.View;
export type Action = jericho.Action;
export type GameEvent = jericho.Event;

export const colourName = (colour: string): string => t(`jericho.colour.${colour}`);

const VALUES = [1, 3, 4, 5, 7];

/** Every different card, by colour. */
export const ALBUM: readonly Shelf[] = [
  ...COLOURS.map((colour) => ({
    title: `jericho.colour.${colour}` as const,
    cards: VALUES.map((value) => `${colour}-${value}`),
  })),
  { title: 'jericho.card.trumpet', cards: ['trumpet'] },
  { title: 'jericho.card.scoring', cards: ['scoring'] },
];

export function cardName(card: string | null): string {
  if (card === null) return t('jericho.card.hidden');
  if (card === 'trumpet' || card === 'scoring') return t(`jericho.card.${card}`);
  const [colour = '', value = ''] = card.split('-');
  return t('jericho.card', { colour: t(`jericho.on_card.${colour}`), value: Number(value) });
}

export const cardNames = (cards: readonly string[]): string => formatList(cards.map(cardName));

/** What is printed on a wall card; null for one without a number. */
export const printed = (card: string): number | null => Number(card.split('-')[1]) || null;

export const colourOf = (card: string): string => card.split('-')[0] ?? '';
