/** Cards fly by their names; one that is drawn comes from the draw pile, where it had none. */
import { tick, untrack } from 'svelte';
import { measure, play } from '../../../lib/flip';
import type { GameEvent } from '../names';

const FLIGHT_MS = 200;

export function letThemFly(
  change: () => unknown,
  events: () => readonly GameEvent[],
  root: () => HTMLElement | undefined,
): void {
  $effect.pre(() => {
    change();
    const within = untrack(root);
    if (!within) return;
    const before = new Map(measure(within));
    for (const event of events()) {
      if (event.type !== 'drew') continue;
      const pile = within.querySelector(`[data-draw="${event.seat}"]`);
      if (pile && !before.has(event.card)) before.set(event.card, pile.getBoundingClientRect());
    }
    void tick().then(() => play(before, within, FLIGHT_MS));
  });
}
