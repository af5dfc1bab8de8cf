/** Small things that this browser remembers for its reader. */
const NAME = 'quartett.name';
const LEVEL = 'quartett.level';

export const rememberedName = (): string => localStorage.getItem(NAME) ?? '';
export const rememberName = (name: string): void => localStorage.setItem(NAME, name);

/** The bots' level chosen last, if this game has it; else the middle one. */
export function levelFor(levels: readonly string[]): string {
  const stored = localStorage.getItem(LEVEL);
  return levels.find((level) => level === stored) ?? levels[Math.floor(levels.length / 2)] ?? '';
}
const BOTS = 'quartett.bots.';

/** How many bots were chosen last in this game, if so many can play; else as few as possible. */
export function botsFor(game: string, players: readonly number[]): number {
  const stored = Number(localStorage.getItem(BOTS + game));
  return players.includes(stored + 1) ? stored : Math.min(...players) - 1;
}
export const rememberBots = (game: string, count: number): void =>
  localStorage.setItem(BOTS + game, String(count));

export const rememberLevel = (level: string): void => localStorage.setItem(LEVEL, level);

const PRACTISED = 'quartett.practised.';

/** Whether a practice round of this game was offered before: it is offered once. */
export const hasPractised = (game: string): boolean => localStorage.getItem(PRACTISED + game) !== null;

export const rememberPractice = (game: string): void => localStorage.setItem(PRACTISED + game, 'yes');

const BEEN = 'quartett.been';

/** Whether somebody has been at a table with this browser: only then can there be own tables. */
export const hasBeenHere = (): boolean => localStorage.getItem(BEEN) !== null;

export const rememberVisit = (): void => localStorage.setItem(BEEN, 'yes');
