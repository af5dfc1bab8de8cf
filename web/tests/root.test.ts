import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';

async function under(root: string) {
  document.head.innerHTML = root ? `<meta name="quartett-root" content="${root}">` : '';
  vi.resetModules();
  return import('../src/lib/root');
}

afterEach(() => (document.head.innerHTML = ''));

describe('addresses under a path prefix', () => {
  it('get the prefix and lose it again', async () => {
    const { to, within } = await under('/cards');
    expect(to('/t/abc#x')).toBe('/cards/t/abc#x');
    expect(within('/cards/t/abc')).toBe('/t/abc');
    expect(within('/cards/')).toBe('/');
    expect(within('/cards')).toBe('/');
  });

  it('of other pages beside it are not ours', async () => {
    const { within } = await under('/cards');
    expect(within('/cardsharp/t/abc')).toBeNull();
    expect(within('/blog')).toBeNull();
  });

  it('stay as they are where there is none', async () => {
    const { to, within } = await under('');
    expect(to('/t/abc')).toBe('/t/abc');
    expect(within('/t/abc')).toBe('/t/abc');
    expect(within('/')).toBe('/');
  });
});

it('no link forgets the prefix', () => {
  const source = join(import.meta.dirname, '..', 'src');
  const forgetful = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.svelte'))
    .filter((name) =>
      /(href|src|replay)="\/|(href|src)=\{`\//.test(readFileSync(join(source, name), 'utf8')),
    );
  expect(forgetful, "write href={to('/…')} with `to` from lib/root").toEqual([]);
});
