/** A scoring, colour by colour; it shows what the events say and adds nothing of its own. */
import type { jericho } from '../../../lib/api/types';
import { playSound } from '../../../lib/sound';
import { Steps } from '../../../lib/table/steps.svelte';
import { COLOURS, colourOf } from '../names';
import { leadersOf } from './walls';

export interface Scoring {
  readonly scored: jericho.Scored;
  readonly finished: jericho.Finished | null;
  /** of the walls that decided */
  readonly number: number;
}

export interface Row {
  /** null where the ones in all walls are counted */
  readonly colour: string | null;
  /** of this colour in the supply */
  readonly cards: readonly string[];
  readonly shares: readonly jericho.Share[];
  /** how many of these cards nobody gets */
  readonly left: number;
  readonly leaders: { readonly seats: readonly number[]; readonly length: number };
}

const ONES: Row = { colour: null, cards: [], shares: [], left: 0, leaders: { seats: [], length: 0 } };

export class Tally extends Steps {
  readonly scoring: Scoring;
  readonly rows: readonly Row[];

  constructor(scoring: Scoring, onend: () => void) {
    const rows = rowsOf(scoring);
    super(rows.length, onend, { stays: true });
    this.scoring = scoring;
    this.rows = rows;
  }

  get now(): Row | null {
    return this.rows[this.step] ?? null;
  }

  /** How many cards the count has given a seat so far. */
  won(seat: number): number {
    const counted = this.rows.slice(0, this.step + 1);
    const shares = counted.flatMap((row) => row.shares).filter((share) => share.seat === seat);
    const ones = counted.some(({ colour }) => colour === null) ? this.ones(seat) : 0;
    return shares.reduce((sum, { cards }) => sum + cards.length, ones);
  }
  ones(seat: number): number {
    return this.scoring.finished?.ones[seat]?.length ?? 0;
  }

  protected override arrived(): void {
    if (this.now) playSound(this.now.shares.length > 0 ? 'good' : 'tick');
  }
}

function rowsOf({ scored, finished }: Scoring): Row[] {
  const rows = COLOURS.map((colour) => ({
    colour,
    cards: scored.supply.filter((card) => colourOf(card) === colour),
    shares: scored.shares.filter((share) => share.colour === colour),
    left: scored.left.filter((card) => colourOf(card) === colour).length,
    leaders: leadersOf(scored.lengths, colour),
  }));
  return finished ? [...rows, ONES] : rows;
}
