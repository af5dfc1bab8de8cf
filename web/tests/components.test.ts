import { createRawSnippet, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Button from '../src/lib/ui/Button.svelte';
import IconButton from '../src/lib/ui/IconButton.svelte';
import ScoreTable from '../src/lib/ui/ScoreTable.svelte';

const shown: Record<string, unknown>[] = [];
const target = document.body;
const words = createRawSnippet(() => ({ render: () => '<span>Start</span>' }));
const button = () => document.querySelector('button')!;

afterEach(async () => {
  await Promise.all(shown.splice(0).map((each) => unmount(each)));
});

describe('Button', () => {
  it('cannot be pressed while what it did is under way', () => {
    const onclick = vi.fn();
    shown.push(mount(Button, { target, props: { busy: true, onclick, children: words } }));
    expect(button().getAttribute('aria-busy')).toBe('true');
    button().click();
    expect(onclick).not.toHaveBeenCalled();
  });
});

describe('IconButton', () => {
  it('says in words what its picture means', () => {
    shown.push(mount(IconButton, { target, props: { icon: 'undo', label: 'Take back' } }));
    expect(button().getAttribute('aria-label')).toBe('Take back');
  });
});

describe('ScoreTable', () => {
  it('has a line for every player and a column for every count', () => {
    const rows = [
      { label: 'Won', values: [3, 5] },
      { label: 'Walls', values: [7, null] },
    ];
    shown.push(
      mount(ScoreTable, {
        target,
        props: { caption: 'Scores', players: ['Anna', 'Ben'], rows, winners: [1] },
      }),
    );
    const texts = (selector: string) =>
      [...document.querySelectorAll(selector)].map((cell) => cell.textContent.trim());
    expect(texts('thead th')).toEqual(['Won', 'Walls']);
    expect(texts('tbody th')).toEqual(['Anna', 'Ben']);
    expect(texts('tbody td')).toEqual(['3', '7', '5', '']);
    expect(texts('tr.winner th')).toEqual(['Ben']);
  });
});
