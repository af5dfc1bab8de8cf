import { mount, unmount } from 'svelte';
import { describe, expect, it } from 'vitest';
import ListMark from '../src/games/photo_rummy/parts/ListMark.svelte';

describe('ListMark', () => {
  it.each([
    [{ kind: 'row', of: 'vienna' }, '[data-plate=A]'],
    [{ kind: 'set', of: 'church' }, '[href="#pr-icon-church"]'],
  ] as const)('says what a combination is, ticked or not: %o', async (line, sign) => {
    for (const good of [false, true]) {
      const shown = mount(ListMark, { target: document.body, props: { line, good } });
      expect(document.querySelectorAll(sign)).toHaveLength(1);
      expect(document.querySelectorAll('i')).toHaveLength(good ? 1 : 0);
      await unmount(shown);
    }
  });
});
