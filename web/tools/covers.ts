/** Draws the pictures that games want on their covers with the games' own drawings, so that each has one source. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runnerImport, type Plugin } from 'vite';
import type { Cover } from '../src/lib/covers.ts';

const games = resolve(import.meta.dirname, '../src/games');
type Picture = { fileName: string; source: string };

/** A file of its own may bring no style element, so every rule becomes an attribute. */
function withoutStyle(svg: string): string {
  const [style = '', rules = ''] = /<style>([^]*?)<\/style>/.exec(svg) ?? [];
  const values = new Map([...rules.matchAll(/--(\w+):([^;}]+)/g)].map(([, name, value]) => [name!, value!]));
  const resolved = rules.replace(/var\(--(\w+)\)/g, (_, name: string) => values.get(name) ?? 'none');
  const attributes = new Map(
    [...resolved.matchAll(/\.(\w+)\{([^}]*)\}/g)].map(([, name, body]) => [
      name!,
      body!.replace(/([\w-]+):([^;]+);?/g, '$1="$2" ').trim(),
    ]),
  );
  return svg.replace(style, '').replace(/class="(\w+)"/g, (_, name: string) => attributes.get(name) ?? '');
}

async function picturesOf(game: string): Promise<Picture[]> {
  const file = resolve(games, game, 'cover.json');
  const { pictures = [] } = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Cover) : {};
  if (pictures.length === 0) return [];
  const { module } = await runnerImport<{ picture: (card: string) => string }>(
    resolve(games, game, 'picture.ts'),
    { configFile: false },
  );
  return pictures.map(({ card }) => ({
    fileName: `covers/${game}/${card}.svg`,
    source: withoutStyle(module.picture(card)),
  }));
}

const allPictures = async (): Promise<Picture[]> =>
  (await Promise.all(readdirSync(games).map(picturesOf))).flat();

export function covers(): Plugin {
  return {
    name: 'covers',
    async configureServer(server) {
      for (const { fileName, source } of await allPictures()) {
        server.middlewares.use(`/${fileName}`, (_, answer) => {
          answer.setHeader('Content-Type', 'image/svg+xml');
          answer.end(source);
        });
      }
    },
    async generateBundle() {
      for (const picture of await allPictures()) this.emitFile({ type: 'asset', ...picture });
    },
  };
}
