/** A full table is put on the screen in portions: first the rack, then the lists. */
import { afterPaint } from '../../../lib/table/mounting.svelte';
import type { List } from './lists';

/** So many cards at once; one of the rack, where cards may show their pictures, counts for two. */
const PORTION = 12;
const OF_RACK = 2;

export class Mounting {
  #portions = $state(0);
  readonly #rack: () => number;
  readonly #all: () => readonly List[];
  readonly #lists = $derived.by(() => this.#within(this.#budget - this.#rack() * OF_RACK));

  constructor(rack: () => number, all: () => readonly List[]) {
    this.#rack = rack;
    this.#all = all;
    $effect(() => {
      if (this.#portions === Infinity) return;
      const done = this.rack >= rack() && this.#lists.length === all().length;
      return afterPaint(() => (this.#portions = done ? Infinity : this.#portions + 1));
    });
  }

  get #budget(): number {
    return this.#portions * PORTION;
  }
  /** How many cards of the rack are to be there now. */
  get rack(): number {
    return this.#budget / OF_RACK;
  }
  get lists(): readonly List[] {
    return this.#lists;
  }

  /** The first lists with so many cards together, the last of them counted in part. */
  #within(cards: number): readonly List[] {
    let left = cards;
    return this.#all().filter(({ cards: { length } }) => (left -= length) > -length);
  }
}
