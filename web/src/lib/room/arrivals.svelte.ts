/** Somebody comes, or speaks, in the waiting room: told in passing, by a sound, and in the tab's title. */
import type { Said } from '../api/types';
import { t } from '../i18n/index.svelte';
import { playSound } from '../sound';
import { readyPhrases, wordsOf } from '../table/shell/chat';
import type { LiveSession } from '../table/session.svelte';
import { toast } from '../ui/toasts.svelte';

/** Everybody who said who they are, by number: in a seat or beside the table. */
export function everybody(session: Pick<LiveSession, 'table' | 'onlookers'>): Map<number, string> {
  const seated = (session.table?.seats ?? []).flatMap(({ person, name }) =>
    person === null ? [] : [[person, name] as const],
  );
  return new Map([...session.onlookers.map(({ person, name }) => [person, name] as const), ...seated]);
}

/** To be called where people wait for each other. */
export function tellArrivals(session: LiveSession): void {
  let known: ReadonlyMap<number, string> | null = null;

  $effect(() => {
    const here = everybody(session);
    const fresh = [...here].filter(([person]) => known !== null && !known.has(person));
    known = here;
    for (const [, name] of fresh) tell(session, t('room.came', { name }), 'good');
  });
  $effect(() => {
    session.onsaid = (said) => void hear(session, said);
    return () => (session.onsaid = () => undefined);
  });
}

async function hear(session: LiveSession, said: Said): Promise<void> {
  if (said.seat !== null && session.you.seats.includes(said.seat)) return;
  tell(session, `${said.name}: ${wordsOf(said, await readyPhrases())}`, 'tick');
}

function tell(session: LiveSession, text: string, sound: 'good' | 'tick'): void {
  playSound(sound);
  toast(text, 'info', 4000);
  if (document.hidden) session.calling = text;
}
