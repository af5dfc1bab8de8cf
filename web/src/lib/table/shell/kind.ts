/** One kind sentence for whoever did not win, about this match. */
import { formatList, t } from '../../i18n/index.svelte';
import type { Counted } from '../contract';
import type { Ranked } from './ranking';

/** So close to the winner, as a share of the winner's points, is close. */
const CLOSE = 0.1;

export function kindWords(
  ranking: readonly Ranked[],
  seat: number,
  lines: readonly Counted[],
): string | null {
  const own = ranking.find((each) => each.seat === seat);
  const first = ranking[0];
  if (!own || !first || own.won) return null;
  const gap = Math.abs(first.score - own.score);
  if (gap > 0 && gap <= Math.max(1, CLOSE * Math.abs(first.score))) return t('final.close', { count: gap });
  const best = bestLine(seat, lines);
  if (best) return t('final.best', { ...best });
  const behind = ranking.filter(({ rank }) => rank > own.rank).map(({ name }) => name);
  if (behind.length > 0) return t('final.ahead', { names: formatList(behind) });
  return t('final.next_time');
}

/** Where nobody got as many points, and by the most. */
function bestLine(seat: number, lines: readonly Counted[]): { label: string; points: number } | null {
  const led = lines.flatMap(({ label, values }) => {
    const points = values[seat] ?? 0;
    const others = Math.max(0, ...values.filter((_, i) => i !== seat).map((value) => value ?? 0));
    return points > others ? [{ label, points, lead: points - others }] : [];
  });
  const [most] = led.sort((a, b) => b.lead - a.lead);
  return most ? { label: most.label, points: most.points } : null;
}
