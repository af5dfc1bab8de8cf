import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { t } from '../src/lib/i18n/index.svelte';
import Tips from '../src/lib/table/shell/Tips.svelte';
import { tipsSeen } from '../src/lib/table/shell/tips';

afterEach(() => {
  localStorage.clear();
  document.body.replaceChildren();
});

it('a tip gives way to the next with every move, and none comes back', async () => {
  document.body.innerHTML = '<main><div class="hand"></div></main>';
  const onend = vi.fn();
  const tips = [
    { target: '.hand', text: 'souvenirs.tip.hand' as const },
    { target: '.hand', text: 'souvenirs.tip.grid' as const },
  ];
  const props = $state({ game: 'souvenirs', tips, acting: false, onend });
  const shown = mount(Tips, { target: document.body, props });
  const said = () => document.querySelector('.tip p')?.textContent;
  const move = () => {
    for (const acting of [true, false]) {
      props.acting = acting;
      flushSync();
    }
  };
  flushSync();
  expect(said()).toBe(t('souvenirs.tip.hand'));
  move();
  expect(said()).toBe(t('souvenirs.tip.grid'));
  expect([onend.mock.calls.length, tipsSeen('souvenirs')]).toEqual([0, false]);
  move();
  expect([onend.mock.calls.length, tipsSeen('souvenirs')]).toEqual([1, true]);
  await unmount(shown);
});
