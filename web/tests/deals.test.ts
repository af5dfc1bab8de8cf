import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PastMatch } from '../src/lib/api/types';
import { newContribution, rememberDeal } from '../src/lib/table/deal';
import { checkDeal, commitmentTo, seedFrom } from '../src/lib/table/fairness';
import { sha256 } from '../src/lib/table/sha256';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('sha256', () => {
  it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])('is the standard one for %i bytes', (length) => {
    const message = Uint8Array.from({ length }, (_, i) => (i * 37) % 256);
    expect(hex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'));
  });
});

describe('a deal', () => {
  // made by quartett.core.commitment with the secret "s" and what two players added
  const SECRET = 's';
  const ADDED = ['one', 'zwölf'];
  const COMMITMENT = 'a3ee6bf09012c9dd2c177e1d5f8b1f5d5014f2b1123fc2ebaeb276064b322bb5';
  const SEED = 'd30f0f34c28621776c98c5064ecb33f277028e91d1c2253f2742950dd63d60bb';
  const past = (deal: Partial<NonNullable<PastMatch['deal']>> = {}, seed = SEED) =>
    ({ seed, deal: { commitment: COMMITMENT, secret: SECRET, contributions: ADDED, ...deal } }) as PastMatch;

  beforeEach(() => sessionStorage.clear());

  it('has the same commitment and seed as on the server', async () => {
    expect(await commitmentTo(SECRET)).toBe(COMMITMENT);
    expect(await seedFrom(SECRET, ADDED)).toBe(SEED);
  });

  it('is computed without WebCrypto too', async () => {
    vi.stubGlobal('crypto', {});
    expect(await commitmentTo(SECRET)).toBe(COMMITMENT);
    vi.unstubAllGlobals();
  });

  it('is fair where secret, commitment and seed belong together', async () => {
    expect(await checkDeal(past())).toEqual({ fair: true, ours: false });
    expect(await checkDeal(past({ secret: 'other' }))).toMatchObject({ fair: false });
    expect(await checkDeal(past({ contributions: ['one'] }))).toMatchObject({ fair: false });
    expect(await checkDeal(past({}, 'another seed'))).toMatchObject({ fair: false });
  });

  it('is ours where it was promised here before and what was added here is in it', async () => {
    rememberDeal(COMMITMENT, 'zwölf');
    expect(await checkDeal(past())).toEqual({ fair: true, ours: true });
    rememberDeal(COMMITMENT, newContribution());
    expect(await checkDeal(past())).toEqual({ fair: true, ours: false });
  });

  it('that came without its secret cannot be checked', async () => {
    expect(await checkDeal({ ...past(), deal: null })).toBeNull();
  });
});
