/** Where messages stand: never over what they speak of, and offers over nothing that can be pressed. */
interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

interface Shift {
  x: number;
  y: number;
}

/** What messages speak of: the card that was refused or hinted at, and where it would go. */
export const SPOKEN_OF = '.refused, .hinted, [data-spoken-of]';

/** What a player may want to press, take or drop on. */
export const TARGETS =
  'button:enabled, a[href], input, select, summary, [data-card], [data-drop], [data-place]';

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)) *
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left));

const moved = (box: Box, { x, y }: Shift): Box => ({
  top: box.top + y,
  bottom: box.bottom + y,
  left: box.left + x,
  right: box.right + x,
});

/**
 * How far a box has to go so that it covers as little as possible of the others: not at all, if it can
 * stay. It goes up or down, and `sideways` to the edges of the screen too.
 */
export function stepAside(
  box: Box,
  others: readonly Box[],
  { width, height }: { width: number; height: number },
  { sideways = false, margin = 8 } = {},
): Shift {
  const edges = others.flatMap(({ top, bottom }) => [bottom + margin - box.top, top - margin - box.bottom]);
  const inside = edges.filter((y) => box.top + y >= margin && box.bottom + y <= height - margin);
  const across = sideways ? [0, margin - box.left, width - margin - box.right] : [0];
  const ways = [0, ...new Set(inside)].flatMap((y) => across.map((x) => ({ x, y })));
  const rated = ways.map((by) => {
    const there = moved(box, by);
    const covered = others.reduce((sum, each) => sum + overlap(there, each), 0);
    return { by, covered, far: Math.abs(by.x) + Math.abs(by.y) };
  });
  return rated.sort((a, b) => a.covered - b.covered || a.far - b.far)[0]!.by;
}
