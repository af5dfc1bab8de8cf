/** Whether others can open the address of this page, and one that they can open instead. */
import { askForAddresses, openDoor } from '../api/client';
import type { DoorState, ServerInfo } from '../api/types';
import { to } from '../root';

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/** This page has an address that means another computer on every computer. */
export const onlyHere = LOCAL.includes(location.hostname) || location.hostname.endsWith('.localhost');

let server = $state.raw<ServerInfo | null>(null);
let asked = false;

/** The address that others in the same network can open, where this page's own is of no use to them. */
export const nearAddress = (): string | null => server?.addresses[0] ?? null;
/** Whether others in the network may come in; null where that is not this reader's to say. */
export const door = (): DoorState | null => server?.door ?? null;

export function lookForAddress(): void {
  if (asked || !onlyHere) return;
  asked = true;
  void askForAddresses().then(
    (found) => (server = found),
    () => (asked = false),
  );
}
/** Lets others in the network in, or no longer. */
export async function setDoor(open: boolean, keep = false): Promise<void> {
  server = await openDoor({ open, keep });
}

/** Where somebody else finds a page of this server. */
export const addressFor = (path: string): string => {
  const near = nearAddress();
  return near === null ? location.origin + to(path) : near + path;
};
