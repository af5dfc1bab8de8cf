/** What was agreed for a table beyond the standard, in words. */
import type { TableInfo } from '../api/types';
import { formatNumber, t } from '../i18n/index.svelte';
import { duration } from '../table/shell/time';
import { fieldsOf, optionName, type Field } from './options';

export function agreedAt(table: TableInfo, schema: unknown): string[] {
  const { game, options } = table;
  const changed = fieldsOf(schema).filter(({ name }) => name in options);
  return [
    ...changed.map((field) => said(game, field, options[field.name])),
    ...timeAt(table),
    ...(table.hints ? [] : [t('agreed.no_hints')]),
    ...(table.undo === 'off' ? [t('agreed.no_undo')] : []),
  ];
}

function timeAt({ turn_seconds, turn_bank_seconds, turn_increment_seconds }: TableInfo): string[] {
  const bank = turn_bank_seconds === null ? [] : [`${t('new.bank')}: ${duration(turn_bank_seconds)}`];
  const added =
    turn_bank_seconds === null || turn_increment_seconds === 0
      ? []
      : [`${t('new.increment')}: ${duration(turn_increment_seconds)}`];
  const turn = turn_seconds === null ? [] : [`${t('new.clock')}: ${duration(turn_seconds)}`];
  return [...turn, ...bank, ...added];
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
