/** Souvenirs in the browser. */
import { t, sentence } from '../../lib/i18n/index.svelte';
import type { GameModule } from '../../lib/table/contract';
import { describe } from './describe';
import { bookedLines } from './desk/count.svelte';
import { pauseOf } from './desk/motion';
import { combinationName, extentOf, lineName } from './names';
import Table from './Table.svelte';

export default {
  Table,
  pause: pauseOf,
  describe,
  // columns and rows are named by where cards lie now
  wording: (view) => Object.values(extentOf(view)).join(),
  scores: (view) => [
    { label: t(view.phase === 'over' ? 'souvenirs.score.points' : 'souvenirs.now'), values: view.scores },
    { label: t('souvenirs.score.cubes'), values: view.seats.map(({ cubes }) => cubes) },
  ],
  breakdown: (view) =>
    bookedLines(view).map(({ line, combination, gains }) => ({
      label: `${sentence(lineName(line, extentOf(view)))} · ${combination ? combinationName(combination) : t('souvenirs.count.nothing')}`,
      values: view.seats.map((_, seat) => gains.find((gain) => gain.seat === seat)?.points ?? null),
    })),
  tips: [
    { target: '.hand', text: 'souvenirs.tip.hand' },
    { target: '.mat', text: 'souvenirs.tip.grid' },
    { target: '[data-line]', text: 'souvenirs.tip.edge' },
    { target: '.seats', text: 'souvenirs.tip.seats' },
  ],
} satisfies GameModule<'souvenirs'>;
