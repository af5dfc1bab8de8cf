/** Which cards a moment of a match was about. */
import type { GameEvent } from '../table/contract';

const MAX_CARDS = 8;
const LISTS = ['laid', 'cards'] as const;

/** The cards that a seat played, laid or blew down, in the order of what happened. */
export function cardsOf(events: readonly GameEvent[], seat: number | null): string[] {
  const played = events.filter((event) => 'seat' in event && event.seat === seat && event.type !== 'drew');
  return played.flatMap((event) => namedIn(event)).slice(0, MAX_CARDS);
}

function namedIn(event: object): string[] {
  const fields = event as Readonly<Record<string, unknown>>;
  const one = typeof fields['card'] === 'string' ? [fields['card']] : [];
  const many = LISTS.flatMap((name) => (Array.isArray(fields[name]) ? (fields[name] as unknown[]) : []));
  const falls = Array.isArray(fields['falls']) ? (fields['falls'] as object[]).flatMap(namedIn) : [];
  const blown = fields['type'] === 'blown' ? ['trumpet'] : [];
  return [...blown, ...one, ...many.filter((card) => typeof card === 'string'), ...falls];
}
