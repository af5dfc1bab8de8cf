/** Who was quicker where two reached for the same. */
import type { Action, GameEvent } from '../names';

/** How many events are remembered: a refusal comes soon after what it is about. */
export const REMEMBERED = 16;

/** The seat of another that did last what this action was about; null where nobody is known to. */
export function rivalOf(action: Action, events: readonly GameEvent[], own: number | null): number | null {
  const found = events.findLast((event) => {
    if (event.type === 'played')
      return (
        event.seat !== own &&
        ((action.type === 'play' && event.pile === action.pile) ||
          (action.type === 'steal' &&
            event.seat === action.seat &&
            event.source === `display-${action.slot}`))
      );
    if (event.type !== 'stole' || event.seat === own) return false;
    if (action.type === 'steal') return event.victim === action.seat && event.slot === action.slot;
    return action.type === 'play' && event.victim === own && action.from === `display-${event.slot}`;
  });
  return found && 'seat' in found ? found.seat : null;
}
