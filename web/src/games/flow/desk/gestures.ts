/** Touches answered when the finger comes down, not when it leaves; own cards can be dragged or flicked. */
import { tick } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { distance, draggable, middleOf, type Carried, type Point } from '../../../lib/drag/drag';

export interface Touch {
  press: () => void;
  /** where something lies that can be dragged; it is pressed when the finger leaves */
  waits?: () => boolean;
  /** the card was let go there, and would have gone on to there */
  drop?: (at: Point, towards: Point) => void;
}

const GHOST_CLICK_MS = 900;

export function touch({ press, waits = () => false, drop }: Touch): Attachment<HTMLElement> {
  return (element) => {
    let pressedAt = -Infinity;
    let late = false;
    let dragged = false;
    const down = (event: PointerEvent) => {
      if (event.button !== 0 || (element as HTMLButtonElement).disabled) return;
      pressedAt = performance.now();
      dragged = false;
      late = drop !== undefined && waits();
      if (!late) press();
    };
    const up = () => {
      if (late && !dragged) press();
      late = false;
    };
    const click = (event: MouseEvent) => {
      if (event.detail === 0 || performance.now() - pressedAt > GHOST_CLICK_MS) press();
    };
    const { signal, ...life } = lifetime();
    element.addEventListener('pointerdown', down, { signal });
    element.addEventListener('pointerup', up, { signal });
    element.addEventListener('click', click, { signal });
    const take = (_: HTMLElement, from: Point) => {
      dragged = true;
      return carry(element, from, drop!);
    };
    const undrag = drop && draggable({ what: '*', take })(element);
    return () => {
      life.end();
      undrag?.();
    };
  };
}

function lifetime() {
  const life = new AbortController();
  return { signal: life.signal, end: () => life.abort() };
}

/** The card itself follows the finger. */
function carry(element: HTMLElement, from: Point, drop: (at: Point, towards: Point) => void): Carried {
  element.classList.add('dragged');
  return {
    follow: ({ x, y }) => element.style.setProperty('--drag', `${x - from.x}px ${y - from.y}px`),
    drop,
    // the card flies on from where it was let go, so its place is given up only afterwards
    end: () =>
      void tick().then(() => {
        element.classList.remove('dragged');
        element.style.removeProperty('--drag');
      }),
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
    away: distance(middleOf(element.getBoundingClientRect()), towards),
  }));
  const [nearest] = piles.sort((a, b) => a.away - b.away);
  return nearest && nearest.away < nearest.element.offsetHeight * 1.2
    ? nearest.element.dataset['place']!
    : null;
}
