/** Whether a deal was what the server had committed to: the same formulas as `quartett.core.commitment`. */
import type { PastMatch } from '../api/types';
import { contributionTo, hex } from './deal';
import { sha256 } from './sha256';

export interface Checked {
  /** secret, commitment and seed belong together */
  fair: boolean;
  /** the commitment was shown here before the deal, and what this browser added is in it */
  ours: boolean;
}

const utf8 = (text: string) => new TextEncoder().encode(text);

function eight(count: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(count));
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** WebCrypto is there on secure pages only; friends in one network come over plain http. */
async function hashOf(...parts: Uint8Array[]): Promise<string> {
  const bytes = joined(parts);
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  return hex(subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : sha256(bytes));
}

export const commitmentTo = (secret: string): Promise<string> =>
  hashOf(utf8('quartett/deal/commitment/1\0'), utf8(secret));

export const seedFrom = (secret: string, contributions: readonly string[]): Promise<string> =>
  hashOf(
    utf8('quartett/deal/seed/1\0'),
    utf8(`${secret}\0`),
    eight(contributions.length),
    ...contributions.map(utf8).flatMap((part) => [eight(part.length), part]),
  );

/** null where a match came without what is needed to check it */
export async function checkDeal({ seed, deal }: PastMatch): Promise<Checked | null> {
  if (!deal) return null;
  const [commitment, expected] = await Promise.all([
    commitmentTo(deal.secret),
    seedFrom(deal.secret, deal.contributions),
  ]);
  const own = contributionTo(deal.commitment);
  return {
    fair: commitment === deal.commitment && expected === seed,
    ours: own !== null && deal.contributions.includes(own),
  };
}
