/** What this browser remembers of learning; it leaves the device only with a kept name. */
import type { Learnt } from '../api/types';

const read = <T>(key: string, usual: T): T => {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? usual;
  } catch {
    return usual;
  }
};
const write = (key: string, value: unknown): void => localStorage.setItem(key, JSON.stringify(value));

const LESSON = 'quartett.lesson.';
const SOLVED = 'quartett.puzzles.solved';
const DAYS = 'quartett.puzzles.days';
const TRENDS = 'quartett.trends';
const KEPT = 'quartett.kept';
const [MAX_SOLVED, MAX_DAYS, MAX_TRENDS] = [2000, 400, 200];

/** How many steps of a game's lesson are done, and of how many. */
export interface LessonProgress {
  step: number;
  of: number;
}
export const lessonProgress = (game: string): LessonProgress => read(LESSON + game, { step: 0, of: 0 });
export const rememberLesson = (game: string, progress: LessonProgress): void =>
  write(LESSON + game, progress);

/** The puzzles that were solved here. */
export const solvedPuzzles = (): ReadonlySet<string> => new Set(read<string[]>(SOLVED, []));
export function rememberSolved(id: string): void {
  write(SOLVED, [...new Set([...solvedPuzzles(), id])]);
}

const DAY_MS = 24 * 3600 * 1000;
const before = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

/** The days (UTC) whose puzzle was solved on that day. */
export const puzzleDays = (): readonly string[] => read<string[]>(DAYS, []);
export function rememberDay(day: string): void {
  write(DAYS, [...new Set([...puzzleDays(), day])].sort().slice(-MAX_DAYS));
}
/** How many days in a row up to a day, which may still be open. */
export function streak(days: readonly string[], today: string): number {
  const known = new Set(days);
  let [day, count] = [known.has(today) ? today : before(today), 0];
  while (known.has(day)) {
    count += 1;
    day = before(day);
  }
  return count;
}

/** One match that was looked back at. */
export interface Trend {
  key: string;
  game: string;
  at: number;
  place: number;
  players: number;
  decisions: number;
  luck: number;
  /** what each kind of action cost */
  costs: Record<string, number>;
}
export const trends = (): readonly Trend[] => read<Trend[]>(TRENDS, []);
export function rememberTrend(trend: Trend): void {
  write(TRENDS, [...trends().filter(({ key }) => key !== trend.key), trend].slice(-MAX_TRENDS));
}

/** Whether somebody keeps their name in this browser: then what is learnt is kept with it. */
export const isKept = (): boolean => localStorage.getItem(KEPT) !== null;
export function rememberKept(kept: boolean): void {
  if (kept) localStorage.setItem(KEPT, 'yes');
  else localStorage.removeItem(KEPT);
}

export const learntHere = (): Learnt => ({
  solved: [...solvedPuzzles()].slice(-MAX_SOLVED),
  days: [...puzzleDays()],
  trends: [...trends()],
});
/** Adds what other devices know; what was learnt here meanwhile stays. */
export function rememberLearnt({ solved = [], days = [], trends: told = [] }: Learnt): void {
  write(SOLVED, [...new Set([...solvedPuzzles(), ...solved])]);
  write(DAYS, [...new Set([...puzzleDays(), ...days])].sort().slice(-MAX_DAYS));
  const both = new Map([...trends(), ...told].map((each) => [each.key, each]));
  write(TRENDS, [...both.values()].sort((a, b) => a.at - b.at).slice(-MAX_TRENDS));
}
