/** The keys of the table; everything a finger can do, a key can do. */
import { tick } from 'svelte';
import { elementOf } from './elements';
import type { Desk } from './desk.svelte';
import { isForeign, type KeyHelp } from '../../../lib/ui/keys.svelte';

const NEXT = { city: 'category', category: 'city', hand: 'city' } as const;

export const KEYS: readonly KeyHelp[] = [
  { keys: ['←', '→', '↑', '↓'], text: 'keys.arrows' },
  { keys: ['Tab'], text: 'photo_rummy.keys.tab' },
  { keys: ['Enter'], text: 'photo_rummy.keys.enter' },
  { keys: ['N'], text: 'photo_rummy.keys.new' },
  { keys: ['R'], text: 'photo_rummy.keys.rack' },
  { keys: ['Esc'], text: 'keys.escape' },
  { keys: ['U'], text: 'photo_rummy.keys.undo' },
  { keys: ['D'], text: 'photo_rummy.keys.draw_any' },
  { keys: ['1', '5'], text: 'photo_rummy.keys.draw' },
  { keys: ['L'], text: 'photo_rummy.keys.lay' },
  { keys: ['P'], text: 'photo_rummy.keys.pass' },
  { keys: ['S'], text: 'photo_rummy.keys.sort' },
  { keys: ['⇧ ←', '⇧ →'], text: 'photo_rummy.keys.arrange' },
  { keys: ['I'], text: 'photo_rummy.keys.peek' },
  { keys: ['H'], text: 'keys.hint' },
];

/** Handles a key; whether it was one of the table's. */
export function pressKey(event: KeyboardEvent, desk: Desk, root: HTMLElement): void {
  if (isForeign(event, root)) return;
  const done =
    event.shiftKey && event.key.startsWith('Arrow') ? shift(event.key, desk) : act(event.key, desk);
  if (!done) return;
  event.preventDefault();
  keepFocus(root, done === true ? cardUnder(document.activeElement) : done);
}

/** Does what a key says; tells the card that the focus goes to, or that there is none. */
function act(key: string, desk: Desk): string | boolean {
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
