/** Touches answered when the finger comes down, not when it leaves; own cards can be dragged or flicked. */
import { tick } from 'svelte';
import type { Attachment } from 'svelte/attachments';

interface Point {
  x: number;
  y: number;
}
export interface Touch {
  press: () => void;
  /** where something lies that can be dragged; it is pressed when the finger leaves */
  waits?: () => boolean;
  /** the card was let go there, and would have gone on to there */
  drop?: (at: Point, towards: Point) => void;
}

const SLACK = 10;
const GLIDE_MS = 160;
const GHOST_CLICK_MS = 900;

export function touch({ press, waits = () => false, drop }: Touch): Attachment<HTMLElement> {
  return (element) => {
    let pressedAt = -Infinity;
    let from: Point | null = null;
    let dragging = false;
    let late = false;
    let trail: (Point & { at: number })[] = [];
    const point = ({ clientX, clientY }: PointerEvent) => ({ x: clientX, y: clientY });

    const down = (event: PointerEvent) => {
      if (event.button !== 0 || (element as HTMLButtonElement).disabled) return;
      pressedAt = performance.now();
      late = drop !== undefined && waits();
      if (!late) press();
      if (!drop) return;
      from = point(event);
      trail = [];
      element.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent) => {
      if (!from) return;
      const now = point(event);
      const [dx, dy] = [now.x - from.x, now.y - from.y];
      if (!dragging && Math.hypot(dx, dy) < SLACK) return;
      dragging = true;
      trail = [...trail, { ...now, at: performance.now() }].slice(-5);
      element.classList.add('dragged');
      element.style.setProperty('--drag', `${dx}px ${dy}px`);
    };
    const up = (event: PointerEvent) => {
      if (from && dragging) drop?.(point(event), glide(trail));
      else if (from && late) press();
      end();
    };
    const end = () => {
      from = null;
      dragging = false;
      // the card flies on from where it was let go, so its place is given up only afterwards
      void tick().then(() => {
        element.classList.remove('dragged');
        element.style.removeProperty('--drag');
      });
    };
    const click = (event: MouseEvent) => {
      if (event.detail === 0 || performance.now() - pressedAt > GHOST_CLICK_MS) press();
    };
    const ended = new AbortController();
    const { signal } = ended;
    element.addEventListener('pointerdown', down, { signal });
    element.addEventListener('pointermove', move, { signal });
    element.addEventListener('pointerup', up, { signal });
    element.addEventListener('pointercancel', end, { signal });
    element.addEventListener('click', click, { signal });
    return () => ended.abort();
  };
}

/** Where a finger that left at this speed was going. */
function glide(trail: readonly (Point & { at: number })[]): Point {
  const [first, last] = [trail[0]!, trail.at(-1)!];
  const ms = Math.max(1, last.at - first.at);
  return {
    x: last.x + ((last.x - first.x) / ms) * GLIDE_MS,
    y: last.y + ((last.y - first.y) / ms) * GLIDE_MS,
  };
}

/** The place under a point, or the nearest pile if the card was flicked well away from where it lay. */
export function placeAt(root: HTMLElement, at: Point, towards: Point): string | null {
  const under = document
    .elementsFromPoint(at.x, at.y)
    .find((element) => root.contains(element) && element.closest('[data-place]:not(.dragged)'));
  const place = under?.closest<HTMLElement>('[data-place]:not(.dragged)')?.dataset['place'];
  if (place) return place;
  const piles = [...root.querySelectorAll<HTMLElement>('[data-place^="pile-"]')].map((element) => ({
    element,
    away: distance(element, towards),
  }));
  const [nearest] = piles.sort((a, b) => a.away - b.away);
  return nearest && nearest.away < nearest.element.offsetHeight * 1.2
    ? nearest.element.dataset['place']!
    : null;
}

function distance(element: HTMLElement, { x, y }: Point): number {
  const box = element.getBoundingClientRect();
  return Math.hypot(x - (box.left + box.width / 2), y - (box.top + box.height / 2));
}
