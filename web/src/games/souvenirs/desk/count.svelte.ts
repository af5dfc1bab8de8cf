/** The final count, line by line; it shows what the view says and adds nothing of its own. */
import { playSound } from '../../../lib/sound';
import { Steps } from '../../../lib/table/steps.svelte';
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

export class Count extends Steps {
  readonly lines: readonly Counted[];
  readonly extent: Extent;

  constructor(view: View, onend: () => void) {
    const lines = bookedLines(view);
    super(lines.length, onend);
    this.lines = lines;
    this.extent = extentOf(view);
  }

  get now(): Counted | null {
    return this.lines[this.step] ?? null;
  }

  total(seat: number): number {
    const gains = this.lines.slice(0, this.step + 1).flatMap((line) => line.gains);
    return gains.reduce((sum, gain) => sum + (gain.seat === seat ? gain.points : 0), 0);
  }

  protected override arrived(): void {
    if (this.now) playSound(this.now.combination ? 'good' : 'tick');
  }
}
