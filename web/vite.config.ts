import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { colours } from './tools/colours.ts';

export default defineConfig({
  plugins: [svelte(), colours()],
  build: {
    // light-dark() and container queries are in all of these, so no fallbacks are shipped
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
  },
});
