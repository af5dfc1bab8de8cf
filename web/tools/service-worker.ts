/** Writes sw.js with the list of what was built, so that the page opens without a connection too. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const source = () => readFileSync(resolve(import.meta.dirname, 'sw.template.js'), 'utf8');

export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      // After Vite itself has dropped chunks that hold nothing but styles: one missing file, and no worker installs.
      order: 'post',
      handler(_, bundle) {
        const files = Object.keys(bundle)
          .filter((name) => name.startsWith('assets/'))
          .sort();
        const text = source().replace("'FILES'", files.map((name) => JSON.stringify(name)).join(', '));
        const version = createHash('sha256').update(text).digest('hex').slice(0, 12);
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: text.replace('VERSION', version) });
      },
    },
  };
}
