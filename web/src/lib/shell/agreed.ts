/** What was agreed for a table beyond the standard, in words. */
import type { TableInfo } from '../api/types';
import { formatNumber, t } from '../i18n/index.svelte';
import { fieldsOf, optionName, type Field } from './options';

export function agreedAt({ game, options, turn_seconds }: TableInfo, schema: unknown): string[] {
  const changed = fieldsOf(schema).filter(({ name }) => name in options);
  const clock = turn_seconds === null ? [] : [t('new.clock', { count: turn_seconds })];
  return [...changed.map((field) => said(game, field, options[field.name])), ...clock];
}

function said(game: string, { name, kind }: Field, value: unknown): string {
  // a whole table is only mentioned; the game's own shows it
  if (kind === 'pairs') return t(`${game}.${name}`);
  const words =
    kind === 'yes_no'
      ? t(value === true ? 'on' : 'off')
      : kind === 'seat'
        ? t('seat.number', { number: Number(value) + 1 })
        : formatNumber(Number(value) / (kind === 'seconds' ? 1000 : 1));
  return `${optionName(game, name)}: ${words}`;
}
