/** The keys of the table; everything a finger can do, a key can do. */
import { tick } from 'svelte';
import { elementOf } from './elements';
import type { Desk } from './desk.svelte';

const NEXT = { city: 'category', category: 'city', hand: 'city' } as const;
const TYPING = 'input, textarea, select, dialog, [contenteditable], [role=dialog]';

/** Handles a key; whether it was one of the table's. */
export function pressKey(event: KeyboardEvent, desk: Desk, root: HTMLElement, help: () => void): void {
  const target = event.target as Element;
  const elsewhere = target !== document.body && !root.contains(target);
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    elsewhere ||
    target.closest(TYPING) ||
    document.querySelector('dialog[open]')
  )
    return;
  const done =
    event.shiftKey && event.key.startsWith('Arrow') ? shift(event.key, desk) : act(event.key, desk, help);
  if (!done) return;
  event.preventDefault();
  keepFocus(root, done === true ? cardUnder(document.activeElement) : done);
}

/** Does what a key says; tells the card that the focus goes to, or that there is none. */
function act(key: string, desk: Desk, help: () => void): string | boolean {
  if (/^[1-5]$/.test(key)) return does(() => void desk.draw(Number(key) - 1));
  const card = desk.picked[0] ?? cardUnder(document.activeElement);
  switch (key.toLowerCase()) {
    case 'n':
      return put('new', desk, card);
    case 'r':
      return put('rack', desk, card);
    case 'u':
      return does(() => desk.undo());
    case 'l':
      return does(() => void desk.lay());
    case 'p':
      return does(() => void desk.pass());
    case 'h':
      return does(() => void desk.hint());
    case 'i':
      return does(() => desk.peek(cardUnder(document.activeElement)));
    case 'd':
      return does(() => desk.anyStack !== null && void desk.draw(desk.anyStack));
    case 's':
      return does(() => desk.draft.sortBy(NEXT[desk.draft.sorting]));
    case 'escape':
      return does(() => desk.letGo());
    case '?':
      return does(help);
    default:
      return false;
  }
}

const does = (what: () => void): true => {
  what();
  return true;
};

/** Without picked cards the one under the focus goes. */
function put(to: 'new' | 'rack', desk: Desk, card: string | null): string | boolean {
  if (!card) return false;
  desk.put(to, desk.picked.length > 0 ? desk.picked : [card]);
  return card;
}

/** Moves the card under the focus one place along the rack. */
function shift(key: string, desk: Desk): string | boolean {
  const card = cardUnder(document.activeElement);
  const place = card ? desk.draft.rack.indexOf(card) : -1;
  if (card === null || place < 0) return false;
  const back = key === 'ArrowLeft' || key === 'ArrowUp';
  desk.draft.arrange([card], Math.max(0, back ? place - 1 : place + 2));
  return card;
}

const cardUnder = (element: Element | null): string | null =>
  element?.closest<HTMLElement>('[data-card]')?.dataset['card'] ?? null;

/** A card that moved is drawn anew elsewhere: the focus follows it. */
function keepFocus(root: HTMLElement, card: string | null): void {
  if (card) void tick().then(() => elementOf(root, card)?.focus());
}
