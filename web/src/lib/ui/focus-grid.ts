/** The keyboard's way over cards and buttons: Tab stops once in each zone, arrows go to what lies in that direction. */
import type { Attachment } from 'svelte/attachments';
import { isModified } from './keys.svelte';

const WAYS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** What lies beside the way counts so much more than what lies on it. */
const ASIDE = 4;
const NEAR = 4;

interface Grid {
  /** what can be visited */
  items?: string;
  /** parts of the table, each with a Tab stop of its own; without them all of it is one, and goes round */
  zones?: string;
}

export function focusGrid({ items = 'button:not(:disabled)', zones }: Grid = {}): Attachment<HTMLElement> {
  return (root) => {
    /** where each zone was left */
    const left = new WeakMap<Element, HTMLElement>();
    const all = (within: Element = root) => [...within.querySelectorAll<HTMLElement>(items)];
    const zoneOf = (item: Element) => (zones ? (item.closest(zones) ?? root) : root);

    const stopAt = (zone: Element, chosen?: HTMLElement) => {
      const stops = all(zone);
      const before = left.get(zone);
      const stop = chosen ?? (before && stops.includes(before) ? before : stops[0]);
      if (stop) left.set(zone, stop);
      for (const each of stops) {
        const index = each === stop ? 0 : -1;
        // even the same number written again can make the browser lay out the page
        if (each.tabIndex !== index) each.tabIndex = index;
      }
    };
    const refresh = () => {
      for (const zone of zones ? root.querySelectorAll(zones) : [root]) stopAt(zone);
    };
    const focused = ({ target }: FocusEvent) => {
      const item = all().find((each) => each.contains(target as Node));
      if (item) stopAt(zoneOf(item), item);
    };
    const pressed = (event: KeyboardEvent) => {
      const here = document.activeElement;
      if (isModified(event) || !(here instanceof HTMLElement) || !here.matches(items)) return;
      const next = goal(event.key, here, all(), zones ? all(zoneOf(here)) : null);
      if (!next) return;
      event.preventDefault();
      next.focus();
    };

    const observer = new MutationObserver(refresh);
    observer.observe(root, { childList: true, subtree: true });
    root.addEventListener('focusin', focused);
    root.addEventListener('keydown', pressed);
    refresh();
    return () => {
      observer.disconnect();
      root.removeEventListener('focusin', focused);
      root.removeEventListener('keydown', pressed);
    };
  };
}

function goal(
  key: string,
  here: HTMLElement,
  all: readonly HTMLElement[],
  zone: readonly HTMLElement[] | null,
): HTMLElement | undefined {
  const part = zone ?? all;
  if (key === 'Home') return part[0];
  if (key === 'End') return part.at(-1);
  const way = WAYS[key];
  if (!way) return undefined;
  const found = nearest(here, all, way);
  if (found || zone) return found;
  const step = way[0] + way[1];
  return all[(all.indexOf(here) + step + all.length) % all.length];
}

function nearest(
  here: HTMLElement,
  all: readonly HTMLElement[],
  [dx, dy]: readonly [number, number],
): HTMLElement | undefined {
  const from = here.getBoundingClientRect();
  const half = (dx !== 0 ? from.height : from.width) / 2;
  const ahead = all.flatMap((each) => {
    if (each === here) return [];
    const to = each.getBoundingClientRect();
    const x = to.x + to.width / 2 - from.x - from.width / 2;
    const y = to.y + to.height / 2 - from.y - from.height / 2;
    const along = x * dx + y * dy;
    const aside = Math.max(0, Math.abs(x * dy) + Math.abs(y * dx) - half);
    return along > NEAR ? [{ each, cost: along + ASIDE * aside }] : [];
  });
  return ahead.sort((a, b) => a.cost - b.cost)[0]?.each;
}
