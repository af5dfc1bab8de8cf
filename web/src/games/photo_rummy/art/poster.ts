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

/** A picture in its capital's tones, as a file of its own; `spot` is a colour of its own beside them. */
export function poster(city: string, picture: string, spot?: readonly number[]): string {
  const tones = `svg{--a:${deep(city)};--b:${bright(city)};--p:${oklch(colours.extra.paper)}${spot ? `;--r:${oklch(spot)}` : ''}}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 280 290" preserveAspectRatio="xMidYMid slice"><style>${tones}${STYLE}</style>${picture}</svg>`;
}
