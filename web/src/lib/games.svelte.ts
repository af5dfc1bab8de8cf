/** The games of the server, and what each of them says of itself. */
import { askForGames } from './api/client';
import type { GameInfo } from './api/types';
import { has, language, t } from './i18n/index.svelte';

let known = $state.raw<readonly GameInfo[]>([]);
let asked: Promise<readonly GameInfo[]> | undefined;

/** All games; asked once, and again only after a failure. */
export function listGames(): Promise<readonly GameInfo[]> {
  asked ??= askForGames().then(
    ({ games }) => (known = games),
    (error: unknown) => {
      asked = undefined;
      throw error;
    },
  );
  return asked;
}

/** What stands at an ampersand is not torn apart at the end of a line. */
export const unbroken = (name: string): string => name.replaceAll(' & ', '\u00a0&\u00a0');

/** What a game is called in the reader's language; nothing until the games are known. */
export const gameName = (game: string): string =>
  unbroken(known.find(({ id }) => id === game)?.name[language()] ?? '');

/** A bot with a way of its own to play, if the level is one's. */
export const characterOf = (level: string) =>
  known.flatMap(({ characters }) => characters).find((each) => each.level === level);

/** A sentence about a game, for whoever does not know it. */
export const gameAbout = (game: string): string => (has(`${game}.cover`) ? t(`${game}.cover`) : '');
