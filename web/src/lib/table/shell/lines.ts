/** What happened, as lines of the log. */
import { language } from '../../i18n/index.svelte';
import type { LogEntry } from '../../ui/LogList.svelte';
import type { GameEvent, GameModule, Told } from '../contract';

type Said = Omit<LogEntry, 'key'> | null;

/** What was said of an event, and to whom: a log of hundreds of lines grows by one at a time. */
const known = new WeakMap<object, { to: string; said: Said }>();

export function linesOf(events: readonly GameEvent[], module: GameModule, session: Told): LogEntry[] {
  const names = session.players.map(({ name }) => name);
  const wording = events.length > 0 ? module.wording?.(session.view) : '';
  const to = [language(), session.seat, wording, ...names].join();
  return events.flatMap((event, key) => {
    const said = saidOf(event, events[key - 1], module, session, to);
    return said ? [{ key, ...said }] : [];
  });
}

function saidOf(
  event: GameEvent,
  before: GameEvent | undefined,
  module: GameModule,
  session: Told,
  to: string,
): Said {
  const already = known.get(event);
  if (already?.to === to) return already.said;
  const line = module.describe(event, session, before);
  const said = line && { text: line.text, seat: line.seat ?? null };
  known.set(event, { to, said });
  return said;
}
