/** How wide cards may be so that everything lies on the screen. */
const RATIO = 88 / 63;

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
}

/** How high lists of so many cards stand when they wrap in a space like words on a page. */
export function heightOf(counts: readonly number[], card: number, width: number, margins: Margins): number {
  const { gap, sides, ends, between } = margins;
  const most = Math.max(1, Math.floor((width - sides + gap) / (card + gap)));
  const high = card * RATIO;
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
export function fit(counts: readonly number[], space: Space, sizes: readonly number[], margins: Margins): number {
  const fits = (card: number) => heightOf(counts, card, space.width, margins) <= space.height;
  return sizes.find(fits) ?? sizes.at(-1)!;
}
