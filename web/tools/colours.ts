/** Turns the colours.json files of the house and of every game into CSS variables. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

type Oklch = [number, number, number];
type Scheme = { light: Oklch; dark: Oklch };
interface Colours {
  tokens: Record<string, Scheme>;
  players?: Record<string, Record<string, Oklch>>;
  cards?: Record<string, Record<string, Oklch>>;
  pairs?: Record<string, Record<string, Oklch>>;
  extra?: Record<string, Oklch>;
}

const ID = 'virtual:colours.css';
const root = resolve(import.meta.dirname, '..');
const houseFile = resolve(root, 'src/lib/colours.json');
const games = resolve(root, 'src/games');
const gameFiles = () =>
  readdirSync(games)
    .sort()
    .map((game) => resolve(games, game, 'colours.json'))
    .filter((file) => existsSync(file));

const oklch = ([l, c, h]: Oklch) => `oklch(${l} ${c} ${h})`;
const both = (s: Scheme) => `light-dark(${oklch(s.light)}, ${oklch(s.dark)})`;
const block = (selector: string, lines: string[]) => `${selector} {\n${lines.join('\n')}\n}\n`;
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Colours;

function tokenLines(colours: Colours): string[] {
  return Object.entries(colours.tokens).map(([name, scheme]) => `  --${name}: ${both(scheme)};`);
}

/** `--player-0`, `--player-0-on`, `--jericho-red`, `--jericho-red-on`, `--photo_rummy-paris-deep`, … */
function groupLines(prefix: string, group: Record<string, Record<string, Oklch>> = {}): string[] {
  return Object.entries(group).flatMap(([name, tones]) =>
    Object.entries(tones).map(
      ([tone, value]) => `  --${prefix}-${name}${tone === 'fill' ? '' : `-${tone}`}: ${oklch(value)};`,
    ),
  );
}

function cardLines(game: string, { cards, pairs, extra = {} }: Colours): string[] {
  const extras = Object.entries(extra).map(([name, value]) => `  --${game}-${name}: ${oklch(value)};`);
  return [...groupLines(game, cards), ...groupLines(game, pairs), ...extras];
}

function css(): string {
  const house = read(houseFile);
  const rooms = gameFiles().map((file) => [basename(dirname(file)), read(file)] as const);
  const cards = rooms.flatMap(([game, colours]) => cardLines(game, colours));
  const roomBlocks = rooms.map(([game, colours]) => block(`[data-room='${game}']`, tokenLines(colours)));
  return (
    block(':root', [...tokenLines(house), ...groupLines('player', house.players), ...cards]) +
    roomBlocks.join('')
  );
}

/** A Vite plugin that serves `virtual:colours.css`. */
export function colours(): Plugin {
  return {
    name: 'colours',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load(id) {
      if (id !== `\0${ID}`) return null;
      for (const file of [houseFile, ...gameFiles()]) this.addWatchFile(file);
      return css();
    },
  };
}
