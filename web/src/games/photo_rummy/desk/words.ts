/** What lists are called in the reader's language, and what is wrong with them. */
import type { photo_rummy } from '../../../lib/api/types';
import { formatNumber, t } from '../../../lib/i18n/index.svelte';
import { lineOf } from './cards';
import { cardName, categoryName, cityName } from '../names';

/** The short name over a list: its capital or category. */
export function listTitle(cards: readonly string[]): string {
  const line = lineOf(cards);
  if (!line) return t('photo_rummy.loose');
  return line.kind === 'row' ? cityName(line.of) : categoryName(line.of);
}

/** The full name of a list: "row Paris". */
export function listName(cards: readonly string[]): string {
  const line = lineOf(cards);
  if (!line) return t('photo_rummy.loose');
  return t(`photo_rummy.${line.kind}`, {
    of: line.kind === 'row' ? cityName(line.of) : categoryName(line.of),
  });
}

/** What a list lacks, in a few words; empty where nothing is wrong. */
export function lack(said: photo_rummy.CombinationVerdict | null): string {
  if (!said?.reason) return '';
  switch (said.reason.split('.')[1]) {
    case 'mixed':
      return t('photo_rummy.lack.mixed');
    case 'row_too_long':
    case 'set_too_long':
      return t('photo_rummy.lack.too_long');
    case 'too_many_jokers':
      return t('photo_rummy.lack.photos', { count: said.missing });
    default:
      return t('photo_rummy.lack.cards', { count: said.missing });
  }
}

/** What a refusal says it is about, where that is a name. */
export const textOf = (about: unknown): string => (typeof about === 'string' ? about : '');

/** Why the whole draft cannot be laid. */
export function whyNot({ reason, about }: photo_rummy.DraftRefusal): string {
  const of = textOf(about['of']);
  switch (reason.split('.')[1]) {
    case 'not_opened':
      return t('photo_rummy.why.not_opened');
    case 'photo_missing':
      return t('photo_rummy.why.photo_missing', { card: cardName(textOf(about['card'])) });
    case 'joker_not_replaced_row':
      return t('photo_rummy.why.joker_row', { city: cityName(of) });
    case 'joker_not_replaced_set':
      return t('photo_rummy.why.joker_set', { category: categoryName(of) });
    case 'not_your_turn':
      return t('photo_rummy.why.not_your_turn');
    case 'draw_first':
      return t('photo_rummy.why.draw_first');
    default:
      return t('photo_rummy.why.lists');
  }
}

export const signed = (points: number): string => formatNumber(points, { signDisplay: 'exceptZero' });
