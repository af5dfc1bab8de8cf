/** Whether others can open the address of this page, and one that they can open instead. */
import { askForAddresses } from '../api/client';
import { to } from '../root';

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/** This page has an address that means another computer on every computer. */
export const onlyHere = LOCAL.includes(location.hostname) || location.hostname.endsWith('.localhost');

let near = $state.raw<string | null>(null);
let asked = false;

/** The address that others in the same network can open, where this page's own is of no use to them. */
export const nearAddress = (): string | null => near;

export function lookForAddress(): void {
  if (asked || !onlyHere) return;
  asked = true;
  void askForAddresses().then(
    ({ addresses }) => (near = addresses[0] ?? null),
    () => (asked = false),
  );
}

/** Where somebody else finds a page of this server. */
export const addressFor = (path: string): string =>
  near === null ? location.origin + to(path) : near + path;
