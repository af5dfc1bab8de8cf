/** Dragging cards with mouse, pen or finger. While it lasts only transforms change. */
import type { Attachment } from 'svelte/attachments';
import { buzz } from '../../lib/haptics';
import { Ghost } from './ghost';
import { Targets, type Target } from './targets';

export interface DragHost {
  /** The cards that travel when this one is taken; none if it stays. */
  travel(card: string): readonly string[];
  /** A drag begins or ends: the page may show where cards can go. */
  dragging(on: boolean): void;
  drop(cards: readonly string[], target: Target, from: DOMRect): void;
}

const NEAR = { mouse: 5, touch: 9 };
const HOLD_MS = 220;

export function draggable(host: DragHost): Attachment<HTMLElement> {
  return (root) => {
    const drag = new Drag(root, host);
    const options = { signal: drag.signal };
    root.addEventListener('pointerdown', (event) => drag.down(event), options);
    root.addEventListener('pointermove', (event) => drag.move(event), options);
    root.addEventListener('pointerup', (event) => drag.up(event), options);
    root.addEventListener('pointercancel', () => drag.end(), options);
    root.addEventListener('contextmenu', (event) => drag.held && event.preventDefault(), options);
    root.addEventListener('click', (event) => drag.swallow(event), { ...options, capture: true });
    // a finger that carries a card must not scroll what lies under it
    root.addEventListener('touchmove', (event) => drag.active && event.preventDefault(), {
      ...options,
      passive: false,
    });
    addEventListener('keydown', (event) => event.key === 'Escape' && drag.end(), options);
    return () => drag.close();
  };
}

interface Held {
  card: string;
  element: HTMLElement;
  pointer: number;
  touch: boolean;
  x: number;
  y: number;
}

class Drag {
  held: Held | null = null;
  readonly signal: AbortSignal;
  readonly #root: HTMLElement;
  readonly #host: DragHost;
  readonly #life = new AbortController();
  #cards: readonly string[] = [];
  #ghost: Ghost | null = null;
  #targets: Targets | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;
  #at = { x: 0, y: 0 };
  #swallow = false;

  constructor(root: HTMLElement, host: DragHost) {
    this.#root = root;
    this.#host = host;
    this.signal = this.#life.signal;
  }

  get active(): boolean {
    return this.#ghost !== null;
  }

  down(event: PointerEvent): void {
    this.#swallow = false;
    const element = (event.target as Element).closest<HTMLElement>('[data-card]');
    if (!element || !event.isPrimary || event.button !== 0 || this.held) return;
    const touch = event.pointerType === 'touch';
    this.held = {
      card: element.dataset['card']!,
      element,
      pointer: event.pointerId,
      touch,
      x: event.clientX,
      y: event.clientY,
    };
    this.#at = { x: event.clientX, y: event.clientY };
    if (touch) this.#timer = setTimeout(() => this.#begin(), HOLD_MS);
  }

  move(event: PointerEvent): void {
    const { held } = this;
    if (!held || event.pointerId !== held.pointer) return;
    this.#at = { x: event.clientX, y: event.clientY };
    const far =
      Math.hypot(event.clientX - held.x, event.clientY - held.y) > (held.touch ? NEAR.touch : NEAR.mouse);
    if (!this.active && far) this.#begin();
  }

  up(event: PointerEvent): void {
    if (!this.held || event.pointerId !== this.held.pointer) return;
    const [ghost, targets] = [this.#ghost, this.#targets];
    if (!ghost || !targets) return this.end();
    this.#swallow = true;
    const target = targets.at(event.clientX, event.clientY);
    const [cards, from] = [this.#cards, ghost.rect()];
    this.end();
    if (target) this.#host.drop(cards, target, from);
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
    const wasActive = this.active;
    this.#ghost?.remove();
    this.#targets?.clear();
    [this.held, this.#ghost, this.#targets] = [null, null, null];
    if (wasActive) this.#host.dragging(false);
  }

  close(): void {
    this.end();
    this.#life.abort();
  }

  #begin(): void {
    clearTimeout(this.#timer);
    const { held } = this;
    if (!held || this.active) return;
    this.#cards = this.#host.travel(held.card);
    if (this.#cards.length === 0) return this.end();
    this.#root.setPointerCapture(held.pointer);
    this.#ghost = new Ghost(this.#root, held.element, this.#cards, held);
    if (held.touch) buzz('tap');
    this.#host.dragging(true);
    this.#frame = requestAnimationFrame(() => this.#follow());
  }

  #follow(): void {
    if (!this.#ghost) return;
    this.#targets ??= new Targets(this.#root);
    this.#ghost.moveTo(this.#at.x, this.#at.y);
    this.#targets.scrollNear(this.#at.y);
    this.#targets.show(this.#targets.at(this.#at.x, this.#at.y));
    this.#frame = requestAnimationFrame(() => this.#follow());
  }
}
