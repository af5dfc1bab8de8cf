/** Cards fly by their names; one that is drawn comes from the draw pile, where it had none. */
import type { Source } from '../../../lib/motion/plan';
import type { FindPause } from '../../../lib/table/feed.svelte';
import type { GameEvent } from '../names';

/** Everything here is quicker than at the other tables. */
export const PACE = 0.8;

export const sourcesOf = (event: GameEvent): Source[] =>
  event.type === 'drew' ? [{ card: event.card, from: `[data-draw="${event.seat}"]`, to: event.card }] : [];

/** The last round is looked at for as long as one likes; between rounds the game itself pauses for all. */
export const pauseOf: FindPause<'flow'> = ({ view, events }) => {
  const at = events.findIndex(({ type }) => type === 'round_ended');
  return view.phase === 'over' && at >= 0 ? { events: events.length, told: at + 1, view } : null;
};
