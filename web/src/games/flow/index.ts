import type { GameModule } from '../../lib/table/contract';
import { t } from '../../lib/i18n/index.svelte';
import { describe } from './describe';
import Primer from './parts/Primer.svelte';
import { pauseOf } from './desk/motion';
import { KEYS } from './desk/keys';
import Table from './Table.svelte';

export default {
  Table,
  keys: KEYS,
  pause: pauseOf,
  Primer,
  describe,
  announces: true,
  scores: (view) => [
    { label: t('flow.score.draw'), values: view.seats.map((seat) => seat.draw_pile) },
    { label: t('flow.score.stolen'), values: view.seats.map(({ stolen }) => stolen.size) },
    { label: t('flow.score.total'), values: view.seats.map(({ score }) => score) },
  ],
  breakdown: (_, events) =>
    events
      .filter((event) => event.type === 'round_ended')
      .map(({ points }, i) => ({ label: t('flow.round', { round: i + 1 }), values: points })),
  tips: [
    { target: '.display', text: 'flow.tip.display' },
    { target: '.middle', text: 'flow.tip.middle' },
    { target: '.others', text: 'flow.tip.others' },
    { target: '.draw', text: 'flow.tip.draw' },
  ],
} satisfies GameModule<'flow'>;
