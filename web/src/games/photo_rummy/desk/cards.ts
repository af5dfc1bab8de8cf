/** What a card shows, as far as drawing and sorting need it. */
import plates from '../plates.json';

export const CITIES = Object.keys(plates);
export const CATEGORIES = ['palace', 'church', 'sight', 'symbol', 'delicacy', 'letterbox'] as const;
export type Category = (typeof CATEGORIES)[number];
export type Sorting = 'city' | 'category' | 'hand';

export const isJoker = (card: string): boolean => card.startsWith('joker');
export const cityOf = (card: string): string => card.split('-')[0]!;
export const categoryOf = (card: string): string => card.split('-')[1]!;

const JOKERS_LAST = 1000;
const place = (card: string, bySubject: boolean): number => {
  if (isJoker(card)) return JOKERS_LAST + Number(categoryOf(card));
  const [city, category] = [CITIES.indexOf(cityOf(card)), CATEGORIES.indexOf(categoryOf(card) as Category)];
  return bySubject ? category * CITIES.length + city : city * CATEGORIES.length + category;
};

/** The cards in the order of capitals, or of categories; jokers stand last. */
export const sorted = (cards: readonly string[], by: 'city' | 'category' = 'city'): string[] =>
  [...cards].sort((a, b) => place(a, by === 'category') - place(b, by === 'category'));

export interface Line {
  readonly kind: 'row' | 'set';
  readonly of: string;
}

/** What the photos of a list have in common, for its name on the screen. */
export function lineOf(cards: readonly string[]): Line | null {
  const photos = cards.filter((card) => !isJoker(card));
  const first = photos[0];
  if (first === undefined || photos.length < 2) return null;
  if (photos.every((card) => cityOf(card) === cityOf(first))) return { kind: 'row', of: cityOf(first) };
  if (photos.every((card) => categoryOf(card) === categoryOf(first)))
    return { kind: 'set', of: categoryOf(first) };
  return null;
}

/** Whether cards go with a list by what they show; whether they may be laid there is for the rules to say. */
export function belongs(cards: readonly string[], list: readonly string[]): boolean {
  const photos = cards.filter((card) => !isJoker(card));
  const there = list.filter((card) => !isJoker(card));
  if (photos.length === 0) return list.length > 0;
  const line = lineOf(list);
  const row = photos.every((card) => there.every((other) => cityOf(card) === cityOf(other)));
  const set =
    photos.every((card) => there.every((other) => categoryOf(card) === categoryOf(other))) &&
    new Set([...photos, ...there].map(cityOf)).size === photos.length + there.length;
  return line?.kind === 'row' ? row : line?.kind === 'set' ? set : there.length > 0 && (row || set);
}
