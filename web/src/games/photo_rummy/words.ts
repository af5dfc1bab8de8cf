/** What lists and happenings are called in the reader's language. */
import type { photo_rummy } from '../../lib/api/types';
import { formatList, formatNumber, t } from '../../lib/i18n/index.svelte';
import type { Line, Session } from '../../lib/table/contract';
import { lineOf } from './cards';
import { cardName, categoryName, cityName } from './names';

type Told = Pick<Session, 'players' | 'seat'>;

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
  switch (said?.reason?.split('.')[1]) {
    case undefined:
      return '';
    case 'mixed':
      return t('photo_rummy.lack.mixed');
    case 'row_too_long':
    case 'set_too_long':
      return t('photo_rummy.lack.too_long');
    case 'too_many_jokers':
      return t('photo_rummy.lack.photos', { count: said!.missing });
    default:
      return t('photo_rummy.lack.cards', { count: said!.missing });
  }
}

/** Why the whole draft cannot be laid. */
export function whyNot({ reason, about }: photo_rummy.DraftRefusal): string {
  const of = String(about['of'] ?? '');
  switch (reason.split('.')[1]) {
    case 'not_opened':
      return t('photo_rummy.why.not_opened');
    case 'photo_missing':
      return t('photo_rummy.why.photo_missing', { card: cardName(String(about['card'])) });
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

/** One line of the log for an event. */
export function describe(event: photo_rummy.Event, told: Told): Line | null {
  const text = 'seat' in event ? doing(event, told) : happening(event, told);
  if (text === null) return null;
  return 'seat' in event ? { text, seat: event.seat } : { text };
}

type Doing = Extract<photo_rummy.Event, { seat: number }>;

function doing(event: Doing, told: Told): string {
  const who = event.seat === told.seat ? 'you' : 'other';
  const name = nameOf(event.seat, told);
  switch (event.type) {
    case 'drew':
      return event.card
        ? t('photo_rummy.log.drew.card', { card: cardName(event.card) })
        : t(`photo_rummy.log.drew.${who}`, { name });
    case 'passed':
      return t(`photo_rummy.log.passed.${who}`, { name });
    case 'round_won':
      return t(`photo_rummy.log.won.${who}`, { name, points: signed(event.points[event.seat] ?? 0) });
    case 'laid':
      return laying(event, who, name);
  }
}

function laying({ laid, taken }: photo_rummy.Laid, who: 'you' | 'other', name: string): string {
  const count = laid.length;
  const cards = formatList(laid.map(cardName));
  const what =
    count === 0
      ? t(`photo_rummy.log.moved.${who}`, { name })
      : t(`photo_rummy.log.laid.${who}`, { name, count, cards });
  return taken.length === 0
    ? what
    : `${what} ${t(`photo_rummy.log.taken.${who}`, { name, count: taken.length })}`;
}

function happening(event: Exclude<photo_rummy.Event, Doing>, told: Told): string | null {
  switch (event.type) {
    case 'dealt':
      return t(`photo_rummy.log.dealt.${event.starter === told.seat ? 'you' : 'other'}`, {
        round: event.round,
        name: nameOf(event.starter, told),
      });
    case 'round_drawn':
      return t('photo_rummy.log.drawn');
    case 'finished':
      return t('photo_rummy.log.finished');
    case 'hidden':
      return null;
  }
}

const nameOf = (seat: number, { players }: Told): string => players[seat]?.name ?? '';

/** The score sheet as far as a view knows it. */
export const scores = (view: photo_rummy.View): { label: string; values: number[] }[] => [
  { label: t('photo_rummy.score.points'), values: view.seats.map(({ score }) => score) },
  { label: t('photo_rummy.score.rack'), values: view.seats.map(({ rack_size }) => rack_size) },
];
