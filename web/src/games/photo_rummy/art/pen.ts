/** A short hand for flat posters. Tones: a deep, b bright, m between, l light, p paper, k dark; r and d are a picture's own colour and its shade. */
export type Tone = 'a' | 'b' | 'm' | 'l' | 'p' | 'k' | 'r' | 'd';

export const path = (tone: Tone, d: string): string => `<path class="${tone}" d="${d}"/>`;
export const box = (tone: Tone, x: number, y: number, w: number, h: number, r = 0): string =>
  `<rect class="${tone}" x="${x}" y="${y}" width="${w}" height="${h}"${r ? ` rx="${r}"` : ''}/>`;
export const disc = (tone: Tone, x: number, y: number, r: number): string =>
  `<circle class="${tone}" cx="${x}" cy="${y}" r="${r}"/>`;
export const oval = (tone: Tone, x: number, y: number, rx: number, ry: number): string =>
  `<ellipse class="${tone}" cx="${x}" cy="${y}" rx="${rx}" ry="${ry}"/>`;
export const line = (tone: Tone, d: string, width: number): string =>
  `<path class="s${tone}" d="${d}" stroke-width="${width}"/>`;
export const many = (count: number, draw: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => draw(i)).join('');
export const at = (x: number, y: number, scale: number, content: string): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${content}</g>`;
export const turned = (angle: number, x: number, y: number, content: string): string =>
  `<g transform="rotate(${angle} ${x} ${y})">${content}</g>`;
/** The same thing again, as seen in a mirror standing at x. */
export const mirrored = (x: number, content: string): string =>
  `${content}<g transform="matrix(-1 0 0 1 ${2 * x} 0)">${content}</g>`;

/** A window or door with a round head. */
export const arch = (tone: Tone, x: number, y: number, w: number, h: number): string =>
  path(tone, `M${x} ${y + h}v${-(h - w / 2)}a${w / 2} ${w / 2} 0 0 1 ${w} 0v${h - w / 2}z`);
/** A pointed window. */
export const lancet = (tone: Tone, x: number, y: number, w: number, h: number): string =>
  path(tone, `M${x} ${y + h}V${y + w}Q${x} ${y + w / 3} ${x + w / 2} ${y}Q${x + w} ${y + w / 3} ${x + w} ${y + w}V${y + h}z`);
/** A row of windows. */
export const row = (tone: Tone, x: number, y: number, w: number, h: number, count: number, step: number): string =>
  many(count, (i) => box(tone, x + i * step, y, w, h));
export const arches = (tone: Tone, x: number, y: number, w: number, h: number, count: number, step: number): string =>
  many(count, (i) => arch(tone, x + i * step, y, w, h));
/** A triangular roof or gable. */
export const gable = (tone: Tone, x: number, y: number, w: number, h: number): string =>
  path(tone, `M${x} ${y}l${w / 2} ${-h} ${w / 2} ${h}z`);

export const sky = (): string => box('b', -20, -60, 320, 420);
export const sun = (x: number, y: number, r: number): string => disc('l', x, y, r);
export const cloud = (x: number, y: number, scale = 1): string =>
  at(x, y, scale, path('l', 'M0 20a10 10 0 0 1 4-19 16 16 0 0 1 29-3 12 12 0 0 1 19 9 8 8 0 0 1 2 13z'));
export const ground = (tone: Tone, y: number): string => box(tone, -20, y, 320, 360 - y);
export const water = (y: number): string =>
  ground('m', y) +
  line('l', `M12 ${y + 14}h46M92 ${y + 12}h70M206 ${y + 16}h58M40 ${y + 28}h60M150 ${y + 30}h84M8 ${y + 42}h50M96 ${y + 44}h66M214 ${y + 42}h50`, 3);
export const hill = (tone: Tone, y: number): string => path(tone, `M-20 ${y + 26}Q60 ${y - 12} 140 ${y}T300 ${y + 14}V360H-20z`);
export const tree = (x: number, y: number, r: number): string => box('k', x - 2, y - r, 4, r) + disc('a', x, y - r * 1.7, r);
export const flag = (x: number, y: number, h: number): string =>
  box('k', x - 1.2, y - h, 2.4, h) + path('p', `M${x + 1} ${y - h}q9-4 18 0t0 0v11q-9 4-18 0z`);
/** A scene drawn a little smaller, for towers that would leave the poster; it still fills the width. */
export const lowered = (by: number, scene: string): string => `<g transform="translate(16.8 ${by}) scale(.88)">${scene}</g>`;
/** A building drawn a little smaller where it stands, so that its top stays on the poster. */
export const shrunk = (scale: number, y: number, building: string): string => `<g transform="translate(${140 - 140 * scale} ${y - y * scale}) scale(${scale})">${building}</g>`;
