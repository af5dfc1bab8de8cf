/** One stop for the Tab key; arrows, Home and End move inside. */
import type { Attachment } from 'svelte/attachments';

const STEP: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function roving(selector = 'button:not(:disabled)'): Attachment<HTMLElement> {
  return (root) => {
    const items = () => [...root.querySelectorAll<HTMLElement>(selector)];
    const choose = (chosen: HTMLElement | undefined) => {
      for (const item of items()) {
        const index = item === chosen ? 0 : -1;
        // even the same number written again can make the browser lay out the page
        if (item.tabIndex !== index) item.tabIndex = index;
      }
    };
    const refresh = () =>
      choose(
        items().find((item) => item === document.activeElement) ??
          items().find((item) => item.tabIndex === 0) ??
          items()[0],
      );
    const onFocus = (event: FocusEvent) => {
      const item = items().find((candidate) => candidate.contains(event.target as Node));
      if (item) choose(item);
    };
    const onKey = (event: KeyboardEvent) => {
      const all = items();
      const here = all.indexOf(document.activeElement as HTMLElement);
      const next = target(event.key, here, all.length);
      if (here < 0 || next === undefined) return;
      event.preventDefault();
      all[next]?.focus();
    };
    const observer = new MutationObserver(refresh);
    observer.observe(root, { childList: true, subtree: true });
    root.addEventListener('focusin', onFocus);
    root.addEventListener('keydown', onKey);
    refresh();
    return () => {
      observer.disconnect();
      root.removeEventListener('focusin', onFocus);
      root.removeEventListener('keydown', onKey);
    };
  };
}

function target(key: string, here: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEP[key];
  return step === undefined ? undefined : (here + step + count) % count;
}
