// A page for those who work on the cards: open /gallery.html in the development server.
// ?game=jericho&width=96&theme=dark&only=paris&language=de
import { mount } from 'svelte';
import { loadFaces } from '../lib/cards/faces.svelte';
import { needTexts, setLanguage, type Language } from '../lib/i18n/index.svelte';
import '../lib/style';
import { CARDS } from './cards';
import Gallery from './Gallery.svelte';

const query = new URLSearchParams(location.search);
const theme = query.get('theme');
if (theme) document.documentElement.dataset.theme = theme;
await setLanguage((query.get('language') ?? 'en') as Language);
await Promise.all(Object.keys(CARDS).flatMap((game) => [loadFaces(game), needTexts(game)]));
mount(Gallery, { target: document.getElementById('app')!, props: { query } });
