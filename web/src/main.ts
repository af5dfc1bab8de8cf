import { mount } from 'svelte';
import App from './App.svelte';
import { applyAppearance } from './lib/appearance';
import { preferredLanguage, setLanguage } from './lib/i18n/index.svelte';
import './lib/style';

applyAppearance();
await setLanguage(preferredLanguage());
mount(App, { target: document.getElementById('app')! });

// only the built page has a worker, and browsers allow one only on secure addresses
if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js');
