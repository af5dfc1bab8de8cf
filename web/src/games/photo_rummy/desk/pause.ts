/** The table as it lies while the end of a round is looked at: the last lay stays, and no points are written yet. */
import type { photo_rummy } from '../../../lib/api/types';
import type { FindPause } from '../../../lib/table/feed.svelte';

type View = photo_rummy.View;

export const pauseOf: FindPause<'photo_rummy'> = ({ before, events }) => {
  const at = events.findIndex(({ type }) => type === 'round_won' || type === 'round_drawn');
  if (at < 0 || !before) return null;
  const view = events.slice(0, at).reduce(after, before);
  return { events: at + 1, told: at, view: { ...view, phase: 'over', turn: null } };
};

function after(view: View, event: photo_rummy.Event): View {
  if (event.type === 'drew') {
    const stacks = view.stacks.map((size, i) => (i === event.stack ? size - 1 : size));
    return held({ ...view, stacks }, event.seat, event.card === null ? [] : [event.card], [], 1);
  }
  if (event.type !== 'laid') return view;
  const count = event.taken.length - event.laid.length;
  return held({ ...view, table: event.table }, event.seat, event.taken, event.laid, count);
}

/** A seat's rack with some cards more and some less. */
function held(
  view: View,
  seat: number,
  more: readonly string[],
  less: readonly string[],
  count: number,
): View {
  return {
    ...view,
    seats: view.seats.map((each, i) =>
      i === seat
        ? {
            ...each,
            opened: each.opened || less.length > 0,
            rack_size: each.rack_size + count,
            rack: each.rack && [...each.rack, ...more].filter((card) => !less.includes(card)),
          }
        : each,
    ),
  };
}
