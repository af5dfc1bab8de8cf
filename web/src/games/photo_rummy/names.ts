/** Words for the cards of Photo Rummy. */
import { t } from '../../lib/i18n/index.svelte';
import { categoryOf, cityOf, isJoker } from './desk/cards';

export function cardName(card: string): string {
  if (isJoker(card)) return t('photo_rummy.joker', { number: categoryOf(card) });
  return t('photo_rummy.photo', {
    city: cityName(cityOf(card)),
    category: t(`photo_rummy.one.${categoryOf(card)}`),
  });
}

/** In a sentence nobody asks which of the jokers it is. */
export const plainName = (card: string): string =>
  isJoker(card) ? t('photo_rummy.joker.word') : cardName(card);

export const cityName = (city: string): string => t(`photo_rummy.city.${city}`);
export const categoryName = (category: string): string => t(`photo_rummy.category.${category}`);
