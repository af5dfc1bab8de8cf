/** A count that is looked at step by step: it goes on by itself, at a press at once, and can be skipped. */

export const STEP_MS = 1500;
export const LAST_MS = 2200;

export class Steps {
  step = $state(-1);
  readonly length: number;
  readonly #onend: () => void;
  /** the last step stays until somebody has looked */
  readonly #stays: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(length: number, onend: () => void, { stays = false }: { stays?: boolean } = {}) {
    this.length = length;
    this.#onend = onend;
    this.#stays = stays;
    this.#wait(STEP_MS / 2);
  }

  get done(): boolean {
    return this.step >= this.length;
  }

  next(): void {
    clearTimeout(this.#timer);
    if (this.done) return this.end();
    this.step += 1;
    this.arrived();
    const last = this.step >= this.length;
    if (!(last && this.#stays)) this.#wait(last ? LAST_MS : STEP_MS);
  }

  /** To the last step at once. */
  skip(): void {
    this.step = this.length - 1;
    this.next();
  }

  end(): void {
    this.close();
    this.#onend();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** A step is shown now. */
  protected arrived(): void {
    return undefined;
  }

  #wait(milliseconds: number): void {
    this.#timer = setTimeout(() => this.next(), milliseconds);
  }
}
