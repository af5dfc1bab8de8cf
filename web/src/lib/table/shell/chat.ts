/** What was said, in the words of the reader's language. */
import { houseTexts } from '../../api/client';
import type { Said } from '../../api/types';

const PREFIX = 'phrase.';

/** The ready phrases, each with its key. */
export async function readyPhrases(): Promise<[key: string, text: string][]> {
  const texts = await houseTexts().catch(() => ({}));
  return Object.entries(texts)
    .filter(([key]) => key.startsWith(PREFIX))
    .map(([key, text]) => [key.slice(PREFIX.length), text]);
}

export const wordsOf = ({ phrase, text }: Said, phrases: readonly [string, string][]): string =>
  text ?? phrases.find(([key]) => key === phrase)?.[1] ?? '';
