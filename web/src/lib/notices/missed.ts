/** What happened at a table since somebody last looked at it. */
import type { LogEntry } from '../api/client';

export interface Missed {
  /** what still counts of it, in order */
  events: unknown[];
  /** how often a bot acted for each seat */
  byBot: Map<number, number>;
}

/** The log after a version; each event counts one there, and so does taking something back. */
export function missedOf(log: readonly LogEntry[], version: number): Missed {
  const entries: { entry: LogEntry; fresh: boolean }[] = [];
  let reached = 0;
  for (const entry of log) {
    reached += entry.undo ? 1 : entry.events.length;
    if (entry.undo) entries.pop();
    else entries.push({ entry, fresh: reached > version });
  }
  const missed = entries.filter(({ fresh }) => fresh).map(({ entry }) => entry);
  const byBot = new Map<number, number>();
  for (const { by, seat } of missed)
    if (by === 'bot' && typeof seat === 'number') byBot.set(seat, (byBot.get(seat) ?? 0) + 1);
  return { events: missed.flatMap(({ events }) => events), byBot };
}
