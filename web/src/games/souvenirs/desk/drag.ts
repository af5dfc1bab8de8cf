/** Dragging a hand card into the grid. */
import { distance, middleOf, type Carried, type DragHost } from '../../../lib/drag/drag';
import { Ghost } from '../../../lib/drag/ghost';
import { cellOf } from '../names';
import type { Motion } from '../../../lib/motion/play.svelte';
import { flipKey, type Desk } from './desk.svelte';

const OVER = 'data-over';
/** How far beside a place a card may be let go, in widths of the place. */
const REACH = 0.85;

export const dragHost = (desk: Desk, motion: Motion, root: () => HTMLElement | undefined): DragHost => ({
  what: '[data-held]',
  take(element, at) {
    const table = root();
    const key = element.dataset['held']!;
    if (!table || !desk.placing) return null;
    if (desk.picked !== key) desk.pick(key);
    return new HandCard(desk, motion, table, new Ghost(document.body, element, [element], at));
  },
});

class HandCard implements Carried {
  readonly #desk: Desk;
  readonly #motion: Motion;
  readonly #table: HTMLElement;
  readonly #ghost: Ghost;
  #places: readonly { element: HTMLElement; box: DOMRect }[] = [];
  #over: HTMLElement | null = null;

  constructor(desk: Desk, motion: Motion, table: HTMLElement, ghost: Ghost) {
    this.#desk = desk;
    this.#motion = motion;
    this.#table = table;
    this.#ghost = ghost;
  }

  follow(at: { x: number; y: number }): void {
    this.#ghost.moveTo(at);
    this.#show(this.#nearest());
  }

  drop(): void {
    const place = this.#nearest()?.dataset['place'];
    const { card } = this.#desk;
    if (place === undefined || card === null) return;
    this.#motion.give([flipKey(card, cellOf(place))], this.#ghost.rect());
    void this.#desk.lay(cellOf(place));
  }

  end(): void {
    this.#show(null);
    this.#ghost.remove();
  }

  /** The free place under the card, or close to it. */
  #nearest(): HTMLElement | null {
    // the marked places appear only after the card was taken up
    if (this.#places.length === 0) this.#places = placesIn(this.#table);
    const here = middleOf(this.#ghost.rect());
    const far = ({ box }: { box: DOMRect }) => distance(middleOf(box), here);
    const [best] = [...this.#places].sort((a, b) => far(a) - far(b));
    return best && far(best) < best.box.width * REACH ? best.element : null;
  }

  #show(place: HTMLElement | null): void {
    if (place === this.#over) return;
    this.#over?.removeAttribute(OVER);
    place?.setAttribute(OVER, '');
    this.#over = place;
  }
}

const placesIn = (table: HTMLElement) =>
  [...table.querySelectorAll<HTMLElement>('[data-place]')].map((element) => ({
    element,
    box: element.getBoundingClientRect(),
  }));
