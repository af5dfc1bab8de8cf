/** The tables of the games, each loaded when it is first needed. */
import { loadFaces } from '../cards/faces.svelte';
import { needTexts } from '../i18n/index.svelte';
import type { GameModule } from './contract';

const files = import.meta.glob<{ default: GameModule }>('../../games/*/index.ts');

/** A game's table with its texts and card faces; null where it has none (yet). */
export async function loadGame(game: string): Promise<GameModule | null> {
  const file = files[`../../games/${game}/index.ts`];
  if (!file) return null;
  const [module] = await Promise.all([file(), needTexts(game), loadFaces(game)]);
  return module.default;
}
