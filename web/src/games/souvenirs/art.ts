/** The drawings of Souvenirs: a stamp's edge, a pattern for each colour, a motif for each number. */
import { symbol } from '../../lib/cards/sprite';

const TEETH = 8;
const side = (dx: number, dy: number) =>
  Array.from(
    { length: TEETH },
    () => `l${3 * dx} ${3 * dy}a3 3 0 0 0 ${6 * dx} ${6 * dy}l${3 * dx} ${3 * dy}`,
  ).join('');
/** Twelve units a tooth, eight teeth a side: 96 wide, 2 from each edge. */
export const STAMP = `M2 2${side(1, 0)}${side(0, 1)}${side(-1, 0)}${side(0, -1)}z`;

const PATTERNS: Record<string, { size: number; content: string }> = {
  turquoise: {
    size: 16,
    content: '<path d="M0 4q4-5 8 0t8 0M0 12q4-5 8 0t8 0" fill="none" stroke-width="2"/>',
  },
  red: { size: 12, content: '<path d="M-3 3 3-3M0 12 12 0M9 15l6-6" stroke-width="3"/>' },
  yellow: {
    size: 12,
    content: '<circle cx="3" cy="3" r="1.900" stroke="none"/><circle cx="9" cy="9" r="1.900" stroke="none"/>',
  },
  purple: { size: 14, content: '<path d="M7 1 13 7 7 13 1 7z" fill="none" stroke-width="1.700"/>' },
  orange: { size: 14, content: '<path d="M0 5l7-4 7 4M0 12l7-4 7 4" fill="none" stroke-width="2"/>' },
};

const pattern = (colour: string) => {
  const { size, content } = PATTERNS[colour]!;
  const tone = `color-mix(in oklab, var(--souvenirs-${colour}) 74%, ${colour === 'yellow' || colour === 'turquoise' ? 'var(--souvenirs-ink)' : 'white'})`;
  return `<pattern id="souvenirs-${colour}" width="${size}" height="${size}" patternUnits="userSpaceOnUse">
  <rect width="${size}" height="${size}" fill="var(--souvenirs-${colour})"/><g stroke="${tone}" fill="${tone}" opacity="0.62">${content}</g></pattern>`;
};

const turned = (count: number, shape: string) =>
  Array.from(
    { length: count },
    (_, i) => `<g transform="rotate(${(360 / count) * i} 25 25)">${shape}</g>`,
  ).join('');

/** One lighthouse, two lenses, three peaks, four sails, five arms, six petals: a motif can be counted. */
const MOTIFS: Record<string, string> = {
  1: `<path class="w" d="M20 16h10l4 30H16z"/><path class="c" d="M19.300 22h11.400l.9 6H18.500zM17.700 34h14.600l.9 6H16.900z"/>
  <path class="d" d="M12 46h26v3H12zM18 13h14v3H18zM25 2l6 6H19z"/><rect class="w" x="20" y="8" width="10" height="5"/>
  <path class="w" opacity="0.8" d="M17 10.500 2 5v11zM33 10.500 48 5v11z"/>`,
  2: `<path class="d" d="M3 20c0-3 3-5 9-5s11 1 11 4h4c0-3 5-4 11-4s9 2 9 5c0 10-4 16-11 16S26 30 25.500 24h-1C24 30 21 36 14 36S3 30 3 20z"/>
  <path class="w" d="M7 21c0-2 2-2.500 6-2.500s6.500.6 6.500 2.600c0 6-2 10.400-6 10.400S7 28 7 21zM30.500 21c0-2 2.500-2.600 6.500-2.600s6 .6 6 2.600c0 7-2 10.500-6 10.500s-6.500-4.500-6.500-10.500z"/>
  <path class="c" d="M8 27l8-8h3.500L9.500 30zM31 27l8-8h3.500L32.500 30z"/>`,
  3: `<circle class="w" cx="39" cy="11" r="5.500"/><path class="d" d="M1 45 14 20l7 13 8-24 10 24 3-5 7 17z"/>
  <path class="w" d="M14 20l4 8-3.500-1.500-2.500 3-2.400-2zM29 9l5.500 13-3.500-2-3 3.500-3-2zM42 28l3.200 7-2.700-1.500-2.500 2-1-3z"/>`,
  4: `<path class="w" d="M19 24h12l5 24H14z"/><path class="d" d="M22 40a3 3 0 0 1 6 0v8h-6zM17 24a8 7 0 0 1 16 0z"/>
  <g transform="rotate(20 25 25) translate(0 -3)">${turned(4, '<path class="d" d="M24.300 25V2h1.400v23z"/><path class="w" d="M25.700 3h6v17h-6z"/><path class="l" d="M25.700 8.700h6M25.700 14.400h6"/>')}<circle class="d" cx="25" cy="25" r="2.500"/></g>`,
  5: `${turned(5, '<path class="w" d="M25 25 16.500 18.500C20 12 22 7 23 3.500c.6-2 3.400-2 4 0C28 7 30 12 33.500 18.500z"/>')}
  ${turned(5, '<circle class="c" cx="25" cy="9" r="1.300"/><circle class="c" cx="25" cy="14" r="1.600"/><circle class="c" cx="25" cy="19.500" r="1.900"/>')}<circle class="c" cx="25" cy="25" r="2.600"/>`,
  6: `${turned(6, '<ellipse class="w" cx="25" cy="11.500" rx="6.800" ry="9.500"/><path class="l" d="M25 18V9"/>')}<circle class="d" cx="25" cy="25" r="6.500"/>
  ${turned(6, '<circle class="w" cx="25" cy="21.500" r="1"/>')}`,
};

