/** Dragging a hand card into the grid with mouse, pen or finger. While it lasts only transforms change. */
import type { Attachment } from 'svelte/attachments';

export interface DragHost {
  /** Takes the card up; false if it cannot be taken now. */
  take(key: string): boolean;
  /** The card was let go over a place (its key), or beside all of them. */
  drop(place: string | null, from: DOMRect): void;
}

const NEAR = 6;
const OVER = 'data-over';

export function draggable(host: DragHost): Attachment<HTMLElement> {
  return (root) => {
    const life = new AbortController();
    const drag = new Drag(root, host);
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      heard: (event: HTMLElementEventMap[K]) => void,
      capture = false,
    ) => root.addEventListener(type, heard, { signal: life.signal, capture });
    on('pointerdown', (event) => drag.down(event));
    on('pointermove', (event) => drag.move(event));
    on('pointerup', (event) => drag.up(event));
    on('pointercancel', () => drag.end());
    on('click', (event) => drag.swallow(event), true);
    addEventListener('keydown', (event) => event.key === 'Escape' && drag.end(), { signal: life.signal });
    return () => {
      drag.end();
      life.abort();
    };
  };
}

class Drag {
  readonly #root: HTMLElement;
  readonly #host: DragHost;
  #held: { element: HTMLElement; pointer: number; x: number; y: number; box: DOMRect } | null = null;
  #ghost: HTMLElement | null = null;
  #places: { element: HTMLElement; box: DOMRect }[] = [];
  #over: HTMLElement | null = null;
  #swallow = false;

  constructor(root: HTMLElement, host: DragHost) {
    this.#root = root;
    this.#host = host;
  }

  down(event: PointerEvent): void {
    this.#swallow = false;
    const element = (event.target as Element).closest<HTMLElement>('[data-held]');
    if (!element || !event.isPrimary || event.button !== 0) return;
    this.#held = {
      element,
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      box: element.getBoundingClientRect(),
    };
  }

  move(event: PointerEvent): void {
    const held = this.#held;
    if (!held || event.pointerId !== held.pointer) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!this.#ghost && Math.hypot(dx, dy) > NEAR) this.#begin();
    if (!this.#ghost) return;
    this.#ghost.style.transform = `translate3d(${held.box.x + dx}px, ${held.box.y + dy}px, 0) scale(1.08)`;
    this.#show(this.#nearest(held.box.x + dx + held.box.width / 2, held.box.y + dy + held.box.height / 2));
  }

  up(event: PointerEvent): void {
    if (!this.#held || event.pointerId !== this.#held.pointer) return;
    const [ghost, place] = [this.#ghost, this.#over?.dataset['place'] ?? null];
    const from = ghost?.getBoundingClientRect();
    this.end();
    if (!from) return;
    this.#swallow = true;
    this.#host.drop(place, from);
  }

  /** The click that ends a drag is none. */
  swallow(event: MouseEvent): void {
    if (!this.#swallow) return;
    this.#swallow = false;
    event.stopPropagation();
    event.preventDefault();
  }

  end(): void {
    this.#show(null);
    this.#ghost?.remove();
    this.#held?.element.removeAttribute('data-lifted');
    [this.#held, this.#ghost, this.#places] = [null, null, []];
  }

  #begin(): void {
    const held = this.#held!;
    if (!this.#host.take(held.element.dataset['held']!)) return void (this.#held = null);
    this.#root.setPointerCapture(held.pointer);
    this.#ghost = held.element.cloneNode(true) as HTMLElement;
    for (const name of ['data-held', 'data-flip', 'aria-label']) this.#ghost.removeAttribute(name);
    this.#ghost.ariaHidden = 'true';
    this.#ghost.tabIndex = -1;
    Object.assign(this.#ghost.style, {
      position: 'fixed',
      left: '0',
      top: '0',
      width: `${held.box.width}px`,
      zIndex: '40',
      pointerEvents: 'none',
      willChange: 'transform',
    });
    document.body.append(this.#ghost);
    held.element.toggleAttribute('data-lifted', true);
  }

  /** The free place under the card, or close to it. */
  #nearest(x: number, y: number): HTMLElement | null {
    if (this.#places.length === 0) {
      // the marked places appear only after the card was taken up
      this.#places = [...this.#root.querySelectorAll<HTMLElement>('[data-place]')].map((element) => ({
        element,
        box: element.getBoundingClientRect(),
      }));
    }
    const far = ({ box }: { box: DOMRect }) =>
      Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
    const [best] = [...this.#places].sort((a, b) => far(a) - far(b));
    return best && far(best) < best.box.width * 0.85 ? best.element : null;
  }

  #show(place: HTMLElement | null): void {
    if (place === this.#over) return;
    this.#over?.removeAttribute(OVER);
    place?.setAttribute(OVER, '');
    this.#over = place;
  }
}
