/** What a list says of one of my tables. */
import type { MyTable } from '../api/types';
import { formatDate, formatList, formatNumber, t } from '../i18n/index.svelte';

/** Each with its length, and with how many of the next shorter ones make one of it. */
const UNITS = [
  ['day', 86_400_000, 24],
  ['hour', 3_600_000, 60],
  ['minute', 60_000, 60],
] as const;

/** A time that is left, in a unit of which there are two at least or just one: "23 hours", "1 day", "2 days". */
export function aboutTime(milliseconds: number): string {
  // a turn that has just begun is as long as was agreed
  const parts = (size: number, inOne: number) => Math.round((milliseconds / size) * inOne);
  const fits = ([, size, inOne]: (typeof UNITS)[number]) =>
    parts(size, inOne) >= 2 * inOne || parts(size, inOne) === inOne;
  const [unit, size, inOne] = UNITS.find(fits) ?? UNITS[2];
  const count = Math.max(1, Math.floor(parts(size, inOne) / inOne));
  return formatNumber(count, { style: 'unit', unit, unitDisplay: 'long' });
}

const called = (table: MyTable, wanted: (seat: MyTable['seats'][number]) => boolean): string =>
  formatList(
    table.seats.flatMap((seat, i) =>
      wanted(seat) ? [seat.kind === 'open' ? t('seat.open') : seat.name || t(`bot.name.${i % 5}`)] : [],
    ),
  );

/** Those whom one meets there. */
export const company = (table: MyTable): string =>
  called(table, ({ mine }) => !mine) || called(table, () => true);

/** How things stand there, in a few words. */
export function standing(table: MyTable): string {
  const { status, my_turn: mine, left_ms: left, changed_at: changed } = table;
  if (mine && status === 'over') return t('tables.again');
  if (mine && left !== null) return t('tables.left', { time: aboutTime(left) });
  if (table.invited) return t('tables.invited');
  const names = called(table, ({ to_act: acts }) => acts);
  if (!mine && status === 'running' && names) return t('turn.waiting', { names });
  const first = called(table, ({ place }) => place === 1);
  if (status === 'over' && first) return t('tables.winner', { names: first });
  return formatDate(changed);
}
