/** What a list says of one of my tables. */
import type { MyTable } from '../api/types';
import { formatDate, formatList, formatNumber, t } from '../i18n/index.svelte';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** A time that is left, in a unit of which there are two at least: "23 hours", "2 days". */
export function aboutTime(milliseconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => milliseconds >= 2 * size) ?? UNITS[2];
  const count = Math.max(1, Math.floor(milliseconds / size));
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
