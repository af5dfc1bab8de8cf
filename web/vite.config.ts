import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { colours } from './tools/colours.ts';
import { coverTexts } from './tools/cover-texts.ts';
import { covers } from './tools/covers.ts';
import { serviceWorker } from './tools/service-worker.ts';

/** In development the pages come from Vite and the rest from a running `quartett serve`. */
const server = process.env['QUARTETT_SERVER'] ?? 'http://127.0.0.1:8000';

/** What every game's table needs; its shell is for live tables only and stays by itself. */
const STAGE = [
  'drag/',
  'faces/(SeatFace|loaded)',
  'haptics',
  'motion/',
  'sound',
  'table/(awake|feed|layout/|modules|mounting|notes|shell/(chat|lines|tips)[.]ts|status)',
  'ui/(Announcer|Bar[.]|Pile|SeatBadge|focus-grid)',
];

export default defineConfig({
  // parts find each other relative to themselves: the server may be shown under a path prefix
  base: './',
  plugins: [svelte(), colours(), covers(), coverTexts(), serviceWorker()],
  server: { proxy: { '/api': { target: server, ws: true } } },
  build: {
    // light-dark() and container queries are in all of these, so no fallbacks are shipped
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    // what the first screen needs comes in one file, and what every table needs in another: thirty small ones
    // keep a slow phone waiting
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'stage', test: new RegExp(`/src/lib/(${STAGE.join('|')})`), priority: 1 },
          ],
        },
      },
    },
  },
});
