/** Carrying a hand card to the ground of a colour or into the supply. */
import type { Carried, DragHost } from '../../../lib/drag/drag';
import { Ghost } from '../../../lib/drag/ghost';
import type { Desk, Place } from './desk.svelte';

const OVER = 'data-over';

export const dragHost = (desk: Desk): DragHost => ({
  what: '.hand-area .card',
  take(element, at) {
    const items = [...(element.closest('ul')?.querySelectorAll('.card') ?? [])];
    const held = desk.hand[items.indexOf(element)];
    if (!held || !desk.ready) return null;
    desk.hold(held.key);
    return new HandCard(desk, new Ghost(document.body, element, [element], at));
  },
});

class HandCard implements Carried {
  readonly #desk: Desk;
  readonly #ghost: Ghost;
  #over: HTMLElement | null = null;

  constructor(desk: Desk, ghost: Ghost) {
    this.#desk = desk;
    this.#ghost = ghost;
  }

  follow(at: { x: number; y: number }): void {
    this.#ghost.moveTo(at);
    this.#show(this.#under(at));
  }

  drop(at: { x: number; y: number }): void {
    const place = this.#under(at)?.dataset['drop'];
    if (place) this.#desk.drop(place as Place);
  }

  end(): void {
    this.#show(null);
    this.#ghost.remove();
  }

  #under({ x, y }: { x: number; y: number }): HTMLElement | null {
    const found = document.elementFromPoint(x, y)?.closest<HTMLElement>('.jericho [data-drop]') ?? null;
    return found && this.#desk.way(found.dataset['drop'] as Place) ? found : null;
  }

  #show(place: HTMLElement | null): void {
    if (place === this.#over) return;
    this.#over?.removeAttribute(OVER);
    place?.setAttribute(OVER, '');
    this.#over = place;
    this.#desk.pointed = (place?.dataset['drop'] as Place | undefined) ?? null;
  }
}
