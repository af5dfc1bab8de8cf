/** What a bot of each level is like, in a sentence that the server says. */
import { houseTexts, myRivals } from '../api/client';
import { characterOf } from '../games.svelte';
import { language } from '../i18n/index.svelte';
import { groupOf, RIVAL, rivalStep } from './levels';

let texts = $state.raw<Readonly<Record<string, string>>>({});
let rivals = $state.raw<Readonly<Record<string, string>>>({});

/** To be called where bots are chosen; the sentences follow the language. */
export function meetBots(): void {
  $effect(() => {
    void language();
    // without them the levels' names say enough
    houseTexts().then(
      (found) => (texts = found),
      () => undefined,
    );
  });
  $effect(() => {
    // without an answer nobody is offered a rival
    myRivals().then(
      ({ levels }) => (rivals = levels),
      () => undefined,
    );
  });
}

/** The level at which one's rival in a game plays the next match, as far as it is known. */
export const rivalOf = (game: string): string | undefined => rivals[game];

export function character(level: string): string {
  const own = characterOf(level);
  if (own) return own.about[language()] ?? '';
  if (rivalStep(level) !== null) return texts[`bot.${RIVAL}`] ?? '';
  const group = /^\d+$/.test(level) ? groupOf(Number(level)) : level;
  return texts[`bot.${group}`] ?? '';
}
