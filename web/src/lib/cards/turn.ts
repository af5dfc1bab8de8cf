import type { TransitionConfig } from 'svelte/transition';
import { reducedMotion } from '../motion/tokens';

/** A card is turned over: the new side swings in. */
export function turn(_node: Element): TransitionConfig {
  return {
    duration: reducedMotion() ? 0 : 220,
    css: (t) => `transform: scaleX(${Math.sin((t * Math.PI) / 2)})`,
  };
}
