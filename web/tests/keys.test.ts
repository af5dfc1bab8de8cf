import { afterEach, describe, expect, it } from 'vitest';
import { focusGrid } from '../src/lib/ui/focus-grid';
import { isForeign } from '../src/lib/ui/keys.svelte';

let end: (() => void) | undefined;
afterEach(() => {
  end?.();
  end = undefined;
  document.body.innerHTML = '';
});

/** Letters stand where they are in the picture; a line of `-` parts two zones. */
function grid(picture: string, zones = false) {
  const root = document.createElement('div');
  document.body.append(root);
  let zone = root.appendChild(document.createElement('section'));
  for (const [y, line] of picture.split('\n').entries()) {
    if (line.startsWith('-')) {
      zone = root.appendChild(document.createElement('section'));
      continue;
    }
    for (const [x, name] of Array.from(line).entries()) {
      if (name === ' ') continue;
      const button = document.createElement('button');
      button.textContent = name;
      button.getBoundingClientRect = () => new DOMRect(x * 50, y * 50, 40, 40);
      zone.append(button);
    }
  }
  end = focusGrid(zones ? { zones: 'section' } : {})(root) as () => void;
  return root;
}
const here = () => document.activeElement?.textContent;
const at = (name: string) =>
  [...document.querySelectorAll('button')].find((each) => each.textContent === name)!;
function press(...keys: string[]) {
  for (const key of keys)
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}
const stops = () => [...document.querySelectorAll('button')].filter((each) => each.tabIndex === 0);

describe('the way by key', () => {
  it('stops once for Tab, where one was last', () => {
    grid('abc');
    expect(stops().map((each) => each.textContent)).toEqual(['a']);
    at('c').focus();
    expect(stops().map((each) => each.textContent)).toEqual(['c']);
  });

  it('goes to what lies in that direction, past holes and along the same row first', () => {
    grid('ab d\n  e \nfg h');
    at('a').focus();
    press('ArrowRight', 'ArrowRight');
    expect(here()).toBe('d');
    press('ArrowDown');
    expect(here()).toBe('h');
    press('ArrowLeft');
    expect(here()).toBe('g');
  });

  it('goes round where all is one list, and to both ends', () => {
    grid('abc');
    at('c').focus();
    press('ArrowRight');
    expect(here()).toBe('a');
    press('End');
    expect(here()).toBe('c');
    press('Home', 'ArrowLeft');
    expect(here()).toBe('c');
  });

  it('keeps a Tab stop in each zone, and arrows lead from one to the other', () => {
    grid('ab\n-\ncd', true);
    expect(stops().map((each) => each.textContent)).toEqual(['a', 'c']);
    at('b').focus();
    press('ArrowDown');
    expect(here()).toBe('d');
    expect(stops().map((each) => each.textContent)).toEqual(['b', 'd']);
  });

  it('finds another stop when the one that it had is gone', async () => {
    grid('abc');
    at('b').focus();
    at('b').remove();
    await new Promise((resolve) => setTimeout(resolve));
    expect(stops().map((each) => each.textContent)).toEqual(['a']);
  });

  it('leaves keys with Shift or Control to whoever wants them', () => {
    grid('abc');
    at('a').focus();
    at('a').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', shiftKey: true, bubbles: true }));
    expect(here()).toBe('a');
  });
});

describe('a key of the table', () => {
  const foreign = (target: Element, init: KeyboardEventInit = {}, root?: Element) => {
    let found: boolean | undefined;
    const listen = (event: Event) => (found = isForeign(event as KeyboardEvent, root));
    addEventListener('keydown', listen, { once: true });
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'l', bubbles: true, ...init }));
    return found;
  };
  const add = (name: string, to: Element = document.body) => to.appendChild(document.createElement(name));

  it('is none in a field, a dialogue, with Control, or while a dialogue is open', () => {
    expect(foreign(document.body)).toBe(false);
    expect(foreign(add('input'))).toBe(true);
    expect(foreign(add('textarea'))).toBe(true);
    expect(foreign(document.body, { ctrlKey: true })).toBe(true);
    const bubble = add('div');
    bubble.setAttribute('role', 'dialog');
    expect(foreign(add('button', bubble))).toBe(true);
    add('dialog').setAttribute('open', '');
    expect(foreign(document.body)).toBe(true);
  });

  it('is none in another part of the page, where the table names its own', () => {
    const [table, other] = [add('main'), add('aside')];
    expect(foreign(add('button', table), {}, table)).toBe(false);
    expect(foreign(add('button', other), {}, table)).toBe(true);
    expect(foreign(document.body, {}, table)).toBe(false);
  });
});
