/** The face-up piles as they lie on the screen: the last few cards, so that none flies onto a hole. */
import type { GameEvent, View } from '../names';

export interface Item {
  /** stays the same while a card is turned over */
  key: string;
  card: string | null;
}
export type Heap = readonly Item[];
export interface Heaps {
  middle: readonly Heap[];
  stolen: readonly Heap[];
}

const KEPT = 3;
export const NO_HEAPS: Heaps = { middle: [], stolen: [] };
const item = (card: string): Item => ({ key: card, card });

/** The piles after what happened; what cannot be explained by it is laid out anew. */
export function follow(before: Heaps, view: View, events: readonly GameEvent[]): Heaps {
  return {
    middle: view.middle.map((pile, i) =>
      agree(
        events.reduce((heap, event) => middleAfter(heap, i, event), before.middle[i] ?? []),
        pile,
        `${view.round}/m${i}`,
      ),
    ),
    stolen: view.seats.map(({ stolen }, i) =>
      agree(
        events.reduce((heap, event) => stolenAfter(heap, i, event), before.stolen[i] ?? []),
        stolen,
        `${view.round}/s${i}`,
      ),
    ),
  };
}

function middleAfter(heap: Heap, pile: number, event: GameEvent): Heap {
  if (event.type === 'started') return turned(heap, event.middle[pile]);
  if (event.type === 'reshuffled') return onTop(heap, event.tops[pile]);
  if (event.type !== 'played' || event.pile !== pile) return heap;
  return event.beneath
    ? [...heap.slice(0, -1), item(event.card), ...heap.slice(-1)]
    : [...heap, item(event.card)];
}

function stolenAfter(heap: Heap, seat: number, event: GameEvent): Heap {
  if (event.type === 'started') return turned(heap, event.stolen[seat]);
  return event.type === 'stole' && event.seat === seat ? [...heap, item(event.card)] : heap;
}

const turned = (heap: Heap, card: string | null | undefined): Heap =>
  heap.map((each, i) => (i === heap.length - 1 ? { ...each, card: card ?? null } : each));

const onTop = (heap: Heap, card: string | null | undefined): Heap =>
  card ? [...heap.filter((each) => each.card !== card), item(card)] : heap;

function agree(heap: Heap, { top, size }: View['middle'][number], name: string): Heap {
  if (size === 0) return [];
  const last = heap.at(-1);
  if (last && last.card === top && (top !== null || last.key === name)) return heap.slice(-KEPT);
  return [{ key: top ?? name, card: top }];
}
