/** Dragging cards between rack and table; a finger that only rests on a card looks at it closely. */
import type { Carried, DragHost, Point, Taken } from '../../../lib/drag/drag';
import { Ghost } from '../../../lib/drag/ghost';
import { buzz } from '../../../lib/haptics';
import { elementOf, layerOf } from './elements';
import type { Target, Targets } from './targets';

export interface CardHost {
  /** The cards that travel when this one is taken; none if it stays. */
  travel(card: string): readonly string[];
  /** A drag begins or ends: the page may show where cards can go. */
  dragging(on: boolean): void;
  /** Shows one card large while a finger rests on it; null when it is over. */
  peek(card: string | null): void;
  drop(cards: readonly string[], target: Target, from: DOMRect): void;
}

/** Nobody needs it before a card is taken up; by then it is on its way. */
const loadTargets = () => import('./targets');

const HOLD_MS = { touch: 320, mouse: 500 };

export const dragHost = (host: CardHost, root: () => HTMLElement | undefined): DragHost => ({
  what: '[data-card]',
  hold: HOLD_MS,
  take(element, at, how) {
    const [table, card] = [root(), element.dataset['card']!];
    const cards = host.travel(card);
    if (!table || (cards.length === 0 && how === 'moved')) return null;
    if (how === 'held') buzz('tap');
    return new Cards(table, host, element, cards, at, how);
  },
});

class Cards implements Carried {
  readonly #root: HTMLElement;
  readonly #host: CardHost;
  readonly #held: HTMLElement;
  readonly #cards: readonly string[];
  readonly #from: Point;
  #ghost: Ghost | null = null;
  #targets: Targets | null = null;
  #peeks: boolean;

  constructor(
    root: HTMLElement,
    host: CardHost,
    held: HTMLElement,
    cards: readonly string[],
    from: Point,
    how: Taken,
  ) {
    this.#root = root;
    this.#host = host;
    this.#held = held;
    this.#cards = cards;
    this.#from = from;
    this.#peeks = how === 'held';
    if (this.#peeks) host.peek(held.dataset['card']!);
  }

  follow(at: Point, moved: boolean): void {
    if (!moved || this.#cards.length === 0) return;
    this.#lift();
    if (!this.#targets) return void this.#measure();
    this.#ghost?.moveTo(at);
    this.#targets.scrollNear(at.y);
    this.#targets.show(this.#targets.at(at.x, at.y));
  }

  drop(at: Point): void {
    const from = this.#ghost?.rect();
    this.end();
    if (from) void this.#put(at, from);
  }

  end(): void {
    if (this.#peeks) this.#host.peek(null);
    this.#peeks = false;
    this.#targets?.clear();
    if (!this.#ghost) return;
    this.#ghost.remove();
    this.#ghost = null;
    this.#host.dragging(false);
  }

  /** Measured a frame after the drag began, when the page shows where cards can go. */
  async #measure(): Promise<Targets> {
    const { Targets } = await loadTargets();
    return (this.#targets ??= new Targets(this.#root));
  }

  /** Whoever is quicker than the page puts cards down all the same. */
  async #put(at: Point, from: DOMRect): Promise<void> {
    const target = (await this.#measure()).at(at.x, at.y);
    if (target) this.#host.drop(this.#cards, target, from);
  }

  #lift(): void {
    if (this.#ghost) return;
    if (this.#peeks) this.#host.peek(null);
    this.#peeks = false;
    const travel = this.#cards.flatMap((card) => elementOf(this.#root, card) ?? []);
    this.#ghost = new Ghost(layerOf(this.#root), this.#held, travel, this.#from);
    this.#host.dragging(true);
  }
}
