/** What happened, in a sentence. */
import { formatList, t } from '../../lib/i18n/index.svelte';
import type { Line, Told } from '../../lib/table/contract';
import { cardName, cardNames, colourName, type GameEvent } from './names';

export function describe(event: GameEvent, { players, seat: own }: Told): Line | null {
  const name = (seat: number) => players[seat]?.name ?? '';
  const told = (seat: number, key: string) => `jericho.log.${key}${seat === own ? '.you' : ''}` as const;
  const of = (seat: number, key: string, params: Record<string, string | number> = {}): Line => ({
    seat,
    text: t(told(seat, key), { name: name(seat), ...params }),
  });
  switch (event.type) {
    case 'dealt':
      return { text: t('jericho.log.dealt') };
    case 'first_chosen':
      return of(event.seat, 'first_chosen');
    case 'round_began':
      return { text: t('jericho.log.round_began', { round: event.round }) };
    case 'fed':
      return of(event.seat, 'fed');
    case 'revealed':
      return { text: t('jericho.log.revealed') };
    case 'play_began':
      return of(event.turn, 'play_began');
    case 'built':
      return of(event.seat, 'built', { card: cardName(event.card) });
    case 'supplied':
      return of(event.seat, 'supplied');
    case 'blown': {
      const fallen = event.falls.flatMap(({ cards }) => cards);
      const count = event.falls.reduce((sum, { crumbled }) => sum + crumbled, 0);
      const colour = colourName(event.colour);
      const { text } =
        fallen.length > 0
          ? of(event.seat, 'blown', { colour, cards: cardNames(fallen) })
          : of(event.seat, 'blown.nothing', { colour });
      const lost = count > 0 ? t('jericho.log.blown.crumbled', { count }) : '';
      const joins = event.joins ? of(event.seat, 'blown.joins').text : '';
      return { seat: event.seat, text: [text, lost, joins].filter(Boolean).join(' ') };
    }
    case 'scoring_drawn':
      return of(event.seat, 'scoring_drawn');
    case 'scored': {
      const won = players.map(({ seat }) => ({
        seat,
        count: event.shares.filter((share) => share.seat === seat).flatMap(({ cards }) => cards).length,
      }));
      const winners = won
        .filter(({ count }) => count > 0)
        .map(({ seat, count }) => t(told(seat, 'share'), { name: name(seat), count }));
      return {
        text:
          winners.length > 0
            ? t('jericho.log.scored', { winners: formatList(winners) })
            : t('jericho.log.scored.nothing'),
      };
    }
    case 'finished':
      return { text: t('jericho.log.finished') };
    default:
      return null;
  }
}
