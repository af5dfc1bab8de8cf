/** What is remembered of a match on this device. */
import type { PastMatch, ReviewShown, TableInfo } from '../api/types';
import type { Trend } from '../learn/memory';
import { isMistake } from './judge';

export function trendOf(
  key: string,
  table: TableInfo,
  past: PastMatch,
  review: ReviewShown,
  seat: number,
): Trend | null {
  const own = review.seats[seat];
  if (!own) return null;
  const { scores, winners } = past.outcome;
  const place = winners.includes(seat)
    ? 1
    : Math.max(2, 1 + scores.filter((score) => score > scores[seat]!).length);
  const costs: Record<string, number> = {};
  for (const step of review.steps)
    if (step.seat === seat && step.action !== null && isMistake(step))
      costs[step.action] = (costs[step.action] ?? 0) - step.delta;
  return {
    key,
    game: table.game,
    at: table.updated_at,
    place,
    players: scores.length,
    decisions: own.decisions,
    luck: own.luck,
    costs,
  };
}
