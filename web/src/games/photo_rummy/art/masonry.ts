/** What churches and palaces are built of. */
import { arches, box, disc, gable, line, many, oval, path, row, turned, type Tone } from './pen';

export const cross = (x: number, y: number): string => line('p', `M${x} ${y}v-20M${x - 6} ${y - 13}h12`, 3);
export const rose = (x: number, y: number, r: number): string =>
  disc('a', x, y, r) + many(6, (i) => turned(i * 60, x, y, oval('b', x, y - r * 0.55, r * 0.2, r * 0.34))) + disc('b', x, y, r * 0.2);
export const clock = (x: number, y: number, r: number): string =>
  disc('k', x, y, r) + disc('p', x, y, r * 0.8) + line('k', `M${x} ${y - r * 0.6}V${y}h${r * 0.4}`, r * 0.2);
/** A pointed roof, its right side in shade. */
export const spire = (x: number, y: number, w: number, h: number): string =>
  gable('a', x - w / 2, y, w, h) + path('k', `M${x} ${y - h}l${w / 2} ${h}h${-w * 0.4}z`);
/** A dome, its right side in shade. */
export const dome = (x: number, y: number, w: number, h: number, tone: Tone = 'a', shade: Tone = 'k'): string =>
  path(tone, `M${x - w / 2} ${y}c0${-h * 0.6} ${w * 0.25}${-h} ${w / 2}${-h}s${w / 2} ${h * 0.4} ${w / 2} ${h}z`) +
  path(shade, `M${x} ${y - h}c${w * 0.25} 0 ${w / 2} ${h * 0.4} ${w / 2} ${h}h${-w * 0.3}c0${-h * 0.5} ${-w * 0.08}${-h * 0.85} ${-w * 0.2}${-h}z`);
/** The open storey on top of a dome or tower. */
export const lantern = (x: number, y: number, w: number, h: number): string =>
  box('p', x - w / 2, y - h, w, h) + arches('k', x - w / 2 + 3, y - h + 3, (w - 9) / 2, h - 3, 2, (w - 3) / 2) + dome(x, y - h, w + 6, w * 0.6);
/** A wall whose right end lies in shade. */
export const tower = (x: number, y: number, w: number, to = 246): string => box('p', x, y, w, to - y) + box('l', x + w * 0.68, y, w * 0.32, to - y);
export const pinnacle = (x: number, y: number, h: number): string => box('p', x - 4, y - h * 0.6, 8, h * 0.6) + gable('a', x - 6, y - h * 0.55, 12, h * 0.45);
export const battlements = (tone: Tone, x: number, y: number, w: number, count: number): string => row(tone, x, y - 9, w / (2 * count - 1), 10, count, (2 * w) / (2 * count - 1));
/** Free columns before a dark hall. */
export const columns = (x: number, y: number, w: number, h: number, count: number, thick = 9): string =>
  box('k', x, y, w, h) + row('p', x, y, thick, h, count, (w - thick) / (count - 1));
/** A pediment with a carved field. */
export const pediment = (x: number, y: number, w: number, h: number): string =>
  box('p', x, y, w, 9) + gable('p', x - 5, y + 1, w + 10, h) + gable('m', x + w * 0.13, y - 4, w * 0.74, h * 0.64);
/** Broad steps up to a door. */
export const steps = (x: number, y: number, w: number, count: number): string =>
  many(count, (i) => box(i % 2 ? 'p' : 'l', x - i * 8, y + i * 6, w + i * 16, 6));
export const avenue = (y = 246): string => path('l', `M92 300 118 ${y}h44L190 300z`);
