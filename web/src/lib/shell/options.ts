/** The fields of an options form, from the JSON schema that the server gives for a game. */
import { Denied } from '../api/client';
import { has, t } from '../i18n/index.svelte';

export type Pairs = Readonly<Record<string, readonly number[]>>;

interface Plain {
  name: string;
  kind: 'number' | 'seconds' | 'yes_no' | 'seat';
  /** null: the game decides */
  standard: number | boolean | null;
}
/** A table with two numbers a row, such as what the first and the second get. */
interface PairsOf {
  name: string;
  kind: 'pairs';
  standard: Pairs;
}
export type Field = Plain | PairsOf;

/** In place of a seat: the one that begins is drawn by lot. */
export const LOT = 'lot';

interface Schema {
  properties?: Record<string, { type?: string; anyOf?: { type?: string }[]; default?: unknown }>;
}

export function fieldsOf(schema: unknown): Field[] {
  const properties = (schema as Schema).properties ?? {};
  return Object.entries(properties).flatMap(([name, { type, anyOf, default: standard }]): Field[] => {
    if (isPairs(standard)) return [{ name, kind: 'pairs', standard }];
    const kinds = type ? [type] : (anyOf ?? []).map((each) => each.type);
    if (kinds.includes('boolean')) return [{ name, kind: 'yes_no', standard: standard === true }];
    if (!kinds.includes('integer')) return [];
    const kind = name === 'starter' ? 'seat' : isTime(name) ? 'seconds' : 'number';
    return [{ name, kind, standard: typeof standard === 'number' ? standard : null }];
  });
}

function isPairs(value: unknown): value is Pairs {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every(
    (row) => Array.isArray(row) && row.length === 2 && row.every((each) => typeof each === 'number'),
  );
}

/** What an option is called: the game's own texts say it, or those for what many games have. */
export function optionName(game: string, name: string): string {
  if (has(`${game}.option.${name}`)) return t(`${game}.option.${name}`);
  return has(`option.${name}`) ? t(`option.${name}`) : name.replaceAll('_', ' ');
}

/** Times are sent in milliseconds and shown in seconds. */
const isTime = (name: string): boolean => name.endsWith('_ms');

/** Why something cannot be agreed on, in the words and units of the form. */
export function whyNot(error: unknown, game: string): string {
  const { message } = error as Error;
  if (!(error instanceof Denied)) return message;
  const { reason, about } = error.problem;
  const field = about['field'];
  if (typeof field !== 'string') return message;
  const name = fieldName(game, field);
  if (reason !== 'core.not_in_range') return message.replace(`\`${field}\``, name);
  const shown = (value: unknown) => Number(value) / (isTime(field) ? 1000 : 1);
  return t('option.range', { name, from: shown(about['fewest']), to: shown(about['most']) });
}

/** A row of a table of options is called what its table calls it. */
function fieldName(game: string, field: string): string {
  const [name = '', row] = field.split('.');
  return row === undefined
    ? optionName(game, name)
    : `${t(`${game}.${name}`)}, ${t(`${game}.combination.${row}`)}`;
}
