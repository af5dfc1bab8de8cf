/** Several people at one device: nobody sees a hand before its owner has said to be there. */
import type { LiveSession } from '../session.svelte';

export class HotSeat {
  readonly #session: LiveSession;
  /** who said so at the curtain; a page that is loaded anew knows nobody */
  #holder = $state.raw<number | null>(null);

  constructor(session: LiveSession) {
    this.#session = session;
  }

  readonly #shared = $derived.by(() => this.#session.you.seats.length > 1 && this.#session.outcome === null);

  /** Who may take the device now: the one whose turn it is or, if it is nobody's, any of them. */
  readonly asked = $derived.by((): readonly number[] => {
    const { you, toAct, paused, timed } = this.#session;
    const able = you.seats.filter((seat) => toAct.includes(seat));
    const stays = this.#holder !== null && you.seats.includes(this.#holder);
    // turn clocks run for the first of several who may act; where time never stops, for all
    const awaited = timed ? able : able.slice(0, 1);
    // the end of a round is there for all to see
    if (stays && (paused || able.length === 0 || awaited.includes(this.#holder!))) return [];
    return able.length > 0 ? able.slice(0, 1) : you.seats;
  });

  /** Whether nothing of the table may be seen. */
  readonly hidden = $derived.by(
    () => this.#shared && (this.asked.length > 0 || this.#holder !== this.#session.seat),
  );

  take(seat: number): void {
    this.#holder = seat;
    if (seat !== this.#session.seat) this.#session.focus(seat);
  }
}
