/** Words for the cards of Photo Rummy. */
import { t } from '../../lib/i18n/index.svelte';
import { categoryOf, cityOf, isJoker } from './desk/cards';

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
