/** A match against bots that begins at once; each answers with where its table is. */
import { createTable, start } from '../api/client';
import type { GameInfo } from '../api/types';
import { coverOf } from '../covers';
import { t } from '../i18n/index.svelte';
import { PRACTICE } from '../table/practice';
import { levelFor, rememberedName } from './memory';

/** As the cover offers it. */
export function playNow(game: GameInfo, bots: number): Promise<string> {
  const opponents = Array.from({ length: bots }, () => levelFor(game));
  return begin(game.id, opponents, coverOf(game.id).quick);
}

/** Slowly, against somebody who leaves a newcomer time. */
export const practise = (game: string): Promise<string> => begin(game, [PRACTICE], coverOf(game).practice);

async function begin(game: string, levels: readonly string[], options: object = {}): Promise<string> {
  const seats = [{}, ...levels.map((level) => ({ kind: 'bot', level }) as const)];
  const { table } = await createTable({
    game,
    you: rememberedName() || t('name.guest'),
    seats,
    options: { ...options },
  });
  await start(table.id);
  return table.path;
}
