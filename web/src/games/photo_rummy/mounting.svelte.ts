/** A full table is put on the screen in portions: first the rack, then the lists. */
import { afterPaint } from '../../lib/table/mounting.svelte';
import type { List } from './lists';

/** So many cards at once. */
const PORTION = 12;

export class Mounting {
  #portions = $state(0);
  readonly #all: () => readonly List[];
  readonly #lists = $derived.by(() => this.#within((this.#portions - 1) * PORTION));

  constructor(all: () => readonly List[]) {
    this.#all = all;
    $effect(() => {
      if (this.#portions === Infinity) return;
      const done = this.rack && this.#lists.length === all().length;
      return afterPaint(() => (this.#portions = done ? Infinity : this.#portions + 1));
    });
  }

  get rack(): boolean { return this.#portions > 0; }
  get lists(): readonly List[] { return this.#lists; }

  /** The first lists with so many cards together, the last of them counted in part. */
  #within(cards: number): readonly List[] {
    let left = cards;
    return this.#all().filter(({ cards: { length } }) => (left -= length) > -length);
  }
}
