/** Points over time as a line: where each match lies in a drawing of a given size. */
import type { PlayedPoint } from '../api/types';

export interface Dot extends PlayedPoint {
  x: number;
  y: number;
}

export interface Drawn {
  dots: Dot[];
  /** the lowest and the highest that is drawn */
  low: number;
  high: number;
  path: string;
}

export function drawn(line: readonly PlayedPoint[], width: number, height: number): Drawn {
  const scores = line.map(({ score }) => score);
  const [low, high] = [Math.min(0, ...scores), Math.max(1, ...scores)];
  const dots = line.map((point, i) => ({
    ...point,
    // one match alone lies in the middle
    x: line.length === 1 ? width / 2 : (i * width) / (line.length - 1),
    y: height - ((point.score - low) * height) / (high - low),
  }));
  const path = dots.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  return { dots, low, high, path };
}
