/** Words for Souvenirs' cards, places and lines. */
import type { souvenirs } from '../../lib/api/types';
import { t } from '../../lib/i18n/index.svelte';
import type { Session } from '../../lib/table/contract';

export type View = souvenirs.View;
export type Action = souvenirs.Action;
export type GameEvent = souvenirs.Event;
export type Combination = keyof souvenirs.Points;
export type SouvenirsSession = Session<'souvenirs'>;
export type Cell = readonly [column: number, row: number];

export const cellKey = ([column, row]: Cell): string => `${column},${row}`;

export function cardName(card: string): string {
  if (card === 'joker') return t('souvenirs.card.joker');
  const [colour = '', number = ''] = card.split('-');
  return t('souvenirs.card', { colour: t(`souvenirs.colour.${colour}`), number: Number(number) });
}

export const placeName = ([column, row]: Cell): string => t('souvenirs.place', { column, row });

export interface LineId {
  kind: 'row' | 'column';
  number: number;
}

export function parseLine(line: string): LineId {
  const [kind, number] = line.split(' ');
  return { kind: kind as LineId['kind'], number: Number(number) };
}

export function lineName(line: string): string {
  const { kind, number } = parseLine(line);
  return t(`souvenirs.${kind}`, { number });
}

export const combinationName = (combination: string | null): string =>
  t(`souvenirs.combination.${combination ?? 'nothing'}`);

/** A sentence begins with a capital letter, whatever stands there. */
export const sentence = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
