import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { layoutOf } from '../src/lib/table/layout/layout';
import { around } from '../src/lib/table/layout/around';

/** What is left for the table on screens of these sizes, below the bars. */
const BOXES = {
  'a small phone': [360, 560, 'tall', []],
  'a phone': [390, 764, 'tall', ['high']],
  'a phone on its side': [844, 340, 'low', ['tight']],
  'a small phone on its side': [640, 310, 'low', ['tight']],
  'a tablet': [820, 1100, 'tall', ['roomy', 'high']],
  'a laptop': [1046, 688, 'wide', ['roomy', 'high']],
  'a laptop zoomed twice': [683, 336, 'low', ['tight']],
  'a box beside the controls of a replay': [500, 340, 'tall', ['tight']],
} as const;

const SOMEBODY = { name: '', kind: 'person', here: true, away: false, self: false } as const;

describe('the layout of a table', () => {
  it.each(Object.entries(BOXES))('%s', (_, [width, height, mode, fits]) => {
    expect(layoutOf(width, height)).toEqual({ width, height, mode, fits });
  });

  it('follows larger letters: what fits a laptop does not with twice the size', () => {
    expect(layoutOf(1046, 688, 32)).toMatchObject({ mode: 'tall', fits: ['tight'] });
    expect(layoutOf(1400, 688, 32)).toMatchObject({ mode: 'low' });
  });

  it('seats the players in turn order, oneself last', () => {
    const players = [0, 1, 2].map((seat) => ({ ...SOMEBODY, seat }));
    const order = (seat: number | null) => around({ players, seat }).map((player) => player.seat);
    expect(order(1)).toEqual([2, 0, 1]);
    expect(order(null)).toEqual([0, 1, 2]);
  });
});

function sources(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(svelte|css|ts)$/.test(path))
    .map((path) => [path, readFileSync(join(folder, path), 'utf8')]);
}
/** Where in the files something stands, as path: what. */
const found = (folder: string, what: RegExp) =>
  sources(folder).flatMap(([path, text]) => [...text.matchAll(what)].map(([said]) => `${path}: ${said}`));

describe('the sources', () => {
  it('name what lies above what by tokens', () => {
    expect(found('src', /z-index: *-?\d+/g)).toEqual([]);
  });

  it('of games ask for the size of no window and of no table', () => {
    const asked =
      /@media[^{]*(?:width|height)[^{]*|@container +(?:table|flow)[^{]*|\binner(?:Width|Height)\b/g;
    // what is read before there is a table lies in a sheet of the page
    const primer = (where: string) => where.includes('parts/Primer.svelte');
    expect(found('src/games', asked).filter((where) => !primer(where))).toEqual([]);
  });
});
