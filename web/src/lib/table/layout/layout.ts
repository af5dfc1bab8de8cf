/** How a table lies in the room it has; every length that decides it stands here, in rem. */

/** Upright as on a phone; beside each other as on a laptop; or low, as on a phone on its side. */
export type Mode = 'tall' | 'wide' | 'low';

/** What there is room for: larger things, all of them at once, or only the smallest. */
export type Fits = 'roomy' | 'high' | 'tight';

export interface Layout {
  /** in px */
  readonly width: number;
  readonly height: number;
  readonly mode: Mode;
  readonly fits: readonly Fits[];
}

export const BREAKPOINTS = {
  /** less high than this, a hand does not stand below the table */
  low: 27,
  /** less wide than this, nothing stands beside anything */
  beside: 35,
  /** from here on cards and words are larger */
  roomy: 44,
  /** from here on the others stand beside the board */
  wide: 52,
  /** from here on what is only looked up stands there too */
  high: 42,
} as const;

/** The layout of a table in a box of this size, in px; `rem` is what one rem is here. */
export function layoutOf(width: number, height: number, rem = 16): Layout {
  const [wide, high] = [width / rem, height / rem];
  const tight = high < BREAKPOINTS.low;
  const room = {
    tight,
    roomy: !tight && wide >= BREAKPOINTS.roomy,
    high: high >= BREAKPOINTS.high,
  };
  const fits = (Object.keys(room) as Fits[]).filter((each) => room[each]);
  return { width, height, mode: modeOf(wide, tight), fits };
}

function modeOf(wide: number, tight: boolean): Mode {
  if (tight) return wide >= BREAKPOINTS.beside ? 'low' : 'tall';
  return wide >= BREAKPOINTS.wide ? 'wide' : 'tall';
}

/** Before anything is measured: a phone. */
export const PHONE: Layout = layoutOf(360, 560);

/** What one rem is on this page, which people can enlarge. */
export const rootSize = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
