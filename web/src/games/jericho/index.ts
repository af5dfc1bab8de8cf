import type { GameModule } from '../../lib/table/contract';
import { sentence, t } from '../../lib/i18n/index.svelte';
import { describe } from './describe';
import { pauseOf } from './desk/pause';
import { COLOURS, colourName, colourOf } from './names';
import Table from './Table.svelte';

export default {
  Table,
  pause: pauseOf,
  advises: true,
  describe,
  scores: (view) => [
    { label: t('jericho.score.won'), values: view.seats.map(({ won }) => won.length) },
    {
      label: t('jericho.score.walls'),
      values: view.seats.map(({ walls }) => Object.values(walls).flat().length),
    },
  ],
  breakdown: (view) =>
    COLOURS.map((colour) => ({
      label: sentence(colourName(colour)),
      values: view.seats.map(({ won }) => won.filter((card) => colourOf(card) === colour).length || null),
    })),
  tips: [
    { target: '.hand-area', text: 'jericho.tip.hand' },
    { target: '.lanes', text: 'jericho.tip.lanes' },
    { target: '.supply', text: 'jericho.tip.supply' },
    { target: '.draw', text: 'jericho.tip.draw' },
  ],
} satisfies GameModule<'jericho'>;
