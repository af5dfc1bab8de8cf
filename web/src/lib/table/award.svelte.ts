/** Points that are won travel to their owners; until they have landed, the totals stay as they were. */
import { untrack } from 'svelte';
import type { Source } from '../motion/plan';
import { announce, atRest, type Motion } from '../motion/play.svelte';
import { reducedMotion } from '../motion/tokens';

/** What was won is read before it flies. */
const READ_MS = 900;

/** To be called while a scene of results comes up; whoever closes it early sees all as it is. */
export function award(motion: Motion, sources: () => readonly Source[]): { readonly landed: boolean } {
  let landed = $state(false);
  $effect(() => {
    let stays = true;
    const begun = announce();
    const land = () => {
      untrack(() => motion.send(sources()));
      begun();
      void atRest().then(() => stays && (landed = true));
    };
    const timer = setTimeout(land, reducedMotion() ? 0 : READ_MS);
    return () => {
      stays = false;
      clearTimeout(timer);
      begun();
      motion.stop();
    };
  });
  return {
    get landed() {
      return landed;
    },
  };
}

/** From where a scene's row says what was won to where it says what there is now. */
export const pointsTo = (seat: number, text: string): Source => ({
  card: null,
  from: `[data-points="${seat}"]`,
  to: `[data-total="${seat}"]`,
  points: { text, seat },
});
