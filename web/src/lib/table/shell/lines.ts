/** What happened, as lines of the log. */
import type { LogEntry } from '../../ui/LogList.svelte';
import type { GameModule, Session } from '../contract';

export function linesOf(events: readonly unknown[], module: GameModule, session: Pick<Session, 'players' | 'seat'>): LogEntry[] {
  return events.flatMap((event, key) => {
    const line = module.describe(event, session);
    return line ? [{ key, text: line.text, seat: line.seat ?? null }] : [];
  });
}
