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
  #closed = false;

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
    return this.#take(beginReview(this.#table, this.#match));
  }
  /** Looks whether it is there already; nothing is made for that. */
  look(): Promise<void> {
    return this.#take(reviewOf(this.#table, this.#match));
  }
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #take(asked: Promise<ReviewShown>): Promise<void> {
    try {
      this.review = await asked;
      this.problem = null;
    } catch (error) {
      this.problem = error instanceof Denied ? error.message : '';
      if (error instanceof Denied) return;
    }
    if (!this.#closed && (this.working || this.problem === ''))
      this.#timer = setTimeout(() => void this.look(), AGAIN_MS);
  }
}
