/** Words for the cards of Photo Rummy. */
import { t } from '../../lib/i18n/index.svelte';
import type { Shelf } from '../../lib/cards/names';
import { CATEGORIES, CITIES, categoryOf, cityOf, isJoker } from './desk/cards';
import glossed from './glossed.json';

/** Every photo, by capital, and a joker. */
export const ALBUM: readonly Shelf[] = [
  ...CITIES.map((city) => ({
    title: `photo_rummy.city.${city}` as Shelf['title'],
    cards: CATEGORIES.map((category) => `${city}-${category}`),
  })),
  { title: 'photo_rummy.joker.word', cards: ['joker-1'] },
];

export function cardName(card: string): string {
  if (isJoker(card)) return t('photo_rummy.joker.word');
  return t('photo_rummy.photo', {
    city: cityName(cityOf(card)),
    category: t(`photo_rummy.one.${categoryOf(card)}`),
  });
}

/** What is printed under the picture: the very sight that it shows. */
export const titleOf = (card: string): string =>
  isJoker(card) ? cardName(card) : t(`photo_rummy.card.${card}`);

/** All that a card says: its capital and category, and its title. */
export const fullName = (card: string): string =>
  isJoker(card) ? cardName(card) : `${cardName(card)}, ${titleOf(card)}`;

export const cityName = (city: string): string => t(`photo_rummy.city.${city}`);
export const categoryName = (category: string): string => t(`photo_rummy.category.${category}`);

/** What a title leaves open ("symbol of Sweden"), for the few cards where it does. */
export const glossOf = (card: string): string | null =>
  glossed.includes(card) ? t(`photo_rummy.gloss.${card}`) : null;

/** What the album says beneath a card. */
export const caption = (card: string): readonly string[] =>
  isJoker(card) ? [cardName(card)] : [titleOf(card), glossOf(card) ?? categoryName(categoryOf(card))];
