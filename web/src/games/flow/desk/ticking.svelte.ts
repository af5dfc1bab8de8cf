/** The match's clock for the eye: counts only while something on the screen depends on it. */
import type { Table } from '../names';

const STEP_MS = 100;

export function ticking(session: () => Table, active: () => boolean): () => number {
  let now = $state(session().now());
  $effect(() => {
    if (!active()) return;
    const look = () => (now = session().now());
    look();
    const timer = setInterval(look, STEP_MS);
    return () => clearInterval(timer);
  });
  return () => now;
}

/** Whole seconds until a moment, the last one counted. */
export const secondsTo = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / 1000));
