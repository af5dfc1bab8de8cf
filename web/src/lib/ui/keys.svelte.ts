/** The keys of a table: which are its own, and the sheet that lists them. */

import type { TextKey } from '../i18n/index.svelte';

/** Keys that do the same, and the key of the text that says what. */
export interface KeyHelp {
  readonly keys: readonly string[];
  readonly text: TextKey;
}

/** What the keyboard does on every table. */
export const COMMON_KEYS: readonly KeyHelp[] = [
  { keys: ['←', '→', '↑', '↓'], text: 'keys.arrows' },
  { keys: ['Tab'], text: 'keys.tab' },
  { keys: ['Enter'], text: 'keys.enter' },
  { keys: ['Esc'], text: 'keys.escape' },
];

const TYPING = 'input, textarea, select, dialog, [contenteditable], [role=dialog]';

/** Whether a key belongs to the browser or the system. */
export const isModified = (event: KeyboardEvent): boolean =>
  event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;

/** Whether the table should leave a key alone: it belongs to a field, a dialogue, another part of the page or the browser. */
export function isForeign(event: KeyboardEvent, root?: Element): boolean {
  const target = event.target instanceof Element ? event.target : document.body;
  const elsewhere = root !== undefined && target !== document.body && !root.contains(target);
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    elsewhere ||
    target.closest(TYPING) !== null ||
    document.querySelector('dialog[open]') !== null
  );
}

let shown = $state.raw<readonly KeyHelp[] | null>(null);

/** The keys that somebody wants to read. */
export const keysShown = (): readonly KeyHelp[] | null => shown;
/** Opens the sheet of keys. */
export function showKeys(keys: readonly KeyHelp[] = COMMON_KEYS): void {
  shown = keys;
}
/** Closes it. */
export function hideKeys(): void {
  shown = null;
}
/** Opens it where somebody asks with the key for that. */
export function answerKeys(event: KeyboardEvent, keys?: readonly KeyHelp[]): void {
  if (event.key !== '?' || isForeign(event)) return;
  event.preventDefault();
  showKeys(keys);
}
