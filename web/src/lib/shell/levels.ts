/** Against whom one plays: the steps of a game's ladder, the rival, and other bots. */
import type { GameInfo } from '../api/types';
import { characterOf } from '../games.svelte';
import { has, language, t } from '../i18n/index.svelte';

/** What is remembered of whoever chose the rival: its level changes from match to match. */
export const RIVAL = 'rival';
const AT = /^rival-(\d+)/;

/** The steps' groups: how many steps the first three have; the last has the rest. */
const GROUP = 3;
export const GROUPS = ['first', 'middle', 'upper', 'top'] as const;
export type Group = (typeof GROUPS)[number];

/** The step that a rival plays like now, or null: somebody else. */
export const rivalStep = (level: string): number | null => {
  const found = AT.exec(level);
  return found ? Number(found[1]) : null;
};

/** A bot's level as it is called beside its name. */
export function levelName(level: string): string {
  const step = rivalStep(level);
  if (step !== null) return t('level.rival', { step });
  if (has(`level.${level}`)) return t(`level.${level}`);
  const own = characterOf(level);
  if (own) return own.title[language()] ?? level;
  return /^\d+$/.test(level) ? t('level.step', { step: level }) : level;
}

export const groupOf = (step: number): Group =>
  GROUPS[Math.min(Math.floor((step - 1) / GROUP), GROUPS.length - 1)]!;

/** Which steps of how many a group has: 1–3/10. */
export const rangeOf = (group: Group, { steps }: GameInfo): string => {
  const numbers = steps.map((_, at) => at + 1).filter((step) => groupOf(step) === group);
  const [first, last] = [numbers[0], numbers.at(-1)];
  return `${first === last ? first : `${first}–${last}`}/${steps.length}`;
};

/** The steps of a game, group by group, each by its number with what it is called. */
export const ladderOf = ({ steps }: GameInfo) =>
  GROUPS.map((group) => ({
    group,
    steps: steps.flatMap(({ level, name }, at) =>
      groupOf(at + 1) === group
        ? [{ level, called: `${at + 1} · ${has(`level.${level}`) ? t(`level.${level}`) : name}` }]
        : [],
    ),
  })).filter(({ steps }) => steps.length > 0);

/** Those with a way of their own to play, by how strong they are. */
export const charactersOf = ({ characters }: GameInfo) =>
  characters.map(({ level, step }) => ({ level, called: `${step} · ${levelName(level)}` }));

/** The bots that are no steps: random ones, and those that the server's owner brought along. */
export const othersOf = ({ levels, steps }: GameInfo): string[] =>
  levels.filter((each) => steps.every(({ level }) => level !== each));
