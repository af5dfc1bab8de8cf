/** What happened, as lines of the log. */
import { language, t } from '../../i18n/index.svelte';
import type { LogEntry } from '../../ui/LogList.svelte';
import type { GameEvent, GameModule, Told } from '../contract';

/** Who is told; at a live table it is known where a stand-in acted. */
type Reader = Told & { actedByBot?: (event: GameEvent) => readonly number[] };

type Said = Omit<LogEntry, 'key'> | null;

/** What was said of an event, and to whom: a log of hundreds of lines grows by one at a time. */
const known = new WeakMap<object, { to: string; said: Said }>();

export function linesOf(events: readonly GameEvent[], module: GameModule, session: Reader): LogEntry[] {
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
  session: Reader,
  to: string,
): Said {
  const already = known.get(event);
  if (already?.to === to) return already.said;
  let line = module.describe(event, session, before);
  const seat = line?.seat ?? null;
  if (seat !== null && session.actedByBot?.(event).includes(seat))
    line = module.describe(event, asBots(session, seat), before);
  const said = line && { text: line.text, seat: line.seat ?? null };
  known.set(event, { to, said });
  return said;
}

/** The same for a seat whose stand-in acted: under the person's name, and never as one's own deed. */
function asBots({ players, view }: Told, seat: number): Told {
  const named = players.map((each) =>
    each.seat === seat ? { ...each, name: t('name.bot', { name: each.name }), self: false } : each,
  );
  return { players: named, view, seat: null };
}
