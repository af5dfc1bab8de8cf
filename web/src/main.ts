import { mount } from 'svelte';
import App from './App.svelte';
import { applyAppearance } from './lib/appearance';
import { preferredLanguage, setLanguage } from './lib/i18n/index.svelte';
import './lib/style';

applyAppearance();
await setLanguage(preferredLanguage());
mount(App, { target: document.getElementById('app')! });
