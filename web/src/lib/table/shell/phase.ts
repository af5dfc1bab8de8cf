/** What a table is doing for the one who looks, and what of the page goes with it. */
import type { Line } from '../connection';

export type Phase =
  /** it is on others */
  | 'waiting'
  /** it is on the viewer */
  | 'playing'
  /** the end of a round is looked at; what follows waits */
  | 'scene'
  /** the match is over */
  | 'result'
  /** several share the device, and the next one has not taken it yet */
  | 'hidden'
  /** the connection is gone */
  | 'cut_off';

export interface Facts {
  readonly line: Line;
  readonly over: boolean;
  readonly paused: boolean;
  readonly hidden: boolean;
  readonly mine: boolean;
}

/** The first that holds: a result stays whatever comes, and nobody's hand shows behind a curtain. */
export function phaseOf({ line, over, paused, hidden, mine }: Facts): Phase {
  if (over) return 'result';
  if (hidden) return 'hidden';
  if (paused) return 'scene';
  if (line === 'lost' || line === 'ended') return 'cut_off';
  return mine ? 'playing' : 'waiting';
}

export interface Shows {
  readonly table: boolean;
  /** the table can be touched */
  readonly open: boolean;
  /** score, log and chat, and the line with what happened last */
  readonly news: boolean;
  /** who is away or replaced */
  readonly people: boolean;
  /** clocks that run */
  readonly clocks: boolean;
}

const RUNNING: Shows = { table: true, open: true, news: true, people: true, clocks: true };

export const SHOWS: Readonly<Record<Phase, Shows>> = {
  waiting: RUNNING,
  playing: RUNNING,
  scene: RUNNING,
  result: { ...RUNNING, people: false, clocks: false },
  hidden: { ...RUNNING, table: false, open: false, news: false },
  cut_off: { ...RUNNING, open: false, people: false },
};
