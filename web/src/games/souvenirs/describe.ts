/** What happened, in a sentence. Draws and passes say nothing: they would hide what changed the table. */
import { t, sentence } from '../../lib/i18n/index.svelte';
import type { Line, Told } from '../../lib/table/contract';
import { cardName, extentOf, lineName, placeName, type GameEvent } from './names';

export function describe(event: GameEvent, { players, seat: own, view }: Told<'souvenirs'>): Line | null {
  const name = (seat: number) => players[seat]?.name ?? '';
  const told = (seat: number, key: 'placed' | 'booked') =>
    `souvenirs.log.${key}${seat === own ? '.you' : ''}` as const;
  const extent = extentOf(view);
  switch (event.type) {
    case 'dealt':
      return { text: t('souvenirs.log.dealt', { card: sentence(cardName(event.first)) }) };
    case 'placed':
      return {
        seat: event.seat,
        text: t(told(event.seat, 'placed'), {
          name: name(event.seat),
          card: cardName(event.card),
          place: placeName(event.at, extent),
        }),
      };
    case 'booked':
      return {
        seat: event.seat,
        text: t(told(event.seat, 'booked'), { name: name(event.seat), line: lineName(event.line, extent) }),
      };
    case 'finished':
      return { text: t('souvenirs.log.finished') };
    default:
      return null;
  }
}
