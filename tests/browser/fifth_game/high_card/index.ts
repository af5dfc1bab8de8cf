import { t } from '../../lib/i18n/index.svelte';
import type { GameModule } from '../../lib/table/contract';
import { cardName } from './names';
import Table from './Table.svelte';

declare module '../../lib/api/types' {
  interface GameTypes {
    high_card: {
      View: { cards: (string | null)[] };
      Action: { type: 'show' };
      Event: { type: 'shown'; seat: number; card: string } | { type: 'hidden' };
      Options: object;
      Verdict: never;
    };
  }
}

export default {
  Table,
  describe: (event, { players }) =>
    event.type === 'shown'
      ? {
          seat: event.seat,
          text: t('high_card.log.shown', { name: players[event.seat]!.name, card: cardName(event.card) }),
        }
      : null,
  scores: (view) => [{ label: t('high_card.score'), values: view.cards.map((card) => card?.at(-1) ?? '') }],
} satisfies GameModule<'high_card'>;
