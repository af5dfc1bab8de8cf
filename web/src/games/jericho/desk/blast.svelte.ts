/** A trumpet is blown: the walls stand until the blast has crossed the table, then the stones fall. */
import type { jericho } from '../../../lib/api/types';
import { reducedMotion } from '../../../lib/motion/tokens';
import { playSound } from '../../../lib/sound';
import { blowing, type Preview } from './preview';
import type { Walls } from './walls';

export interface Blow {
  readonly event: jericho.Blown;
  /** as they stood when it was blown */
  readonly before: Walls;
}

const CROSSING_MS = 420;
const FALLING_MS = 900;
/** Where nothing moves, what falls is marked for so long. */
const MARKED_MS = 900;

export class Blast {
  /** the trumpet that sounds, while its blast is on the way */
  blow = $state.raw<Blow | null>(null);
  /** the trumpet whose stones are falling */
  fall = $state.raw<Blow | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #afterwards: (() => void)[] = [];

  /** The walls to be drawn: those before the blast as long as it has not arrived. */
  walls(now: Walls): Walls {
    return this.blow?.before ?? now;
  }
  /** What is marked in them where nothing moves. */
  get marked(): Preview {
    return this.blow && reducedMotion() ? blowing(this.blow.before, this.blow.event) : {};
  }

  play(blow: Blow): void {
    this.stop();
    this.blow = blow;
    playSound('horn');
    this.#timer = setTimeout(() => this.#land(), reducedMotion() ? MARKED_MS : CROSSING_MS);
  }

  /** Something else has happened: it is shown at once. */
  stop(): void {
    clearTimeout(this.#timer);
    this.blow = this.fall = null;
    for (const then of this.#afterwards.splice(0)) then();
  }

  /** Does something as soon as nothing falls any more; gives back how to call it off. */
  after(then: () => void): () => void {
    if (this.blow === null && this.fall === null) {
      then();
      return () => undefined;
    }
    this.#afterwards.push(then);
    return () => (this.#afterwards = this.#afterwards.filter((other) => other !== then));
  }

  #land(): void {
    const { blow } = this;
    if (blow?.event.falls.length) playSound('fall');
    if (reducedMotion()) return this.stop();
    this.fall = blow;
    this.blow = null;
    this.#timer = setTimeout(() => this.stop(), FALLING_MS);
  }
}
