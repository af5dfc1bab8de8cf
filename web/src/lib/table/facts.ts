/** What of a log still counts: an entry that takes something back removes it. */
import type { LogEntry } from '../api/client';

interface Facts {
  events: unknown[];
  /** who took a move back, if that was the last thing that happened */
  undoneBy: number | null;
  /** what stand-ins did, and for which seats */
  byBot: readonly { events: readonly unknown[]; seat: number }[];
}

/** The log up to a version; each event counts one there, and so does taking something back. */
export function factsOf(log: readonly LogEntry[], version: number): Facts {
  const entries: LogEntry[] = [];
  let undoneBy: number | null = null;
  let reached = 0;
  for (const entry of log) {
    reached += entry.undo ? 1 : entry.events.length;
    if (reached > version) break;
    if (entry.undo) entries.pop();
    else entries.push(entry);
    undoneBy = entry.undo ? (entry.seat ?? null) : null;
  }
  const byBot = entries.flatMap(({ events, seat, by }) =>
    by === 'bot' && typeof seat === 'number' ? [{ events, seat }] : [],
  );
  return { events: entries.flatMap(({ events }) => events), undoneBy, byBot };
}
