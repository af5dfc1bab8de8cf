import { mount } from 'svelte';
import App from './App.svelte';
import { preferredLanguage, setLanguage } from './lib/i18n/index.svelte';
import './lib/style';

await setLanguage(preferredLanguage());
mount(App, { target: document.getElementById('app')! });
