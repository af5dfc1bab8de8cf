/** Small things that this browser remembers for its reader. */
import type { GameInfo } from '../api/types';
import { rivalOf } from './characters.svelte';
import { RIVAL, rivalStep } from './levels';

const NAME = 'quartett.name';
const LEVEL = 'quartett.level';

export const rememberedName = (): string => localStorage.getItem(NAME) ?? '';
export const rememberName = (name: string): void => localStorage.setItem(NAME, name);

const FIRST_LEVEL = 'easy';

export const rememberedLevel = (): string => localStorage.getItem(LEVEL) ?? FIRST_LEVEL;

/** The bots' level chosen last; whoever is new meets beginners, or the weakest that a game has. */
export function levelFor({ id, levels, steps, characters }: GameInfo, wanted = rememberedLevel()): string {
  const known = [...levels, ...[...steps, ...characters].map(({ level }) => level)];
  const rival = wanted === RIVAL ? rivalOf(id) : undefined;
  // a step that has a name in this game goes by that
  const meant = steps[Number(wanted) - 1]?.level ?? wanted;
  return rival ?? [meant, FIRST_LEVEL].find((level) => known.includes(level)) ?? known[0] ?? '';
}
const BOTS = 'quartett.bots.';

/** How many bots were chosen last in this game, if so many can play; else as few as possible. */
export function botsFor(game: string, players: readonly number[]): number {
  const stored = Number(localStorage.getItem(BOTS + game));
  return players.includes(stored + 1) ? stored : Math.min(...players) - 1;
}
export const rememberBots = (game: string, count: number): void =>
  localStorage.setItem(BOTS + game, String(count));

export const rememberLevel = (level: string): void =>
  localStorage.setItem(LEVEL, rivalStep(level) === null ? level : RIVAL);

const PRACTISED = 'quartett.practised.';

/** Whether a practice round of this game was offered before: it is offered once. */
export const hasPractised = (game: string): boolean => localStorage.getItem(PRACTISED + game) !== null;

export const rememberPractice = (game: string): void => localStorage.setItem(PRACTISED + game, 'yes');

const BEEN = 'quartett.been';

/** Whether somebody has been at a table with this browser: only then can there be own tables. */
export const hasBeenHere = (): boolean => localStorage.getItem(BEEN) !== null;

export const rememberVisit = (): void => localStorage.setItem(BEEN, 'yes');
