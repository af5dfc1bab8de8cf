/** What a bot of each level is like, in a sentence that the server says. */
import { houseTexts } from '../api/client';
import { language } from '../i18n/index.svelte';

let texts = $state.raw<Readonly<Record<string, string>>>({});

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
}

export const character = (level: string): string => texts[`bot.${level}`] ?? '';
