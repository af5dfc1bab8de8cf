/** Cards go from where they were to where they are; those that cross the table float above it. */
import type { photo_rummy } from '../../../lib/api/types';
import { EASE, reducedMotion } from '../../../lib/motion';
import { copyOf } from '../../../lib/drag/ghost';
import { elementOf, layerOf } from './elements';

type Happened = readonly photo_rummy.Event[];
interface Seen {
  box: DOMRect;
  zone: Element | null;
}

/** A card on its way to another player. */
interface Leaver {
  copy: HTMLElement;
  from: DOMRect;
  seat: number;
}
/** A copy that crosses the table while the real card, if it is there, is hidden. */
interface Floating {
  copy: HTMLElement;
  from: DOMRect;
  to: DOMRect;
  real: HTMLElement | null;
}

const TIME = 260;
const SMALL = 24;
const cardsIn = (root: ParentNode) => root.querySelectorAll<HTMLElement>('[data-card]');
const zoneOf = (element: Element) => element.closest('[data-zone]');

export class Flights {
  readonly #root: HTMLElement;
  readonly #seat: number | null;
  #before = new Map<string, Seen>();
  #leaving: Leaver[] = [];
  #given = new Map<string, DOMRect>();

  constructor(root: HTMLElement, seat: number | null) {
    this.#root = root;
    this.#seat = seat;
  }

  /** These cards come from under the finger. */
  give(cards: readonly string[], from: DOMRect): void {
    for (const card of cards) this.#given.set(card, from);
  }

  /** Looks where everything is before the page changes. */
  look(events: Happened): void {
    if (reducedMotion()) return;
    this.#before = new Map(
      [...cardsIn(this.#root)].map((each) => [
        each.dataset['card']!,
        { box: each.getBoundingClientRect(), zone: zoneOf(each) },
      ]),
    );
    this.#leaving = events.flatMap((event) => this.#leavers(event));
  }

  /** Lets everything fly that has another place now. */
  play(events: Happened): void {
    if (reducedMotion()) return;
    // all is measured before anything changes: else the page would be laid out anew for every card
    const moves = [...cardsIn(this.#root)].flatMap((element) => this.#move(element, events) ?? []);
    const crossing = moves
      .filter(({ far }) => far)
      .map(({ element, from, to }) => ({ copy: copyOf(element, to.width), from, to, real: element }));
    this.#float([...crossing, ...this.#leaving.flatMap((leaver) => this.#leave(leaver) ?? [])]);
    for (const { element, from, to, far } of moves) if (!far) glide(element, from, to);
    this.#before = new Map();
    this.#leaving = [];
    this.#given = new Map();
  }

  #move(element: HTMLElement, events: Happened) {
    const card = element.dataset['card']!;
    const before = this.#before.get(card);
    const from = this.#given.get(card) ?? before?.box ?? this.#source(card, events);
    const to = element.getBoundingClientRect();
    if (
      !from ||
      to.width === 0 ||
      (Math.abs(from.x - to.x) < 2 && Math.abs(from.y - to.y) < 2 && Math.abs(from.width - to.width) < 2)
    )
      return null;
    return { element, from, to, far: before?.zone !== zoneOf(element) || this.#given.has(card) };
  }

  /** Where a card comes from that nobody saw before: a stack, or another player. */
  #source(card: string, events: Happened): DOMRect | null {
    for (const event of events) {
      if (event.type === 'drew' && event.card === card) return this.#box(`stack-${event.stack}`);
      if (event.type === 'laid' && event.laid.includes(card)) return this.#box(`seat-${event.seat}`);
      if (event.type === 'dealt' && event.racks.some((rack) => rack.includes(card)))
        return this.#box('stack-2');
    }
    return null;
  }

  /** Cards that leave for another player: drawn from a stack, or jokers taken. */
  #leavers(event: photo_rummy.Event): Leaver[] {
    if (!('seat' in event) || event.seat === this.#seat) return [];
    const elements =
      event.type === 'drew'
        ? [this.#root.querySelector<HTMLElement>(`[data-place=stack-${event.stack}] .card`)]
        : event.type === 'laid'
          ? event.taken.map((card) => elementOf(this.#root, card))
          : [];
    return elements.flatMap((element) => {
      if (!element) return [];
      const from = element.getBoundingClientRect();
      return [{ copy: copyOf(element, SMALL), from, seat: event.seat }];
    });
  }

  #leave({ copy, from, seat }: Leaver): Floating | null {
    const goal = this.#box(`seat-${seat}`);
    return (
      goal && {
        copy,
        from,
        to: new DOMRect(goal.x + goal.width / 2 - SMALL / 2, goal.y, SMALL, SMALL),
        real: null,
      }
    );
  }

  #box(place: string): DOMRect | null {
    return this.#root.querySelector(`[data-place=${place}]`)?.getBoundingClientRect() ?? null;
  }

  #float(floating: readonly Floating[]): void {
    if (floating.length === 0) return;
    const layer = layerOf(this.#root);
    const origin = layer.getBoundingClientRect();
    layer.append(...floating.map(({ copy }) => copy));
    for (const each of floating) float(each, origin);
  }
}

function float({ copy, from, to, real }: Floating, origin: DOMRect): void {
  const at = (box: DOMRect) =>
    `translate(${box.x - origin.x}px, ${box.y - origin.y}px) scale(${box.width / to.width})`;
  const flight = copy.animate(
    [
      { transform: at(from), transformOrigin: '0 0' },
      { transform: at(to), transformOrigin: '0 0' },
    ],
    { duration: TIME, easing: EASE, fill: 'forwards' },
  );
  real?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: TIME });
  flight.onfinish = flight.oncancel = () => copy.remove();
}

function glide(element: HTMLElement, from: DOMRect, to: DOMRect): void {
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
  element.animate(
    [
      { transform: start, transformOrigin: '0 0' },
      { transform: 'none', transformOrigin: '0 0' },
    ],
    { duration: TIME, easing: EASE },
  );
}
