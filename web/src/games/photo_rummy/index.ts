/** Photo Rummy in the browser. */
import { t } from '../../lib/i18n/index.svelte';
import type { GameModule } from '../../lib/table/contract';
import Table from './Table.svelte';
import { describe, scores } from './describe';

export default {
  Table,
  describe,
  scores,
  hints: true,
  breakdown: (view, events) =>
    events
      .flatMap((event) =>
        event.type === 'round_won'
          ? [event.points]
          : event.type === 'round_drawn'
            ? [view.seats.map(() => 0)]
            : [],
      )
      .map((points, i) => ({
        label: t('photo_rummy.round', { round: i + 1, rounds: view.options.rounds }),
        values: points,
      })),
  tips: [
    { target: '[data-zone=stacks]', text: 'photo_rummy.tip.draw' },
    { target: '[data-zone=rack]', text: 'photo_rummy.tip.rack' },
    { target: '[data-zone=table]', text: 'photo_rummy.tip.table' },
    { target: '.actions', text: 'photo_rummy.tip.lay' },
  ],
} satisfies GameModule<'photo_rummy'>;
