/** Where messages stand: never over what they speak of. */
interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** What messages speak of: the card that was refused or hinted at, and where it would go. */
export const SPOKEN_OF = '.refused, .hinted, [data-spoken-of]';

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)) *
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left));

/** How far down a box has to go so that it covers as little as possible: not at all, if it can stay. */
export function stepAside(box: Box, spokenOf: readonly Box[], height: number, margin = 8): number {
  const covered = (by: number) =>
    spokenOf.reduce(
      (sum, each) => sum + overlap({ ...box, top: box.top + by, bottom: box.bottom + by }, each),
      0,
    );
  const shifts = [0, ...spokenOf.map(({ bottom }) => bottom + margin - box.top)]
    .concat(spokenOf.map(({ top }) => top - margin - box.bottom))
    .filter((by) => by === 0 || (box.top + by >= margin && box.bottom + by <= height - margin));
  return shifts.sort((a, b) => covered(a) - covered(b) || Math.abs(a) - Math.abs(b))[0]!;
}
