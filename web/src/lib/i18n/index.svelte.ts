/** The words of the page in the reader's language. */
import type { Texts } from '../../../node_modules/.quartett/texts';

export const LANGUAGES = ['en', 'de', 'fr', 'it', 'nl', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Params = Readonly<Record<string, string | number>>;
type Messages = Record<string, string>;

const files = import.meta.glob<Messages>(
  [
    './messages/*.json',
    '../learn/messages/*.json',
    '../faces/messages/*.json',
    '../people/messages/*.json',
    '../history/messages/*.json',
    '../room/messages/*.json',
    '../evenings/messages/*.json',
    '../notices/messages/*.json',
    '../../games/*/messages/*.json',
    '../../games/*/names/*.json',
  ],
  { import: 'default' },
);
const STORED = 'quartett.language';

let current = $state.raw<{ language: Language; messages: Messages }>({ language: 'en', messages: {} });
const parts = new Set(['core']);
let turns = 0;
let latest = Promise.resolve();
let asked: Language = 'en';

const isLanguage = (value: string): value is Language => (LANGUAGES as readonly string[]).includes(value);
const partOf = (path: string) => /(?:games\/|\.\.\/)([^/.]+)\/(?:messages|names)\//.exec(path)?.[1] ?? 'core';

async function load(wanted: Language): Promise<Messages> {
  const paths = Object.keys(files).filter(
    (path) => path.endsWith(`/${wanted}.json`) && parts.has(partOf(path)),
  );
  const loaded = await Promise.all(paths.map((path) => files[path]!()));
  return Object.assign({}, ...loaded) as Messages;
}

const spoken = $derived(current.language);
/** The language shown now (reactive): more words of the same one are no news. */
export const language = (): Language => spoken;

/** What the reader chose before, else the browser's first language that we speak, else English. */
export function preferredLanguage(): Language {
  const wishes = [localStorage.getItem(STORED) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wishes.find(isLanguage) ?? 'en';
}

/** Switches the page to a language; texts and language change in one step. */
export function setLanguage(wanted: Language): Promise<void> {
  asked = wanted;
  latest = change(wanted, ++turns);
  return latest;
}

async function change(wanted: Language, turn: number): Promise<void> {
  const messages = await load(wanted);
  // a later wish may have been answered sooner; whoever waits for words waits for those
  if (turn < turns) return latest;
  current = { language: wanted, messages };
  document.documentElement.lang = wanted;
}

/** Switches and remembers the reader's own choice. */
export async function chooseLanguage(wanted: Language): Promise<void> {
  localStorage.setItem(STORED, wanted);
  await setLanguage(wanted);
}

/** Makes sure that a game's texts (or those of `learn`) are there, now and after every switch of language. */
export async function needTexts(game: string): Promise<void> {
  // somebody else may have asked a moment ago, and they are still on their way
  if (parts.has(game)) return latest.catch(() => undefined);
  parts.add(game);
  try {
    await setLanguage(asked);
  } catch (error) {
    parts.delete(game);
    throw error;
  }
}

/** A key that there is a text for. */
export type TextKey = keyof Texts;
/** A key, or a pattern such as `bot.name.${number}` that some key fits; a plain string may be anything. */
type Fits<Key extends string> = string extends Key
  ? never
  : Key extends Key
    ? Extract<TextKey, Key> extends never
      ? never
      : Key
    : never;
/** What has to be filled in: for a pattern that is known only when it is filled. */
type Needs<Key extends string> = Key extends TextKey
  ? keyof Texts[Key] extends never
    ? [params?: Params]
    : [params: Texts[Key]]
  : [params?: Params];

/** The text for a key; `{name}` is filled in, and `count` chooses between `key.one` and `key.other`. */
export function t<Key extends string>(key: Fits<Key>, ...[given]: Needs<Key>): string {
  return textOf(key, given);
}

function textOf(key: string, params: Params = {}): string {
  const text = current.messages[pluralKey(key, params.count)] ?? current.messages[`${key}.other`];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => shown(params[name]) ?? hole);
}

/** Whether there is a text for this key. */
export const has = (key: string): boolean => key in current.messages;

function pluralKey(key: string, count: string | number | undefined): string {
  if (typeof count !== 'number' || has(key)) return key;
  // all six languages agree on these, and the first rules that a browser makes keep a slow phone waiting
  if (count === 1) return `${key}.one`;
  if (Number.isInteger(count) && count > 1 && count < 1_000_000) return `${key}.other`;
  return `${key}.${made('plural', current.language, () => new Intl.PluralRules(current.language)).select(count)}`;
}

/** Formatters by kind, language and options: making one takes longer than using it a hundred times. */
const formatters = new Map<string, unknown>();
function made<Formatter>(kind: string, language: string, make: () => Formatter, options?: object): Formatter {
  const name = `${kind} ${language} ${options ? JSON.stringify(options) : ''}`;
  if (!formatters.has(name)) formatters.set(name, make());
  return formatters.get(name) as Formatter;
}

function shown(value: string | number | undefined): string | undefined {
  return typeof value === 'number' ? formatNumber(value) : value;
}

/** The language as it is written where the reader is: British and American dates differ. */
const locale = (): string =>
  navigator.languages.find((tag) => tag.startsWith(current.language)) ?? current.language;

/** Written alike in all six languages: the first formatter that a browser makes costs more than the whole first screen. */
const isPlain = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 1000;

/** A number as it is written in the language, with a minus and no hyphen. */
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  isPlain(value) && !options
    ? String(value)
    : made('number', locale(), () => new Intl.NumberFormat(locale(), options), options)
        .format(value)
        .replace('-', '\u2212');

/** A moment as it is written in the language. */
export const formatDate = (
  value: Date | number,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' },
): string => made('date', locale(), () => new Intl.DateTimeFormat(locale(), options), options).format(value);

/** A sentence begins with a capital letter, whatever stands there. */
export const sentence = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** A list of words joined as it is done in the language ("a, b and c"). */
export const formatList = (words: readonly string[]): string =>
  words.length < 2
    ? (words[0] ?? '')
    : made('list', locale(), () => new Intl.ListFormat(locale(), { type: 'conjunction' })).format(words);
