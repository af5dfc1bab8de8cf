/** Looking back at one's own matches. */
import { get } from '../api/client';
import type { CostlyDecisions, HistoryPage, Statistics } from '../api/types';

export interface Wanted {
  game: string;
  against: 'all' | 'people' | 'bots';
  opponent: string;
}

export const EVERYTHING: Wanted = { game: '', against: 'all', opponent: '' };

/** Finished matches, the latest first; after `before`, the next page. */
export function myMatches({ game, against, opponent }: Wanted, before?: string | null) {
  const query = new URLSearchParams({ against });
  if (game) query.set('game', game);
  if (opponent) query.set('opponent', opponent);
  if (before) query.set('before', before);
  return get<HistoryPage>(`/api/me/history?${query.toString()}`);
}
export const myStatistics = () => get<Statistics>('/api/me/statistics');
export const myCostly = (game: string) =>
  get<CostlyDecisions>(`/api/me/decisions?game=${encodeURIComponent(game)}`);
