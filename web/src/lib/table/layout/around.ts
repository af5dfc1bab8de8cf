import type { Session } from '../contract';

/** The players in turn order from the viewer's left, one's own seat last. */
export function around({ players, seat }: Pick<Session, 'players' | 'seat'>): Session['players'] {
  const first = seat === null ? 0 : seat + 1;
  return players.map((_, i) => players[(first + i) % players.length]!);
}
