// The page and its parts are kept; what the table says always comes from the table.
/** Where the page is: `/`, or below a prefix; another server's page may be beside it. */
const ROOT = new URL('.', location.href).pathname;
const OURS = `quartett${ROOT.slice(0, -1)}-`;
const CACHE = `${OURS}VERSION`;
const FILES = ['', 'FILES'].map((name) => ROOT + name);

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const old = async () => (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  event.waitUntil(
    old()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith(`${ROOT}api/`)) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => caches.match(ROOT)));
  else if (pathname.startsWith(`${ROOT}assets/`))
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});

// A notice that it is somebody's turn: what comes later of the same turn takes its place.
self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json();
  const icon = `${ROOT}icons/icon-192.png`;
  const shown = self.registration.showNotification(title, { body, tag, icon, data: { path } });
  event.waitUntil(Promise.all([shown, self.navigator.setAppBadge?.()]).catch(() => undefined));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openAt(new URL(ROOT.slice(0, -1) + event.notification.data.path, location.origin).href));
});

// The browser has replaced its subscription, or dropped it: from now on notices go to the new one.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event.newSubscription)));

async function renew(subscription) {
  const address = `${ROOT}api/me/notices`;
  const { channels, push_key } = await (await fetch(address)).json();
  // whoever has turned them off or signed out since wants none
  if (!channels.some(({ kind, this: here }) => kind === 'push' && here)) return;
  const wish = { userVisibleOnly: true, applicationServerKey: push_key };
  const made = subscription ?? (await self.registration.pushManager.subscribe(wish));
  const { endpoint, keys } = made.toJSON();
  const body = JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth, language: null });
  await fetch(`${address}/push`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
}

/** Opens a table, in its own window if there is one; other windows may be at other tables. */
async function openAt(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((each) => each.url.split('#')[0] === url);
  return there ? there.focus() : self.clients.openWindow(url);
}
