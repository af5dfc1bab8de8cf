/** Lists of cards on the table; each keeps its number, so that it keeps its place on the screen. */
import { sorted } from './cards';

export interface List {
  readonly id: number;
  readonly cards: readonly string[];
}
export type Table = readonly (readonly string[])[];

let last = 0;
export const newList = (cards: readonly string[]): List => ({ id: ++last, cards: sorted(cards) });

const same = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((card) => other.includes(card));

export const holds = (table: Table, cards: readonly string[]): boolean =>
  table.some((each) => same(each, cards));

/** Whether two tables hold the same lists, in whatever order. */
export const sameTable = (one: Table, other: Table): boolean =>
  one.length === other.length && one.every((cards) => holds(other, cards));

/** A new table in the places of the old one: a list stays where most of its cards were. */
export function settle(table: Table, old: readonly List[]): List[] {
  const home = new Map(old.flatMap(({ id, cards }) => cards.map((card) => [card, id] as const)));
  const taken = new Set<number>();
  const lists = [...table]
    .map((cards) => ({ cards, wish: mostCommon(cards.flatMap((card) => home.get(card) ?? [])) }))
    .sort((a, b) => b.wish.count - a.wish.count)
    .map(({ cards, wish }) => {
      if (wish.id === null || taken.has(wish.id)) return newList(cards);
      taken.add(wish.id);
      return { id: wish.id, cards: sorted(cards) };
    });
  const order = new Map(old.map(({ id }, place) => [id, place]));
  const at = (list: List) => order.get(list.id) ?? old.length + list.id;
  return lists.sort((a, b) => at(a) - at(b));
}

function mostCommon(ids: readonly number[]): { id: number | null; count: number } {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  const best = [...counts].sort((a, b) => b[1] - a[1])[0];
  return best ? { id: best[0], count: best[1] } : { id: null, count: 0 };
}

/** The lists after some cards went to one of them, to a new one (`new`) or away (`rack`). */
export function moved(lists: readonly List[], cards: readonly string[], to: number | 'new' | 'rack'): List[] {
  const rest = lists.map((list) => {
    const left = list.cards.filter((card) => !cards.includes(card));
    const next = list.id === to ? [...left, ...cards] : left;
    return next.length === list.cards.length && next.every((card) => list.cards.includes(card))
      ? list
      : { id: list.id, cards: sorted(next) };
  });
  const full = rest.filter((list) => list.cards.length > 0);
  return to === 'new' ? [...full, newList(cards)] : full;
}

/** Cards of a table that lie with others than before, the newly laid ones included. */
export function movedCards(before: Table, after: Table): string[] {
  const shared = (one: readonly string[], other: readonly string[]) =>
    one.filter((card) => other.includes(card)).length;
  // a list stays where most of it still lies together: there is but one such place
  const stays = (list: readonly string[]) =>
    after.reduce<readonly string[]>(
      (best, cards) => (shared(list, cards) > shared(list, best) ? cards : best),
      [],
    );
  const still = new Map(before.map((list) => [stays(list), list]));
  return after.flatMap((cards) => cards.filter((card) => !still.get(cards)?.includes(card)));
}
