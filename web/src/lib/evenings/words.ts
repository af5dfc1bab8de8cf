/** What an evening says of itself. */
import type { EveningShown } from '../api/types';
import { gameName } from '../games.svelte';
import { formatNumber, t } from '../i18n/index.svelte';

/** A table of a round, as evenings tell of it. */
export type PlayedTable = EveningShown['played'][number]['tables'][number];

export const eveningName = ({ name, game }: { name: string; game: string }): string =>
  name || t('evenings.untitled', { game: gameName(game) });

/** How things stand, for everybody. */
export function stateText({ state, round, rounds, next_at }: EveningShown): string {
  return t(`evenings.state.${next_at === null ? state : 'pause'}`, { round, rounds });
}

/** What the clock runs towards: the end of the round, or the beginning of the next one. */
export const clockEnd = ({ ends_at, next_at }: EveningShown): number | null => ends_at ?? next_at;

/** What it means for oneself, if anything. */
export function ownText(evening: EveningShown): string | null {
  const { you, state } = evening;
  if (you.member === null || state === 'over') return null;
  const me = evening.members.find(({ id }) => id === you.member);
  if (!me?.plays) return t('evenings.you.directs');
  if (state !== 'running') return null;
  if (you.table) return t('evenings.you.table');
  if (you.bye) return t('evenings.you.bye');
  const sat = evening.played.at(-1)?.tables.some(({ seats }) => seats.some(({ member }) => member === me.id));
  return t(sat ? 'evenings.you.done' : 'evenings.you.late');
}

/** Points as they are written: halves and thirds, with two digits at most. */
export const points = (value: number): string => formatNumber(value, { maximumFractionDigits: 2 });

/** A gain with its sign. */
export const gain = (value: number): string =>
  formatNumber(value, { maximumFractionDigits: 2, signDisplay: 'exceptZero' });

export const seatName = ({ name, member }: { name: string; member: string | null }): string =>
  name || (member === null ? t('evenings.bot') : '');
