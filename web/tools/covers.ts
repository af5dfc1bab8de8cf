/** Makes the pictures on the covers from the drawings of the cards, so that each has one source. */
import type { Plugin } from 'vite';
import { draw } from '../src/games/photo_rummy/art/index.ts';
import { POSTERS } from '../src/lib/shell/posters.ts';

const NAMES = POSTERS['photo_rummy'] ?? [];

/** A file of its own may bring no style element, so every rule becomes an attribute. */
function withoutStyle(svg: string): string {
  const [style = '', rules = ''] = /<style>([^]*?)<\/style>/.exec(svg) ?? [];
  const values = new Map([...rules.matchAll(/--(\w+):([^;}]+)/g)].map(([, name, value]) => [name!, value!]));
  const resolved = rules.replace(/var\(--(\w+)\)/g, (_, name: string) => values.get(name) ?? 'none');
  const attributes = new Map([...resolved.matchAll(/\.(\w+)\{([^}]*)\}/g)].map(([, name, body]) => [name!, body!.replace(/([\w-]+):([^;]+);?/g, '$1="$2" ').trim()]));
  return svg.replace(style, '').replace(/class="(\w+)"/g, (_, name: string) => attributes.get(name) ?? '');
}

const picture = (name: string): string => {
  const [city = '', category = ''] = name.split('-');
  return withoutStyle(draw(city, category));
};

export function covers(): Plugin {
  return {
    name: 'covers',
    configureServer(server) {
      for (const name of NAMES) {
        server.middlewares.use(`/covers/${name}.svg`, (_, answer) => {
          answer.setHeader('Content-Type', 'image/svg+xml');
          answer.end(picture(name));
        });
      }
    },
    generateBundle() {
      for (const name of NAMES) this.emitFile({ type: 'asset', fileName: `covers/${name}.svg`, source: picture(name) });
    },
  };
}
