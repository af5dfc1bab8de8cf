/** What the server tells where people learn; what can be used without it is kept by the browser. */
import { Denied, get, post } from '../api/client';
import type {
  Again,
  Challenged,
  Joined,
  Lesson,
  Puzzles,
  PuzzleSheet,
  ReviewShown,
  SharedDeal,
  Tried,
  TryOut,
} from '../api/types';
import { language } from '../i18n/index.svelte';

const CACHE = 'learn';

/** Asks the server; without it, what it said the last time. */
async function kept<T>(path: string): Promise<T> {
  const cache = 'caches' in globalThis ? await caches.open(CACHE).catch(() => null) : null;
  try {
    const found = await get<T>(path);
    void cache?.put(path, new Response(JSON.stringify(found))).catch(() => undefined);
    return found;
  } catch (error) {
    const known = error instanceof Denied ? undefined : await cache?.match(path);
    if (!known) throw error;
    return (await known.json()) as T;
  }
}

const at = (table: string, rest: string, match?: number) =>
  `/api/tables/${encodeURIComponent(table)}/${rest}${match === undefined ? '' : `?match=${match}`}`;

export const lessonOf = (game: string) => kept<Lesson>(`/api/lessons/${game}/${language()}`);
export const allPuzzles = () => kept<Puzzles>('/api/puzzles');
export const puzzleSheet = (id: string) =>
  kept<PuzzleSheet>(`/api/puzzles/${encodeURIComponent(id)}/${language()}`);
export const tryOut = (exercise: string, wish: TryOut) =>
  post<Tried>(`/api/exercises/${encodeURIComponent(exercise)}/try`, wish);

export const reviewOf = (table: string, match?: number) => get<ReviewShown>(at(table, 'review', match));
export const beginReview = (table: string, match?: number) =>
  post<ReviewShown>(at(table, 'review', match), {});
export const playFrom = (table: string, wish: Again) => post<Joined>(at(table, 'again'), wish);
export const sendChallenge = (table: string) => post<Challenged>(at(table, 'challenge'), {});

/** Where a shared deal is asked for: the day's of a game, or a challenge. */
export const dealPath = (kind: 'daily' | 'challenge', name: string) =>
  `/api/${kind === 'daily' ? 'daily' : 'challenges'}/${encodeURIComponent(name)}`;
/** The page of a shared deal by its id: a day's, which stays that day's when it is over, or a challenge. */
export function dealPage(id: string): string {
  const [kind, game, day] = id.split('.');
  return kind === 'daily' ? `/daily/${game}?day=${day}` : `/challenge/${id}`;
}
export const sharedDeal = (path: string, day?: string) =>
  get<SharedDeal>(day === undefined ? path : `${path}?day=${day}`);
export const playDeal = (path: string, you: string) => post<Joined>(path, { you });
