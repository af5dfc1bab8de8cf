/** Dragging with mouse, pen or finger: the one way in which all games do it. */
import type { Attachment } from 'svelte/attachments';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** How something was taken: the pointer moved away with it, or rested on it. */
export type Taken = 'moved' | 'held';

/** What is carried, as long as it is. */
export interface Carried {
  /** Called for every frame; `moved` once the pointer has left where it came down. */
  follow(at: Point, moved: boolean): void;
  /** It was let go here, and would have glided on to `towards`. */
  drop(at: Point, towards: Point): void;
  /** The drag is over, whether something was dropped or not. */
  end(): void;
}

export interface DragHost {
  /** CSS selector of what can be taken, inside the element this is attached to or that element itself. */
  readonly what: string;
  /** A pointer that rests so long takes it too, by kind of pointer; never where it is not named. */
  readonly hold?: Readonly<Partial<Record<'touch' | 'mouse', number>>>;
  /** Takes it up; null where it stays. */
  take(element: HTMLElement, at: Point, how: Taken): Carried | null;
}

const NEAR = { mouse: 5, touch: 9 };
const GLIDE_MS = 160;
const TRAIL = 5;

export function draggable(host: DragHost): Attachment<HTMLElement> {
  return (root) => {
    const drag = new Drag(root, host);
    const { signal } = drag;
    root.addEventListener('pointerdown', (event) => drag.down(event), { signal });
    // a quick mouse is outside before its first movement is told
    addEventListener('pointermove', (event) => drag.move(event), { signal });
    addEventListener('pointerup', (event) => drag.up(event), { signal });
    addEventListener('pointercancel', () => drag.end(), { signal });
    root.addEventListener('contextmenu', (event) => drag.holding && event.preventDefault(), { signal });
    root.addEventListener('click', (event) => drag.swallow(event), { signal, capture: true });
    // a finger that carries something must not scroll what lies under it
    const still = (event: TouchEvent) => drag.active && event.preventDefault();
    root.addEventListener('touchmove', still, { signal, passive: false });
    addEventListener('keydown', (event) => event.key === 'Escape' && drag.end(), { signal });
    return () => drag.close();
  };
}

interface Hold {
  element: HTMLElement;
  pointer: number;
  kind: 'mouse' | 'touch';
  from: Point;
}

class Drag {
  readonly signal: AbortSignal;
  readonly #root: HTMLElement;
  readonly #host: DragHost;
  readonly #life = new AbortController();
  #hold: Hold | null = null;
  #carried: Carried | null = null;
  #moved = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;
  #trail: readonly (Point & { at: number })[] = [];
  #swallow = false;

  constructor(root: HTMLElement, host: DragHost) {
    this.#root = root;
    this.#host = host;
    this.signal = this.#life.signal;
  }

  get holding(): boolean {
    return this.#hold !== null;
  }

  get active(): boolean {
    return this.#carried !== null;
  }

  down(event: PointerEvent): void {
    this.#swallow = false;
    const element = (event.target as Element).closest<HTMLElement>(this.#host.what);
    if (!element || !this.#root.contains(element)) return;
    if (!event.isPrimary || event.button !== 0 || this.#hold) return;
    const kind = event.pointerType === 'touch' ? 'touch' : 'mouse';
    const from = { x: event.clientX, y: event.clientY };
    this.#hold = { element, pointer: event.pointerId, kind, from };
    this.#moved = false;
    this.#trail = [{ ...from, at: performance.now() }];
    const ms = this.#host.hold?.[kind];
    if (ms !== undefined) this.#timer = setTimeout(() => this.#begin('held'), ms);
  }

  move(event: PointerEvent): void {
    const hold = this.#hold;
    if (!hold || event.pointerId !== hold.pointer) return;
    const now = { x: event.clientX, y: event.clientY };
    this.#trail = [...this.#trail, { ...now, at: performance.now() }].slice(-TRAIL);
    this.#moved ||= distance(now, hold.from) > NEAR[hold.kind];
    if (this.#moved && !this.active) this.#begin('moved');
  }

  up(event: PointerEvent): void {
    if (!this.#hold || event.pointerId !== this.#hold.pointer) return;
    const [carried, moved] = [this.#carried, this.#moved];
    if (carried) {
      this.#swallow = true;
      if (moved) carried.drop({ x: event.clientX, y: event.clientY }, glide(this.#trail));
    }
    this.end();
  }

  /** The click that ends a drag is none. */
  swallow(event: MouseEvent): void {
    if (!this.#swallow) return;
    this.#swallow = false;
    event.stopPropagation();
    event.preventDefault();
  }

  end(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    const carried = this.#carried;
    this.#hold = this.#carried = null;
    carried?.end();
  }

  close(): void {
    this.end();
    this.#life.abort();
  }

  #begin(how: Taken): void {
    clearTimeout(this.#timer);
    const hold = this.#hold;
    if (!hold || this.active) return;
    this.#carried = this.#host.take(hold.element, hold.from, how);
    if (!this.#carried) return this.end();
    this.#root.setPointerCapture(hold.pointer);
    this.#follow();
  }

  #follow(): void {
    const at = this.#trail.at(-1);
    if (!this.#carried || !at) return;
    this.#carried.follow(at, this.#moved);
    this.#frame = requestAnimationFrame(() => this.#follow());
  }
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

export const middleOf = (box: DOMRect): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** Where a pointer that left at this speed was going. */
export function glide(trail: readonly (Point & { at: number })[]): Point {
  const [first, last] = [trail[0]!, trail.at(-1)!];
  const ms = Math.max(1, last.at - first.at);
  return {
    x: last.x + ((last.x - first.x) / ms) * GLIDE_MS,
    y: last.y + ((last.y - first.y) / ms) * GLIDE_MS,
  };
}
