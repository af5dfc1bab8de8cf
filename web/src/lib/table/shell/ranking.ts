/** The final order: winners first, then as the scores are sorted from the winners' side. */
import type { Player, Session } from '../contract';

export interface Ranked {
  seat: number;
  name: string;
  score: number;
  rank: number;
  won: boolean;
  self: boolean;
}

export function rankingOf(outcome: NonNullable<Session['outcome']>, players: readonly Player[]): Ranked[] {
  const { scores, winners } = outcome;
  const best = scores[winners[0] ?? 0] ?? 0;
  // in some games few points are good: the winner's side of the others says which
  const high = scores.every((score) => score <= best);
  const rows = players.map(({ seat, name, self }) => ({
    seat,
    name,
    self,
    score: scores[seat] ?? 0,
    won: winners.includes(seat),
  }));
  const ordered = rows.sort(
    (a, b) => Number(b.won) - Number(a.won) || (high ? b.score - a.score : a.score - b.score),
  );
  return ordered.map((row) => ({
    ...row,
    rank: 1 + ordered.findIndex((other) => other.won === row.won && other.score === row.score),
  }));
}
