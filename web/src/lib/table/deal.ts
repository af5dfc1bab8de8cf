/** This browser's own part in the chance of a deal, and what it was promised before. */
const key = (commitment: string) => `quartett.deal.${commitment}`;

/** Something that nobody can foresee. */
export const newContribution = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The commitment was shown before the deal; with it goes what was added here. */
export const rememberDeal = (commitment: string, contribution: string): void =>
  sessionStorage.setItem(key(commitment), contribution);

/** What was added here to the deal with this commitment; null if it was never shown here before. */
export const contributionTo = (commitment: string): string | null => sessionStorage.getItem(key(commitment));
