/** The paper a picture is printed on: one capital's tones. */
import colours from '../colours.json';

const PAIRS: Record<string, { deep: number[]; bright: number[] }> = colours.pairs;
const oklch = (colour: readonly number[]) => `oklch(${colour.join(' ')})`;

const TONES: Record<string, string> = {
  a: 'var(--a)',
  b: 'var(--b)',
  m: 'color-mix(in oklab, var(--a) 48%, var(--b))',
  l: 'color-mix(in oklab, var(--b) 50%, var(--p))',
  p: 'var(--p)',
  k: 'color-mix(in oklab, var(--a) 72%, black)',
  r: 'var(--r)',
  d: 'color-mix(in oklab, var(--r) 80%, black)',
};
const STYLE = Object.entries(TONES)
  .map(([tone, value]) => `.${tone}{fill:${value}}.s${tone}{fill:none;stroke:${value}}`)
  .join('');

export const bright = (city: string): string => oklch(PAIRS[city]!.bright);
export const deep = (city: string): string => oklch(PAIRS[city]!.deep);

interface Print {
  /** A colour of the picture's own beside its capital's tones. */
  readonly spot?: readonly number[] | undefined;
  /** Which part stays where the card is too low for all of it. */
  readonly keep?: 'Min' | 'Mid';
}

/** A picture in its capital's tones, as a file of its own. */
export function poster(city: string, picture: string, { spot, keep = 'Mid' }: Print = {}): string {
  const tones = `svg{--a:${deep(city)};--b:${bright(city)};--p:${oklch(colours.extra.paper)}${spot ? `;--r:${oklch(spot)}` : ''}}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 280 290" preserveAspectRatio="xMidY${keep} slice"><style>${tones}${STYLE}</style>${picture}</svg>`;
}