const COLOURS = Object.keys(PATTERNS);
const STAR =
  'M50 30 54.900 42.300 68 43.100 57.900 51.600 61.100 64.400 50 57.400 38.900 64.400 42.100 51.600 32 43.100 45.100 42.300z';
const JOKER = `${COLOURS.map((c, i) => `<path d="M${8 + i * 16.8} 8h16.800v84h-16.800z" fill="url(#souvenirs-${c})"/>`).join('')}
<g class="large"><path d="M38 26v-6a6 6 0 0 1 6-6h12a6 6 0 0 1 6 6v6" fill="none" stroke="var(--souvenirs-ink)" stroke-width="4"/>
<rect x="20" y="25" width="60" height="56" rx="6" fill="var(--souvenirs-paper)" stroke="var(--souvenirs-ink)" stroke-width="2.500"/>
<path d="M29 25v56M71 25v56" stroke="var(--souvenirs-ink)" stroke-width="2.500"/><path transform="translate(0 5)" d="${STAR}" fill="var(--souvenirs-ink)"/></g>
<g class="small"><circle cx="50" cy="50" r="34" fill="var(--souvenirs-paper)"/><path transform="translate(50 50) scale(1.550) translate(-50 -48.500)" d="${STAR}" fill="var(--souvenirs-ink)"/></g>`;

const ENVELOPE = COLOURS.map(
  (c, i) =>
    `<path d="M${8 + i * 16.8} 8h8.400l-4 7h-8.400zM${8 + i * 16.8} 85h8.400l-4 7h-8.400z" fill="var(--souvenirs-${c})"/>`,
).join('');

export const SPRITE = `<style>.souvenirs-motif .w{fill:var(--souvenirs-paper)}.souvenirs-motif .d{fill:var(--dark)}.souvenirs-motif .c{fill:var(--c)}
.souvenirs-motif .l{fill:none;stroke:var(--c);stroke-width:1.200}</style><defs>${COLOURS.map(pattern).join('')}</defs>
${symbol('souvenirs-stamp', '0 0 100 100', `<path d="${STAMP}"/>`)}
${Object.entries(MOTIFS)
  .map(([n, motif]) => symbol(`souvenirs-motif-${n}`, '0 0 50 50', `<g class="souvenirs-motif">${motif}</g>`))
  .join('')}
${symbol(
  'souvenirs-back',
  '0 0 100 100',
  `<rect x="8" y="8" width="84" height="84" fill="color-mix(in oklab, var(--souvenirs-turquoise) 22%, var(--souvenirs-paper))"/>${ENVELOPE}
  <g fill="none" stroke="var(--souvenirs-ink)" stroke-width="2" opacity="0.75"><circle cx="50" cy="50" r="22"/><circle cx="50" cy="50" r="17"/>
  <path d="M50 33v34M33 50h34M38 40c8 5 16 5 24 0M38 60c8-5 16-5 24 0M50 33c-11 10-11 24 0 34c11-10 11-24 0-34"/></g>`,
)}`;
export { JOKER };
