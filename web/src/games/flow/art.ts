/** The drawings of Speed & Flow: six symbols, six rims, a record for the back. */
import { symbol } from '../../lib/cards/sprite';

const RAYS = [0, 45, 90, 135, 180, 225, 270, 315]
  .map((angle) => `<path transform="rotate(${angle} 50 50)" d="M41.5 21 50 2 58.500 21z"/>`)
  .join('');

const SHAPES: Record<string, string> = {
  star: '<path d="M50 5 62.300 35.100 94.700 37.500 69.900 58.500 77.600 90 50 73 22.400 90 30.100 58.500 5.300 37.500 37.700 35.100z"/>',
  moon: '<path d="M64 6A46 46 0 1 0 93 67 38 38 0 0 1 64 6z"/>',
  sun: `<circle cx="50" cy="50" r="24"/>${RAYS}`,
  drop: '<path d="M50 4C58 20 83 42 83 64a33 33 0 0 1-66 0C17 42 42 20 50 4z"/>',
  leaf: '<path d="M10 92C0 40 30 8 93 7c4 60-22 92-68 80l-8 9z"/><path class="flow-vein" d="M22 82C34 60 48 46 74 26"/>',
  heart:
    '<path d="M50 92C16 66 5 50 5 33A23.500 23.500 0 0 1 50 24 23.500 23.500 0 0 1 95 33C95 50 84 66 50 92z"/>',
};

const line = (width: number, dash = '', cap = 'butt') =>
  `<rect x="30" y="30" width="570" height="820" rx="40" pathLength="240" stroke-width="${width}" stroke-dasharray="${dash}" stroke-linecap="${cap}"/>`;

const RIMS: Record<string, string> = {
  red: line(26),
  orange: line(26, '9 3'),
  yellow: line(30, '0 4', 'round'),
  green:
    '<rect x="21" y="21" width="588" height="838" rx="48" stroke-width="9"/><rect x="43" y="43" width="544" height="794" rx="28" stroke-width="9"/>',
  blue: line(24, '6 4.500 0 4.500', 'round'),
  purple: line(32, '0.9 1.100'),
};

const ring = (radius: number) => `<circle cx="315" cy="440" r="${radius}"/>`;
const RECORD = [150, 178, 206, 234, 262].map(ring).join('');

export const SPRITE = `<style>
.flow-sleeve{fill:var(--flow-sleeve)}.flow-groove{fill:none;stroke:var(--flow-groove);stroke-width:5}
.flow-rim{fill:none;stroke:var(--c)}.flow-vein{fill:none;stroke:var(--flow-sleeve);stroke-width:5;stroke-linecap:round}
.flow-shape{fill:var(--c);stroke:var(--c);stroke-width:5;stroke-linejoin:round}
</style>${Object.entries(SHAPES)
  .map(([name, shape]) => symbol(`flow-${name}`, '-4 -4 108 108', `<g class="flow-shape">${shape}</g>`))
  .join('')}${Object.entries(RIMS)
  .map(([name, rim]) => symbol(`flow-rim-${name}`, '0 0 630 880', `<g class="flow-rim">${rim}</g>`))
  .join('')}${symbol(
  'flow-back',
  '0 0 630 880',
  `<g class="flow-groove" style="stroke:var(--flow-sheen)">${RECORD}</g><circle cx="315" cy="440" r="288" fill="none" stroke="var(--flow-sheen)" stroke-width="3"/>
  ${['red', 'orange', 'yellow', 'green', 'blue', 'purple']
    .map(
      (c, i) =>
        `<path transform="rotate(${i * 60} 315 440)" d="M315 440V330A110 110 0 0 1 410.300 385z" fill="var(--flow-${c})"/>`,
    )
    .join(
      '',
    )}<circle cx="315" cy="440" r="44" class="flow-sleeve"/><circle cx="315" cy="440" r="12" fill="var(--flow-sheen)"/>`,
)}`;

/** Centre and size of each symbol on a card with so many of them. */
export const PLACES: Record<string, readonly (readonly [number, number, number])[]> = {
  1: [[315, 440, 520]],
  2: [
    [315, 254, 362],
    [315, 626, 362],
  ],
  3: [
    [315, 286, 282],
    [178, 582, 274],
    [452, 582, 274],
  ],
  4: [
    [178, 278, 274],
    [452, 278, 274],
    [178, 602, 274],
    [452, 602, 274],
  ],
};
