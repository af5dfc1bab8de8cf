/** Puts every game's sentence for its cover among the page's first words: the rest of a game's texts come with its table. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const FIRST_WORDS = /\/lib\/i18n\/messages\/(\w+\.json)$/;
const games = resolve(import.meta.dirname, '../src/games');
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;

export function coverTexts(): Plugin {
  return {
    name: 'cover-texts',
    enforce: 'pre',
    load(id) {
      const language = FIRST_WORDS.exec(id)?.[1];
      if (!language) return null;
      const files = readdirSync(games)
        .map((game) => ({ game, file: resolve(games, game, 'messages', language) }))
        .filter(({ file }) => existsSync(file));
      for (const { file } of files) this.addWatchFile(file);
      const said = files.map(({ game, file }) => [`${game}.cover`, read(file)[`${game}.cover`]] as const);
      return JSON.stringify({ ...read(id), ...Object.fromEntries(said) });
    },
  };
}
