/** The final count, line by line; it shows what the view says and adds nothing of its own. */
import { playSound } from '../../../lib/sound';
import { extentOf, parseLine, type Extent, type View } from '../names';

export interface Gain {
  seat: number;
  points: number;
}

export interface Counted {
  line: string;
  combination: string | null;
  gains: readonly Gain[];
}

const STEP_MS = 1500;
const LAST_MS = 2200;

/** The booked lines: rows from above, then columns from the left. */
export function bookedLines(view: View): Counted[] {
  return Object.entries(view.cubes)
    .filter(([line, seats]) => seats.length > 0 && line in view.lines)
    .map(([line, seats]) => {
      const { combination, first, second } = view.lines[line]!;
      return {
        line,
        combination,
        gains: seats.map((seat, i) => ({ seat, points: i === 0 ? first : second })),
      };
    })
    .sort((a, b) => order(a.line) - order(b.line));
}

function order(line: string): number {
  const { kind, number } = parseLine(line);
  return number + (kind === 'column' ? 100 : 0);
}

export class Count {
  readonly lines: readonly Counted[];
  readonly extent: Extent;
  step = $state(-1);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #onend: () => void;

  constructor(view: View, onend: () => void) {
    this.lines = bookedLines(view);
    this.extent = extentOf(view);
    this.#onend = onend;
    this.#wait(STEP_MS / 2);
  }

  get now(): Counted | null {
    return this.lines[this.step] ?? null;
  }
  get done(): boolean {
    return this.step >= this.lines.length;
  }

  total(seat: number): number {
    const gains = this.lines.slice(0, this.step + 1).flatMap((line) => line.gains);
    return gains.reduce((sum, gain) => sum + (gain.seat === seat ? gain.points : 0), 0);
  }

  next(): void {
    clearTimeout(this.#timer);
    if (this.done) return this.end();
    this.step += 1;
    const { now } = this;
    if (now) playSound(now.combination ? 'good' : 'tick');
    this.#wait(now ? STEP_MS : LAST_MS);
  }

  end(): void {
    this.close();
    this.#onend();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #wait(milliseconds: number): void {
    this.#timer = setTimeout(() => this.next(), milliseconds);
  }
}
