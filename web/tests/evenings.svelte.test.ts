import { flushSync } from 'svelte';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EveningShown } from '../src/lib/api/types';
import { Watch } from '../src/lib/evenings/watch.svelte';
import { ownText } from '../src/lib/evenings/words';
import { needTexts } from '../src/lib/i18n/index.svelte';

const evening = (version: number) => ({ version, now: Date.now(), state: 'running' }) as EveningShown;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('an evening that is watched', () => {
  it('is looked at again and again, and what comes late is no news', async () => {
    vi.useFakeTimers();
    let version = 1;
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(evening(version)))));
    const watch = new Watch('one');
    const end = $effect.root(() => {
      $effect(() => watch.begin());
    });
    flushSync();
    await vi.advanceTimersByTimeAsync(10);
    expect(watch.shown?.version).toBe(1);
    version = 5;
    await vi.advanceTimersByTimeAsync(5000);
    flushSync();
    expect(watch.shown?.version).toBe(5);
    version = 4;
    await vi.advanceTimersByTimeAsync(5000);
    expect(watch.shown?.version).toBe(5);
    version = 6;
    await vi.advanceTimersByTimeAsync(5000);
    expect(watch.shown?.version).toBe(6);
    end();
    version = 7;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(watch.shown?.version).toBe(6);
  });

  it('is told from one that is not there', async () => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(
        new Response(JSON.stringify({ text: 'none', reason: 'server.no_such_evening' }), { status: 404 }),
      ),
    );
    const watch = new Watch('none');
    await watch.look();
    expect(watch.problem).toBe('missing');
  });
});

describe('one’s own table', () => {
  const seated = (now: { table?: string; over?: boolean; gone?: boolean }) =>
    ({
      state: 'running',
      you: { member: 'anna', table: now.table ?? null, bye: false },
      members: [{ id: 'anna', plays: true }],
      played: [
        { tables: [{ over: now.over ?? false, seats: [{ member: 'anna', gone: now.gone ?? false }] }] },
      ],
    }) as unknown as EveningShown;

  beforeAll(() => needTexts('evenings'));

  it('is being set up, waits, and has finished, and is nobody’s who has left it', () => {
    expect(ownText(seated({}))).toBe('Your table is being set up.');
    expect(ownText(seated({ table: '/t/one' }))).toBe('Your table is waiting.');
    expect(ownText(seated({ over: true }))).toBe('Your table has finished; others are still playing.');
    expect(ownText(seated({ gone: true }))).toBe('You will play from the next round on.');
  });
});
