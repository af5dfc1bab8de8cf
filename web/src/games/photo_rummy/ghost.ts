/** Copies of cards that float above the table: under a finger, or on their way somewhere. */

const SHOWN = 4;
const FAN = 14;

/** The layer inside a table where floating copies live. */
export const layerOf = (root: HTMLElement): HTMLElement => root.querySelector<HTMLElement>('[data-layer]')!;
export const elementOf = (root: ParentNode, card: string): HTMLElement | null =>
  root.querySelector<HTMLElement>(`[data-card='${card}']`);

/** A copy of a card of a certain width that nobody can touch or read. */
export function copyOf(element: HTMLElement, width: number): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const name of ['data-card', 'data-lifted', 'data-stop', 'aria-label']) copy.removeAttribute(name);
  copy.tabIndex = -1;
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

/** The cards under a finger. */
export class Ghost {
  readonly #box = document.createElement('div');
  readonly #origin: DOMRect;
  readonly #grip: { x: number; y: number };
  readonly #lifted: HTMLElement[];

  constructor(root: HTMLElement, held: HTMLElement, cards: readonly string[], at: { x: number; y: number }) {
    const layer = layerOf(root);
    this.#origin = layer.getBoundingClientRect();
    const place = held.getBoundingClientRect();
    this.#grip = { x: at.x - place.x, y: at.y - place.y };
    this.#lifted = cards.flatMap((card) => elementOf(root, card) ?? []);
    const others = this.#lifted.filter((element) => element !== held).slice(0, SHOWN - 1);
    this.#box.className = 'ghost';
    this.#box.append(
      ...[...others, held].map((element, i) => fanned(copyOf(element, place.width), others.length - i)),
    );
    layer.append(this.#box);
    for (const element of this.#lifted) element.toggleAttribute('data-lifted', true);
    this.moveTo(at.x, at.y);
  }

  moveTo(x: number, y: number): void {
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
