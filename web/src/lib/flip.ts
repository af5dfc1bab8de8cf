/** Things with the same key fly from where they were to where they are (first, last, invert, play). */
import { EASE, reducedMotion } from './motion';

type Places = ReadonlyMap<string, DOMRect>;
const NEAR = 1;

const movers = (root: ParentNode) => root.querySelectorAll<HTMLElement>('[data-flip]');

/** Where everything with a `data-flip` key is on the screen now, flights in progress included. */
export function measure(root: ParentNode = document): Places {
  return new Map(
    [...movers(root)].map((element) => [element.dataset.flip!, element.getBoundingClientRect()]),
  );
}

/** Lets everything that moved since `before` fly; an unfinished flight continues from where it is. */
export function play(before: Places, root: ParentNode = document, duration = 240): void {
  if (reducedMotion()) return;
  const flights = [...movers(root)].map((element) => ({ element, from: before.get(element.dataset.flip!) }));
  for (const { element } of flights) cancelFlight(element);
  const measured = flights.map(({ element, from }) => ({
    element,
    from,
    to: element.getBoundingClientRect(),
  }));
  for (const { element, from, to } of measured)
    if (from && differs(from, to)) fly(element, from, to, duration);
}

/** Measures, changes, waits for the page to be drawn anew, and lets what moved fly. */
export async function flip(
  change: () => void | Promise<void>,
  settled: () => Promise<void>,
  root?: ParentNode,
): Promise<void> {
  const before = measure(root);
  await change();
  await settled();
  play(before, root);
}

const FLIGHT = 'flip';
const differs = (a: DOMRect, b: DOMRect) =>
  b.width > 0 &&
  (Math.abs(a.x - b.x) > NEAR || Math.abs(a.y - b.y) > NEAR || Math.abs(a.width - b.width) > NEAR);

function cancelFlight(element: HTMLElement): void {
  for (const animation of element.getAnimations()) if (animation.id === FLIGHT) animation.cancel();
}

function fly(element: HTMLElement, from: DOMRect, to: DOMRect, duration: number): void {
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
  element.animate(
    [
      { transform: start, transformOrigin: '0 0', zIndex: 10 },
      { transform: 'none', transformOrigin: '0 0', zIndex: 10 },
    ],
    { id: FLIGHT, duration: clamp(duration), easing: EASE },
  );
}

const clamp = (duration: number) => Math.min(300, Math.max(150, duration));
