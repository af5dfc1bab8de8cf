/** What was said, in the words of the reader's language. */
import { houseTexts } from '../../api/client';
import type { Said } from '../../api/types';

const PREFIX = 'phrase.';
/** What is said only where players take turns, and only where all play at once. */
const IN_TURN = 'your_turn';
const AT_ONCE = 'so_fast';

/** All ready phrases, each with its key. */
export async function readyPhrases(): Promise<[key: string, text: string][]> {
  const texts = await houseTexts().catch(() => ({}));
  return Object.entries(texts)
    .filter(([key]) => key.startsWith(PREFIX))
    .map(([key, text]) => [key.slice(PREFIX.length), text]);
}

/** Those that make sense in a game. */
export const fitting = (phrases: readonly [string, string][], timed: boolean) =>
  phrases.filter(([key]) => key !== (timed ? IN_TURN : AT_ONCE));

export const wordsOf = ({ phrase, text }: Said, phrases: readonly [string, string][]): string =>
  text ?? phrases.find(([key]) => key === phrase)?.[1] ?? '';
