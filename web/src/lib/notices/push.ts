/** Push messages to this browser, where it can show any. */
import { subscribe } from './api';

/** Whether this browser can show notices, or why not. */
export type Ability = 'works' | 'insecure' | 'ios' | 'none' | 'denied';

interface Surroundings {
  secure: boolean;
  able: boolean;
  /** an iPhone or iPad, where only pages on the home screen can */
  apple: boolean;
  denied: boolean;
}

export function abilityIn({ secure, able, apple, denied }: Surroundings): Ability {
  if (!secure) return 'insecure';
  if (!able) return apple ? 'ios' : 'none';
  return denied ? 'denied' : 'works';
}

export function ability(): Ability {
  const able = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  const apple =
    /iPhone|iPad/.test(navigator.userAgent) ||
    (navigator.userAgent.includes('Mac') && navigator.maxTouchPoints > 1);
  const denied = able && Notification.permission === 'denied';
  return abilityIn({ secure: isSecureContext, able, apple, denied });
}

/** A key as browsers want it. */
export function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

const same = (key: ArrayBuffer | null, other: Uint8Array): boolean =>
  key !== null && new Uint8Array(key).toString() === other.toString();

async function manager(): Promise<PushManager | null> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager ?? null;
}

/** Lets the server send to this browser; null if its owner does not want that after all. */
export async function turnOn(key: string) {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const push = (await navigator.serviceWorker.ready).pushManager;
  const wanted = bytesOf(key);
  const before = await push.getSubscription();
  // made for a key that the server has no more
  if (before && !same(before.options.applicationServerKey, wanted)) await before.unsubscribe();
  const made = await push.subscribe({ userVisibleOnly: true, applicationServerKey: wanted });
  const { endpoint, keys } = made.toJSON();
  return subscribe({ endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' });
}

/** Whether this browser has subscribed with another key than the server has now. */
export async function isOutdated(key: string): Promise<boolean> {
  if (ability() !== 'works' || Notification.permission !== 'granted') return false;
  const found = await (await manager())?.getSubscription();
  return found ? !same(found.options.applicationServerKey, bytesOf(key)) : false;
}

export async function turnOff(): Promise<void> {
  await (await (await manager())?.getSubscription())?.unsubscribe();
}

/** Takes away what this browser still shows of a table that is looked at now. */
export async function closeShown(path: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const shown = (await (await navigator.serviceWorker.getRegistration())?.getNotifications()) ?? [];
  for (const each of shown) if ((each.data as { path?: string } | null)?.path === path) each.close();
}
