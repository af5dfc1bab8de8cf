/** Which page is shown; addresses are real ones, so that reloading and sharing work. */
import { to as rooted, within } from './root';

export type Place =
  | { page: 'start' }
  | { page: 'table'; id: string }
  | { page: 'rules'; game: string }
  | { page: 'cards'; game: string }
  | { page: 'replay'; id: string; match: number | undefined; step: number | undefined }
  | { page: 'review'; id: string; match: number | undefined }
  | { page: 'learn' }
  | { page: 'me' }
  | { page: 'history' }
  | { page: 'stop' }
  | { page: 'lesson'; game: string }
  | { page: 'puzzle'; id: string }
  | { page: 'daily'; game: string; day: string | undefined }
  | { page: 'challenge'; id: string }
  | { page: 'evening'; id: string }
  | { page: 'screen'; id: string; theme: string | undefined }
  | { page: 'new_evening'; table: string | undefined; game: string | undefined }
  | { page: 'nowhere' };

const here = () => (within(location.pathname) ?? location.pathname) + location.search + location.hash;

/** without the prefix, if there is one */
let href = $state.raw(here());

addEventListener('popstate', () => (href = here()));

/** Where one is (reactive). */
export const place = (): Place => parse(new URL(href, location.origin));

/** The part after `#` (reactive). */
export const fragment = (): string => decodeURIComponent(new URL(href, location.origin).hash.slice(1));

export function go(to: string): void {
  history.pushState(null, '', rooted(to));
  href = to;
  scrollTo(0, 0);
}

/** Changes the address without leaving a step to go back to. */
export function become(to: string): void {
  history.replaceState(null, '', rooted(to));
  href = to;
}

/** Lets a click on an ordinary link stay on the page; new tabs and windows work as ever. */
export function follow(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest('a');
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  const path = within(link.pathname);
  if (path === null) return;
  event.preventDefault();
  go(path + link.search + link.hash);
}

function parse({ pathname, searchParams }: URL): Place {
  const [first, second, ...rest] = pathname.split('/').filter(Boolean);
  if (first === undefined) return { page: 'start' };
  if (first === 'learn' && second === undefined) return { page: 'learn' };
  if (first === 'me' && second === undefined) return { page: 'me' };
  if (first === 'history' && second === undefined) return { page: 'history' };
  if (first === 'stop' && second === undefined) return { page: 'stop' };
  if (first === 'evening') return evening(second, rest, searchParams);
  if (second === undefined || rest.length > 0) return { page: 'nowhere' };
  if (first === 't') return { page: 'table', id: second };
  if (first === 'rules') return { page: 'rules', game: second };
  if (first === 'cards') return { page: 'cards', game: second };
  const number = (name: string) => Number(searchParams.get(name)) || undefined;
  if (first === 'replay') return { page: 'replay', id: second, match: number('match'), step: number('step') };
  if (first === 'review') return { page: 'review', id: second, match: number('match') };
  if (first === 'learn') return { page: 'lesson', game: second };
  if (first === 'puzzles') return { page: 'puzzle', id: second };
  if (first === 'daily') return { page: 'daily', game: second, day: searchParams.get('day') ?? undefined };
  if (first === 'challenge') return { page: 'challenge', id: second };
  return { page: 'nowhere' };
}

function evening(id: string | undefined, rest: readonly string[], query: URLSearchParams): Place {
  const given = (name: string) => query.get(name) ?? undefined;
  if (id === undefined) return { page: 'new_evening', table: given('table'), game: given('game') };
  if (rest.length === 0) return { page: 'evening', id };
  if (rest.length === 1 && rest[0] === 'screen') return { page: 'screen', id, theme: given('theme') };
  return { page: 'nowhere' };
}
