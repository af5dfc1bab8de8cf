/** Where a dragged card can be dropped. Measured once when the drag begins. */

export interface Target {
  readonly place: number | 'new' | 'rack';
  /** In the rack: the place in its order. */
  readonly index: number;
}

const EDGE = 32;
const SPEED = 9;
const DWELL_MS = 300;
const inside = (box: DOMRect, x: number, y: number) =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

interface Zone {
  element: HTMLElement;
  place: Target['place'];
  box: DOMRect;
  scrolls: boolean;
}

export class Targets {
  readonly #scroller: HTMLElement;
  readonly #view: DOMRect;
  readonly #start: number;
  readonly #zones: Zone[];
  readonly #rack: { box: DOMRect }[];
  readonly #marker: HTMLElement | null;
  #shown: HTMLElement | null = null;
  #edgeSince = performance.now();

  constructor(root: HTMLElement) {
    this.#scroller = root.querySelector<HTMLElement>('[data-scroller]')!;
    this.#view = this.#scroller.getBoundingClientRect();
    this.#start = this.#scroller.scrollTop;
    this.#zones = [...root.querySelectorAll<HTMLElement>('[data-drop]')].map((element) => ({
      element,
      place: placeOf(element.dataset['drop']!),
      box: element.getBoundingClientRect(),
      scrolls: this.#scroller.contains(element),
    }));
    this.#rack = [...root.querySelectorAll('[data-drop=rack] [data-card]')].map((card) => ({
      box: card.getBoundingClientRect(),
    }));
    this.#marker = root.querySelector('[data-marker]');
  }

  /** The target at a point; the bare table means a new list. */
  at(x: number, y: number): Target | null {
    const zone = this.#zone(x, y);
    if (zone) return { place: zone.place, index: zone.place === 'rack' ? this.#index(x, y) : 0 };
    return inside(this.#view, x, y) ? { place: 'new', index: 0 } : null;
  }

  show(target: Target | null): void {
    const zone =
      target &&
      (this.#zones.find(({ place, scrolls }) => place === target.place && !scrolls) ??
        this.#zones.find(({ place }) => place === target.place));
    if (zone?.element !== this.#shown) {
      this.#shown?.removeAttribute('data-over');
      zone?.element.setAttribute('data-over', '');
      this.#shown = zone?.element ?? null;
    }
    this.#mark(target?.place === 'rack' ? target.index : null);
  }

  /** Scrolls the table when the pointer stays near its upper or lower edge for a while. */
  scrollNear(y: number): void {
    const { top, bottom } = this.#view;
    const way = y < top || y > bottom ? 0 : y < top + EDGE ? -1 : y > bottom - EDGE ? 1 : 0;
    const now = performance.now();
    if (way === 0) this.#edgeSince = now;
    else if (now - this.#edgeSince > DWELL_MS) this.#scroller.scrollTop += way * SPEED;
  }

  clear(): void {
    this.#shown?.removeAttribute('data-over');
    this.#mark(null);
  }

  #zone(x: number, y: number): Zone | undefined {
    const fixed = this.#zones.find(({ box, scrolls }) => !scrolls && inside(box, x, y));
    if (fixed || !inside(this.#view, x, y)) return fixed;
    const shifted = y + this.#scroller.scrollTop - this.#start;
    return this.#zones.find(({ box, scrolls }) => scrolls && inside(box, x, shifted));
  }

  /** Before which card of the rack the point lies. */
  #index(x: number, y: number): number {
    const line = this.#rack.filter(({ box }) => y <= box.bottom + 4);
    const before = line.find(({ box }) => y >= box.top - 4 && x < box.left + box.width / 2);
    if (before) return this.#rack.indexOf(before);
    const next = line.find(({ box }) => y < box.top - 4);
    return next ? this.#rack.indexOf(next) : this.#rack.length;
  }

  #mark(index: number | null): void {
    if (!this.#marker) return;
    const box = index === null ? undefined : (this.#rack[index] ?? this.#rack.at(-1))?.box;
    this.#marker.style.opacity = box ? '1' : '0';
    if (!box) return;
    const rack = this.#marker.parentElement!.getBoundingClientRect();
    const x = (index! < this.#rack.length ? box.left - 3 : box.right + 1) - rack.left;
    this.#marker.style.transform = `translate(${x}px, ${box.top - rack.top}px) scaleY(${box.height / 100})`;
  }
}

const placeOf = (name: string): Target['place'] => (name === 'new' || name === 'rack' ? name : Number(name));
