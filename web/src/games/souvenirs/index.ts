/** Souvenirs in the browser. */
import { t } from '../../lib/i18n/index.svelte';
import type { GameModule } from '../../lib/table/contract';
import { describe } from './describe';
import { extentOf } from './names';
import Table from './Table.svelte';

export default {
  Table,
  describe,
  // columns and rows are named by where cards lie now
  wording: (view) => Object.values(extentOf(view)).join(),
  scores: (view) => [
    { label: t(view.phase === 'over' ? 'souvenirs.score.points' : 'souvenirs.now'), values: view.scores },
    { label: t('souvenirs.score.cubes'), values: view.seats.map(({ cubes }) => cubes) },
  ],
  tips: [
    { target: '.hand', text: 'souvenirs.tip.hand' },
    { target: '.mat', text: 'souvenirs.tip.grid' },
    { target: '[data-line]', text: 'souvenirs.tip.edge' },
    { target: '.seats', text: 'souvenirs.tip.seats' },
  ],
} satisfies GameModule<'souvenirs'>;
