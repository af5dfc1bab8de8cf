/** What part of the growing grid is drawn: every card, and around it the places it can still reach. */
import { cellOf, parseLine, type Cell, type View } from '../names';

export interface Board {
  columns: readonly number[];
  rows: readonly number[];
  /** no column (row) can be added any more: these sides are settled */
  widthSettled: boolean;
  heightSettled: boolean;
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

function side(taken: readonly number[], [first, last]: readonly [number, number]) {
  const [low, high] = [Math.min(...taken), Math.max(...taken)];
  return {
    shown: range(Math.max(first, low - 1), Math.min(last, high + 1)),
    settled: low === first && high === last,
  };
}

export function boardOf(view: View): Board {
  const cells = Object.keys(view.grid).map(cellOf);
  const across = side(
    cells.map(([column]) => column),
    view.frame.columns,
  );
  const down = side(
    cells.map(([, row]) => row),
    view.frame.rows,
  );
  return {
    columns: across.shown,
    rows: down.shown,
    widthSettled: across.settled,
    heightSettled: down.settled,
  };
}

export function lineHolds(line: string, [column, row]: Cell): boolean {
  const { kind, number } = parseLine(line);
  return number === (kind === 'row' ? row : column);
}
