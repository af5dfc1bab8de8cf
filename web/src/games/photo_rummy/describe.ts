/** What happened, in a sentence, and the score sheet. */
import type { photo_rummy } from '../../lib/api/types';
import { formatList, t } from '../../lib/i18n/index.svelte';
import type { Counted, Line, Told } from '../../lib/table/contract';
import { cardName } from './names';
import { signed } from './desk/words';

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

/** What each round brought; a match that went on from a late moment knows only the sum of those before. */
export function breakdown(view: photo_rummy.View, events: readonly photo_rummy.Event[]): Counted[] {
  const points = events.flatMap((event) =>
    event.type === 'round_won'
      ? [event.points]
      : event.type === 'round_drawn'
        ? [view.seats.map(() => 0)]
        : [],
  );
  const before = view.round - points.length;
  const { rounds } = view.options;
  const told = points.map((values, i) => ({
    label: t('photo_rummy.round', { round: before + i + 1, rounds }),
    values,
  }));
  if (before === 0 || told.length === 0) return told;
  const earlier = view.seats.map(({ score }, seat) =>
    points.reduce((left, each) => left - (each[seat] ?? 0), score),
  );
  return [{ label: t('photo_rummy.before'), values: earlier }, ...told];
}
