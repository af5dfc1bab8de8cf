import { mount } from 'svelte';
import App from './App.svelte';
import { applyAppearance } from './lib/appearance';
import { listGames } from './lib/games.svelte';
import { preferredLanguage, setLanguage } from './lib/i18n/index.svelte';
import { to } from './lib/root';
import { place } from './lib/router.svelte';
import './lib/style';

applyAppearance();
// the start page shows nothing without them: asked for while its words are still on their way
if (place().page === 'start') listGames().catch(() => undefined);
await setLanguage(preferredLanguage());
mount(App, { target: document.getElementById('app')! });

// only the built page has a worker, and browsers allow one only on secure addresses
if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register(to('/sw.js'));
