/** One key for each place; those of the others are numbered as they sit. */
import type { KeyHelp } from '../../../lib/ui/keys.svelte';
import type { Place } from './intents';

export const KEY_OF: Record<string, string> = {
  'own-0': 'A',
  'own-1': 'S',
  draw: 'D',
  'pile-0': 'J',
  'pile-1': 'K',
};
export const STOP_KEY = 'X';
export const FITS_KEY = 'H';

export const keyOfTheirs = (index: number, slot: number): string => String(index * 2 + slot + 1);

/** The place that a key stands for, given the seats of the others as they sit. */
export function placeOfKey({ key, code }: KeyboardEvent, others: readonly number[]): Place | null {
  const letter = key.toUpperCase();
  const own = Object.entries(KEY_OF).find(([, each]) => each === letter)?.[0];
  if (own) return own as Place;
  // the digits by where they are, for on some keyboards they need Shift
  const digit = Number(/^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? 0);
  const seat = others[Math.ceil(digit / 2) - 1];
  return digit > 0 && seat !== undefined ? `theirs-${seat}-${(digit - 1) % 2}` : null;
}

export const KEYS: readonly KeyHelp[] = [
  { keys: ['A', 'S'], text: 'flow.display' },
  { keys: ['J', 'K'], text: 'flow.middle' },
  { keys: ['D'], text: 'flow.keys.draw' },
  { keys: ['1', '8'], text: 'flow.keys.theirs' },
  { keys: [STOP_KEY], text: 'flow.stop' },
  { keys: [FITS_KEY], text: 'flow.fits' },
  { keys: ['Esc'], text: 'keys.escape' },
];
