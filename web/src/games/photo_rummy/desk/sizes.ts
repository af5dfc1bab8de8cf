/** How wide cards may be so that everything lies on the screen. */
const RATIO = 88 / 63;
/** What is shown in place of a whole card where there is little room, and a little higher with a picture. */
const FLAT_RATIO = 50 / 63;
const FLAT_PHOTO_RATIO = 0.85;
/** From this width on a card shows its picture. */
export const PICTURED = 80;
/** From this width on a small card shows its picture too, with the capital's name beneath. */
export const NAMED = 52;
/** With fewer cards than this on the table a finger finds every one, and its picture is shown. */
export const FEW = 30;

export interface Space {
  readonly width: number;
  readonly height: number;
}
export interface Margins {
  /** between cards */
  readonly gap: number;
  /** around a list: left and right together, above and below together */
  readonly sides: number;
  readonly ends: number;
  /** between lists */
  readonly between: number;
  /** of a card: height by width */
  readonly ratio: number;
}

/** How high lists of so many cards stand when they wrap in a space like words on a page. */
export function heightOf(counts: readonly number[], card: number, width: number, margins: Margins): number {
  const { gap, sides, ends, between, ratio } = margins;
  const most = Math.max(1, Math.floor((width - sides + gap) / (card + gap)));
  const high = card * ratio;
  let [y, line, x] = [0, 0, 0];
  for (const count of counts) {
    const wide = Math.min(count, most) * (card + gap) - gap + sides;
    const tall = Math.ceil(count / most) * (high + gap) - gap + ends;
    if (x > 0 && x + wide > width) [y, line, x] = [y + line + between, 0, 0];
    [x, line] = [x + wide + between, Math.max(line, tall)];
  }
  return y + line;
}

/** The widest of some sizes with which everything fits, else the narrowest. */
export function fit(
  counts: readonly number[],
  space: Space,
  sizes: readonly number[],
  margins: Margins,
): number {
  const fits = (card: number) => heightOf(counts, card, space.width, margins) <= space.height;
  return sizes.find(fits) ?? sizes.at(-1)!;
}

const LIST: Margins = { gap: 2, sides: 10, ends: 26, between: 6, ratio: RATIO };
const FLAT: Margins = { gap: 2, sides: 32, ends: 6, between: 4, ratio: FLAT_RATIO };
const FLAT_PHOTO: Margins = { ...FLAT, ratio: FLAT_PHOTO_RATIO };
const ON_RACK: Margins = { gap: 3, sides: 0, ends: 0, between: 0, ratio: RATIO };
/** Room for what is laid next: on an empty table for two whole combinations. */
const FIRST_LISTS = [4, 4];
const NEW_LIST = 2;
/** All widths from one to another: cards take the room that is there before they shrink. */
const from = (widest: number, narrowest: number, step: number): number[] =>
  Array.from({ length: Math.floor((widest - narrowest) / step) + 1 }, (_, i) => widest - i * step);
const TABLE = { few: from(100, 54, 2), narrow: from(100, 44, 2), wide: from(148, 44, 2) };
const OVERVIEW = { photo: from(70, 52, 1), plate: from(51, 32, 1), wide: from(40, 29, 1) };
/** Whole cards with their pictures, whether all are in sight or not. */
const ENLARGED = { few: 84, narrow: 64, wide: 92 };
const RACK = { few: from(92, 44, 2), narrow: from(84, 34, 2), wide: from(120, 40, 2) };
type Kind = keyof typeof TABLE;

const cardsOn = (table: readonly (readonly string[])[]) => table.reduce((sum, { length }) => sum + length, 0);
export const isFew = (table: readonly (readonly string[])[]): boolean => cardsOn(table) < FEW;
const kindOf = (wide: boolean, few: boolean): Kind => (wide ? 'wide' : few ? 'few' : 'narrow');
const WORTH_A_LINE = 0.8;

export interface TableSizes {
  /** the width of whole cards */
  readonly readable: number;
  /** the width in the overview, which shows all at once or nearly */
  readonly all: number;
  /** whole cards would not all be in sight */
  readonly crowded: boolean;
  /** the width that brings the pictures back */
  readonly enlarged: number;
  /** some of it shows no pictures, so that enlarging is worth it */
  readonly small: boolean;
}

/**
 * Card widths for a table; a phone's overview shows cards flat, so that a finger still finds them.
 * Once a round is over, nothing more is `open`, and no room is kept for it.
 */
export function tableWidth(
  table: readonly (readonly string[])[],
  space: Space,
  wide: boolean,
  open = true,
): TableSizes {
  const next = table.length === 0 ? FIRST_LISTS : open ? [NEW_LIST] : [];
  const counts = [...table.map((cards) => cards.length), ...next];
  const kind = kindOf(wide, isFew(table));
  const readable = fit(counts, space, TABLE[kind], LIST);
  const crowded = heightOf(counts, readable, space.width, LIST) > space.height;
  return {
    readable,
    all: wide ? fit(counts, space, OVERVIEW.wide, LIST) : overviewWidth(counts, space, kind),
    crowded,
    enlarged: Math.max(readable, ENLARGED[kind]),
    small: crowded || readable < NAMED,
  };
}

/** Pictures as long as they fit, or where few cards lie; plates and pictograms are the last resort. */
function overviewWidth(counts: readonly number[], space: Space, kind: Kind): number {
  const pictured = fit(counts, space, OVERVIEW.photo, FLAT_PHOTO);
  const fits = heightOf(counts, pictured, space.width, FLAT_PHOTO) <= space.height;
  return fits || kind === 'few' ? pictured : fit(counts, space, OVERVIEW.plate, FLAT);
}

/** The width of the cards on a rack of so many; one line less is worth cards that are slightly smaller. */
export function rackWidth(count: number, space: Space, wide: boolean, few: boolean): number {
  const sizes = RACK[kindOf(wide, few)];
  const best = fit([count], space, sizes, ON_RACK);
  // where the pictures can be seen they are worth the line
  if (few && !wide && best >= NAMED) return best;
  const lines = (card: number) => linesOf(count, card, space.width);
  return (
    sizes.find((card) => card >= best * WORTH_A_LINE && card < best && lines(card) < lines(best)) ?? best
  );
}

const linesOf = (count: number, card: number, width: number) =>
  Math.ceil(count / Math.floor((width + ON_RACK.gap) / (card + ON_RACK.gap)));

/** How high a rack of so many cards stands; it stays so while cards are tried out on the table. */
export const rackHeight = (count: number, card: number, width: number): number =>
  linesOf(Math.max(1, count), card, width) * (card * RATIO + ON_RACK.gap) - ON_RACK.gap;
