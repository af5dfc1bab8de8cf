/** The keyboard's way over the table: arrows go to what lies in that direction, Tab from zone to zone. */
import type { Attachment } from 'svelte/attachments';

const STOPS = '[data-stop]:not(:disabled)';
const WAYS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function spatial(): Attachment<HTMLElement> {
  return (root) => {
    const refresh = () => {
      for (const zone of root.querySelectorAll('[data-zone]')) oneStop(zone);
    };
    const focused = (event: FocusEvent) => {
      const stop = (event.target as Element).closest<HTMLElement>(STOPS);
      if (stop) oneStop(stop.closest('[data-zone]')!, stop);
    };
    const pressed = (event: KeyboardEvent) => {
      const here = document.activeElement;
      const way = WAYS[event.key];
      if (!way || event.shiftKey || !(here instanceof HTMLElement) || !here.matches(STOPS)) return;
      event.preventDefault();
      nearest(root, here, way)?.focus();
    };
    const observer = new MutationObserver(refresh);
    for (const zone of root.querySelectorAll('[data-zone]'))
      observer.observe(zone, { childList: true, subtree: true });
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

/** Leaves one element of a zone in the Tab order: the given one, else the one that was, else the first. */
function oneStop(zone: Element, chosen?: HTMLElement): void {
  const stops = [...zone.querySelectorAll<HTMLElement>(STOPS)];
  const stop = chosen ?? stops.find((each) => each.dataset['stop'] === 'here') ?? stops[0];
  for (const each of stops) {
    const here = each === stop;
    // what is written is looked at again by the browser, even where nothing changed
    if (each.tabIndex === (here ? 0 : -1) && each.dataset['stop'] === (here ? 'here' : '')) continue;
    each.tabIndex = here ? 0 : -1;
    each.dataset['stop'] = here ? 'here' : '';
  }
}

function nearest(
  root: HTMLElement,
  here: HTMLElement,
  [dx, dy]: readonly [number, number],
): HTMLElement | undefined {
  const from = middle(here);
  const others = [...root.querySelectorAll<HTMLElement>(STOPS)].filter((each) => each !== here);
  const ways = others.map((each) => {
    const to = middle(each);
    const [x, y] = [to.x - from.x, to.y - from.y];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    return { each, along, cost: along + aside * (dx !== 0 ? 4 : 1.5) };
  });
  const ahead = ways.filter(({ along }) => along > 6).sort((a, b) => a.cost - b.cost);
  return ahead[0]?.each;
}

function middle(element: HTMLElement): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
