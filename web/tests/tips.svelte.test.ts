import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import Tips from '../src/lib/table/shell/Tips.svelte';
import { tipsSeen } from '../src/lib/table/shell/tips';

afterEach(() => {
  localStorage.clear();
  document.body.replaceChildren();
});

it('tips go away, and do not come back, once somebody plays without having read them', async () => {
  document.body.innerHTML = '<main><div class="hand"></div></main>';
  const onend = vi.fn();
  const tips = [{ target: '.hand', text: 'souvenirs.tip.hand' as const }];
  const props = $state({ game: 'souvenirs', tips, acting: false, onend });
  const shown = mount(Tips, { target: document.body, props });
  flushSync();
  expect(document.querySelector('.tip')).not.toBeNull();
  expect([onend.mock.calls.length, tipsSeen('souvenirs')]).toEqual([0, false]);
  props.acting = true;
  flushSync();
  expect([onend.mock.calls.length, tipsSeen('souvenirs')]).toEqual([1, true]);
  await unmount(shown);
});
