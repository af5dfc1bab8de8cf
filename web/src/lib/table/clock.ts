/** The match's clock as well as this browser can know it: the sample with the shortest round trip wins. */
const KEPT = 8;

export class ClockEstimate {
  #samples: { trip: number; offset: number }[] = [];
  #heard: number | undefined;
  #sent = new Map<number, number>();
  #number = 0;

  /** The number of a new ping, whose pong tells the time. */
  ping(): number {
    this.#sent.set(++this.#number, performance.now());
    return this.#number;
  }

  pong(number: number, clock: number | null): void {
    const sent = this.#sent.get(number);
    this.#sent.delete(number);
    if (sent === undefined || clock === null) return;
    const trip = performance.now() - sent;
    this.#samples = [...this.#samples, { trip, offset: clock + trip / 2 - performance.now() }].slice(-KEPT);
  }

  /** A time that was true when it was sent: by now it can only be later. */
  heard(clock: number | null): void {
    if (clock === null) return;
    this.#heard = Math.max(this.#heard ?? -Infinity, clock - performance.now());
  }

  now(): number {
    return Math.max(0, Math.round(performance.now() + this.#offset()));
  }

  /** After a break the clock may have stood still, so nothing known before counts. */
  forget(): void {
    this.#samples = [];
    this.#heard = undefined;
    this.#sent.clear();
  }

  #offset(): number {
    const [best] = [...this.#samples].sort((a, b) => a.trip - b.trip);
    const heard = this.#heard ?? -Infinity;
    return best ? Math.max(best.offset, heard) : Math.max(heard, -performance.now());
  }
}
