/** Where each piece of confetti falls, and when. */
const PIECES = 36;
const SPREAD_MS = 900;
const COLOURS = ['var(--accent)', 'var(--tint)', 'var(--player-0)', 'var(--player-1)', 'var(--player-2)'];
/** By the plastic number: place and time have nothing to do with each other, and no chance is needed. */
const [ACROSS, LATER] = [0.7549, 0.5698];

/** `x` is in percent of the width, `delay` in milliseconds, `turn` in degrees. */
export const PAPER = Array.from({ length: PIECES }, (_, i) => ({
  colour: COLOURS[i % COLOURS.length],
  x: ((i * ACROSS) % 1) * 100,
  delay: ((i * LATER) % 1) * SPREAD_MS,
  turn: 200 + ((i * 137) % 360),
}));
