/** A review as it grows: asked for, then looked at until it is done. */
import { Denied } from '../api/client';
import type { ReviewShown } from '../api/types';
import { beginReview, reviewOf } from '../learn/api';

const AGAIN_MS = 700;

export class ReviewWatch {
  review = $state.raw<ReviewShown | null>(null);
  /** why there is none */
  problem = $state.raw<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** counts what was asked: only the latest answer matters */
  #turn = 0;

  readonly #table: string;
  readonly #match: number | undefined;

  constructor(table: string, match: number | undefined) {
    this.#table = table;
    this.#match = match;
  }

  get working(): boolean {
    return this.review?.state === 'working' || this.review?.state === 'waiting';
  }

  /** Has it made unless it is there. */
  begin(): Promise<void> {
    return this.#take(beginReview(this.#table, this.#match), ++this.#turn);
  }
  /** Looks whether it is there already; nothing is made for that. */
  look(): Promise<void> {
    return this.#take(reviewOf(this.#table, this.#match), ++this.#turn);
  }
  close(): void {
    this.#turn += 1;
    clearTimeout(this.#timer);
  }

  async #take(asked: Promise<ReviewShown>, turn: number): Promise<void> {
    let [found, problem] = [this.review, null as string | null];
    try {
      found = await asked;
    } catch (error) {
      problem = error instanceof Denied ? error.message : '';
    }
    if (turn !== this.#turn) return; // somebody has asked anew, or nobody looks any more
    [this.review, this.problem] = [found, problem];
    if (this.problem === '' || (this.problem === null && this.working))
      this.#timer = setTimeout(() => void this.look(), AGAIN_MS);
  }
}
