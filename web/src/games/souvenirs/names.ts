/** Words for Souvenirs' cards, places and lines. */
import type { souvenirs } from '../../lib/api/types';
import { t } from '../../lib/i18n/index.svelte';
import type { Session } from '../../lib/table/contract';
import type { Shelf } from '../../lib/cards/names';

export type View = souvenirs.View;
export type Action = souvenirs.Action;
export type GameEvent = souvenirs.Event;
export type Combination = keyof souvenirs.Points;
export type SouvenirsSession = Session<'souvenirs'>;
export type Cell = readonly [column: number, row: number];

export const cellKey = ([column, row]: Cell): string => `${column},${row}`;

const COLOURS = ['turquoise', 'red', 'yellow', 'purple', 'orange'] as const;
const NUMBERS = [1, 2, 3, 4, 5, 6];

/** Every different card, by colour. */
export const ALBUM: readonly Shelf[] = [
  ...COLOURS.map((colour) => ({
    title: `souvenirs.colour.${colour}` as const,
    cards: NUMBERS.map((number) => `${colour}-${number}`),
  })),
  { title: 'souvenirs.card.joker', cards: ['joker'] },
];

export function cardName(card: string): string {
  if (card === 'joker') return t('souvenirs.card.joker');
  const [colour = '', number = ''] = card.split('-');
  return t('souvenirs.card', { colour: t(`souvenirs.on_card.${colour}`), number: Number(number) });
}

/** Where the cards lie now, by the grid's own counting from its first card. */
export interface Extent {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export function extentOf({ grid }: Pick<View, 'grid'>): Extent {
  const cells = Object.keys(grid).map(cellOf);
  const [columns, rows] = [cells.map(([column]) => column), cells.map(([, row]) => row)];
  return {
    left: Math.min(...columns),
    right: Math.max(...columns),
    top: Math.min(...rows),
    bottom: Math.max(...rows),
  };
}

export function cellOf(key: string): Cell {
  const [column = 0, row = 0] = key.split(',').map(Number);
  return [column, row];
}

const LETTERS = 'ABCDE';

/** Columns are A to E from the left, rows 1 to 5 from above, as far as cards lie. */
export const columnSign = (column: number, { left }: Extent): string => LETTERS[column - left] ?? '';
export const rowSign = (row: number, { top }: Extent): string => String(row - top + 1);

function columnName(column: number, extent: Extent): string {
  if (column < extent.left) return t('souvenirs.column.left');
  if (column > extent.right) return t('souvenirs.column.right');
  return t('souvenirs.column', { number: columnSign(column, extent) });
}

function rowName(row: number, extent: Extent): string {
  if (row < extent.top) return t('souvenirs.row.above');
  if (row > extent.bottom) return t('souvenirs.row.below');
  return t('souvenirs.row', { number: rowSign(row, extent) });
}

export function placeName([column, row]: Cell, extent: Extent): string {
  const { left, right, top, bottom } = extent;
  const inside = column >= left && column <= right && row >= top && row <= bottom;
  return inside
    ? t('souvenirs.place', { column: columnSign(column, extent), row: rowSign(row, extent) })
    : t('souvenirs.place.new', { column: columnName(column, extent), row: rowName(row, extent) });
}

export interface LineId {
  kind: 'row' | 'column';
  number: number;
}

export function parseLine(line: string): LineId {
  const [kind, number] = line.split(' ');
  return { kind: kind as LineId['kind'], number: Number(number) };
}

export function lineName(line: string, extent: Extent): string {
  const { kind, number } = parseLine(line);
  return (kind === 'row' ? rowName : columnName)(number, extent);
}

export const combinationName = (combination: string | null): string =>
  t(`souvenirs.combination.${combination ?? 'nothing'}`);
