/** Cards and cubes go from where they were to where they are. */
import { measure } from '../../../lib/flip';
import { EASE, reducedMotion } from '../../../lib/motion';
import type { Flight } from '../../../lib/table/Ghosts.svelte';
import { flipKey, type Desk } from './desk.svelte';
import type { GameEvent } from '../names';

const SMALL = 24;
const POINTS_MS = 600;

const seatOf = (seat: number) => `[data-seat="${seat}"]`;

function boxOf(root: ParentNode, selector: string): DOMRect | undefined {
  return root.querySelector(selector)?.getBoundingClientRect();
}

/** A small box in the middle of another. */
function inside(box: DOMRect | undefined): DOMRect | undefined {
  return box && new DOMRect(box.x + (box.width - SMALL) / 2, box.y + (box.height - SMALL) / 2, SMALL, SMALL);
}

/** Where everything is, and where what is new now comes from. */
export function placesBefore(
  root: HTMLElement,
  desk: Desk,
  events: readonly GameEvent[],
): Map<string, DOMRect> {
  const before = new Map(measure(root));
  const from = (key: string, box: DOMRect | undefined) => box && !before.has(key) && before.set(key, box);
  const { onItsWay, droppedAt } = desk;
  if (onItsWay && droppedAt) before.set(flipKey(onItsWay.card, onItsWay.at), droppedAt);
  if (onItsWay && desk.picked) from(flipKey(onItsWay.card, onItsWay.at), before.get(desk.picked));
  for (const event of events) {
    if (event.type === 'placed') from(flipKey(event.card, event.at), inside(boxOf(root, seatOf(event.seat))));
    if (event.type === 'booked')
      from(cubeKey(event.line, event.seat), inside(boxOf(root, seatOf(event.seat))));
    if (event.type === 'drew' && event.card && event.seat === desk.session.seat)
      from(event.card, boxOf(root, '.draw .card'));
  }
  return before;
}

export const cubeKey = (line: string, seat: number): string => `cube ${line} ${seat}`;

/** Cards that others draw. */
export function drawsOf(events: readonly GameEvent[], viewer: number | null): Flight[] {
  return events.flatMap((event) =>
    event.type === 'drew' && event.seat !== viewer
      ? [{ card: null, from: '.draw', to: seatOf(event.seat) }]
      : [],
  );
}

/** Points travel from a line to whoever gets them. */
export function flyPoints(root: HTMLElement, line: string, seat: number, text: string): void {
  const [start, end] = [boxOf(root, `[data-line="${line}"]`), boxOf(root, seatOf(seat))];
  if (!start || !end || reducedMotion()) return;
  const ghost = document.createElement('span');
  ghost.textContent = text;
  ghost.ariaHidden = 'true';
  ghost.style.cssText = `position:fixed;left:0;top:0;z-index:40;pointer-events:none;padding:.1em .5em;border-radius:99px;font:800 1.5rem/1.2 var(--display);background:var(--player-${seat});color:var(--player-${seat}-on)`;
  document.body.append(ghost);
  const at = (box: DOMRect, scale: number) =>
    `translate(${box.x + box.width / 2}px, ${box.y + box.height / 2}px) translate(-50%, -50%) scale(${scale})`;
  const frames = [
    { transform: at(start, 0.4) },
    { transform: at(start, 1.25), offset: 0.3 },
    { transform: at(end, 0.8) },
  ];
  ghost.animate(frames, { duration: POINTS_MS, easing: EASE }).onfinish = () => ghost.remove();
}
