/** Photo Rummy in the browser. */
import type { GameModule } from '../../lib/table/contract';
import { pauseOf } from './desk/pause';
import { KEYS } from './desk/keys';
import Table from './Table.svelte';
import { breakdown, describe, scores } from './describe';

export default {
  Table,
  keys: KEYS,
  pause: pauseOf,
  describe,
  scores,
  hints: true,
  breakdown,
  tips: [
    { target: '[data-zone=stacks]', text: 'photo_rummy.tip.draw' },
    { target: '[data-zone=rack]', text: 'photo_rummy.tip.rack' },
    { target: '[data-zone=table]', text: 'photo_rummy.tip.table' },
    { target: '.actions', text: 'photo_rummy.tip.lay' },
  ],
} satisfies GameModule<'photo_rummy'>;
