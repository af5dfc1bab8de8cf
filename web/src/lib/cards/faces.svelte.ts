/** Which face belongs to which game; a face is loaded when its game is first needed. */
import type { Component } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';

export interface FaceModule {
  default: Component<{ card: string | null }>;
  /** width / height, where it is not that of a playing card */
  ratio?: string;
  /** a face that draws its own outline and shadow */
  cutOut?: boolean;
}

const files = import.meta.glob<FaceModule>('../../games/*/Face.svelte');
const loaded = new SvelteMap<string, FaceModule>();

/** Whether the game has faces that could be loaded. */
export const hasFace = (game: string): boolean => `../../games/${game}/Face.svelte` in files;

/** Loads a game's faces; a table waits for it before it shows cards. */
export async function loadFaces(game: string): Promise<void> {
  const file = files[`../../games/${game}/Face.svelte`];
  if (file && !loaded.has(game)) loaded.set(game, await file());
}

/** The game's face, once it is loaded (reactive). */
export const faceOf = (game: string): FaceModule | undefined => loaded.get(game);
