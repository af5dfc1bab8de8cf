/** The table as it lies while a scoring is looked at: the supply is still there, and nobody has anything more. */
import type { FindPause } from '../../../lib/table/feed.svelte';
import type { GameEvent, View } from '../names';

export const pauseOf: FindPause<'jericho'> = ({ before, view, events }) => {
  const at = events.findLastIndex(({ type }) => type === 'scored');
  if (at < 0 || !before) return null;
  return {
    // at the end of the match the ones are counted in the same scene
    events: events.some(({ type }) => type === 'finished') ? events.length : at + 1,
    told: at,
    view: {
      ...view,
      phase: 'play',
      turn: null,
      round: before.round,
      draw_pile: before.draw_pile,
      supply: events.slice(0, at).reduce(suppliedBy, before.supply),
      seats: view.seats.map((seat, i) => ({ ...seat, won: before.seats[i]!.won })),
    },
  };
};

function suppliedBy(supply: View['supply'], event: GameEvent): View['supply'] {
  if (event.type === 'supplied') return [...supply, { card: event.card, by: event.seat }];
  if (event.type === 'blown')
    return [...supply, ...event.falls.flatMap(({ cards }) => cards.map((card) => ({ card, by: null })))];
  return supply;
}
