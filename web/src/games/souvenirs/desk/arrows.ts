/** Arrow keys move over the grid and its edges; the Tab key stops there once. */
import type { Attachment } from 'svelte/attachments';

const STEPS: Record<string, readonly [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};
const FARTHEST = 8;

/** The things to visit carry `data-x` and `data-y`. */
export const arrows: Attachment<HTMLElement> = (root) => {
  const all = () => [...root.querySelectorAll<HTMLElement>('[data-x]')];
  const at = (x: number, y: number) => root.querySelector<HTMLElement>(`[data-x="${x}"][data-y="${y}"]`);
  const choose = (chosen: HTMLElement | undefined) => {
    for (const each of all()) {
      const index = each === chosen ? 0 : -1;
      // even the same number written again can make the browser lay out the page
      if (each.tabIndex !== index) each.tabIndex = index;
    }
  };
  const refresh = () =>
    choose(
      all().find((each) => each === document.activeElement) ??
        all().find((each) => each.tabIndex === 0) ??
        all()[0],
    );
  const onkeydown = (event: KeyboardEvent) => {
    const [step, here] = [STEPS[event.key], document.activeElement as HTMLElement];
    if (!step || !root.contains(here) || here.dataset['x'] === undefined) return;
    event.preventDefault();
    const [x, y] = [Number(here.dataset['x']), Number(here.dataset['y'])];
    for (let i = 1; i <= FARTHEST; i++) {
      const next = at(x + i * step[0], y + i * step[1]);
      if (next) return void next.focus();
    }
  };
  const onfocus = ({ target }: FocusEvent) =>
    target instanceof HTMLElement && target.dataset['x'] !== undefined && choose(target);
  const observer = new MutationObserver(refresh);
  observer.observe(root, { childList: true, subtree: true });
  root.addEventListener('keydown', onkeydown);
  root.addEventListener('focusin', onfocus);
  refresh();
  return () => {
    observer.disconnect();
    root.removeEventListener('keydown', onkeydown);
    root.removeEventListener('focusin', onfocus);
  };
};
