/** What happened, in a short line; what others draw and lay shows itself and says nothing. */
import { t } from '../../lib/i18n/index.svelte';
import type { Line, Told } from '../../lib/table/contract';
import { cardName, pileName, type GameEvent } from './names';

export function describe(event: GameEvent, { players, seat }: Told, before?: GameEvent): Line | null {
  const name = (who: number) => players[who]?.name ?? '';
  switch (event.type) {
    case 'dealt':
      return { text: t('flow.log.dealt', { round: event.round }) };
    case 'started':
      return { text: t('flow.log.started') };
    case 'drew':
      return event.seat === seat ? { seat, text: t('flow.log.drew', { card: cardName(event.card) }) } : null;
    case 'played': {
      const what = { name: name(event.seat), card: cardName(event.card), pile: pileName(event.pile) };
      return {
        seat: event.seat,
        text: t(event.seat === seat ? 'flow.log.you_played' : 'flow.log.played', what),
      };
    }
    case 'stole': {
      const what = { name: name(event.seat), card: cardName(event.card), victim: name(event.victim) };
      const key = event.seat === seat ? 'you_stole' : event.victim === seat ? 'stole_yours' : 'stole';
      return { seat: event.seat, text: t(`flow.log.${key}`, what) };
    }
    case 'stopped':
      return {
        seat: event.seat,
        text: t(event.seat === seat ? 'flow.log.you_stopped' : 'flow.log.stopped', {
          name: name(event.seat),
        }),
      };
    case 'reshuffled':
      return { text: t('flow.log.reshuffled') };
    case 'round_ended': {
      const out = event.reason === 'empty' ? lastCardOf(before) : null;
      if (out === null) return { text: t(`flow.log.ended.${event.reason}`) };
      return {
        seat: out,
        text: t(`flow.log.ended.${out === seat ? 'you_out' : 'out'}`, { name: name(out) }),
      };
    }
    default:
      return null;
  }
}

/** Whose card went: the last one of all where a round ends because somebody is out of cards. */
export function lastCardOf(event: GameEvent | undefined): number | null {
  if (event?.type === 'stole') return event.victim;
  return event?.type === 'played' ? event.seat : null;
}
