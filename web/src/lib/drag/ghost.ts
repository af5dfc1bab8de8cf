/** Copies of cards that float above a table: under a finger, or on their way somewhere. */
import type { Point } from './drag';

const SHOWN = 4;
const FAN = 14;
const OWN_NAMES = ['data-card', 'data-held', 'data-flip', 'data-lifted', 'data-stop', 'aria-label'];

/** What is on its way is the card itself, not what was meant with it. */
const STATES = ['selected', 'pending', 'playable', 'hinted', 'refused', 'new'];

/** A copy of a card of a certain width that nobody can touch or read. */
export function copyOf(element: HTMLElement, width: number): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const name of OWN_NAMES) copy.removeAttribute(name);
  copy.classList.remove(...STATES);
  copy.tabIndex = -1;
  copy.ariaHidden = 'true';
  copy.style.setProperty('--card-width', `${width}px`);
  Object.assign(copy.style, {
    position: 'absolute',
    left: '0',
    top: '0',
    margin: '0',
    width: `${width}px`,
    pointerEvents: 'none',
  });
  return copy;
}

/** The cards under a finger; while they float, the real ones are marked `data-lifted`. */
export class Ghost {
  readonly #box = document.createElement('div');
  readonly #origin: DOMRect;
  readonly #grip: Point;
  readonly #lifted: readonly HTMLElement[];

  /** Of the elements that travel, the held one lies on top. */
  constructor(layer: HTMLElement, held: HTMLElement, travel: readonly HTMLElement[], at: Point) {
    this.#origin = layer.getBoundingClientRect();
    const place = held.getBoundingClientRect();
    this.#grip = { x: at.x - place.x, y: at.y - place.y };
    this.#lifted = travel;
    const others = travel.filter((element) => element !== held).slice(0, SHOWN - 1);
    const copies = [...others, held].map((element, i) =>
      fanned(copyOf(element, place.width), others.length - i),
    );
    this.#box.className = 'ghost';
    Object.assign(this.#box.style, {
      position: 'absolute',
      left: '0',
      top: '0',
      zIndex: '40',
      pointerEvents: 'none',
      willChange: 'transform',
      filter: 'drop-shadow(0 8px 12px oklch(0.2 0.03 60 / 0.35))',
    });
    this.#box.append(...copies);
    layer.append(this.#box);
    for (const element of travel) element.toggleAttribute('data-lifted', true);
    this.moveTo(at);
  }

  moveTo({ x, y }: Point): void {
    this.#box.style.transform = `translate3d(${x - this.#grip.x - this.#origin.x}px, ${y - this.#grip.y - this.#origin.y}px, 0)`;
  }

  rect(): DOMRect {
    return (this.#box.lastElementChild ?? this.#box).getBoundingClientRect();
  }

  remove(): void {
    for (const element of this.#lifted) element.removeAttribute('data-lifted');
    this.#box.remove();
  }
}

function fanned(copy: HTMLElement, place: number): HTMLElement {
  copy.style.transform = `translateX(${-place * FAN}px) rotate(${-place * 3}deg)`;
  return copy;
}
