// What lets the page be installed and open without a connection: the files of the built page, and nothing else. Tables,
// people and everything below /api never pass through here. `vite.config.ts` puts the list of files in.

const FILES = /* FILES */ [];
const NAME = `shell ${/* VERSION */ ''}`;
const PATIENCE = 4000; // milliseconds after which an unanswered address counts as one without a connection

self.addEventListener('install', (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(newest(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(kept(request));
});

async function keep() {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' })));
}

/** The page of before is kept as well: somebody may still have it open, and load a part of it later. */
async function tidy() {
  const shells = (await caches.keys()).filter((name) => name.startsWith('shell '));
  const old = shells.filter((name) => name !== NAME).slice(0, -1);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The page comes from the server whenever it answers, so nobody is left behind with an old one. */
async function newest(request) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    return await fetch(request, { signal: stop.signal });
  } catch {
    const cache = await caches.open(NAME);
    return (await cache.match('/')) ?? Response.error();
  } finally {
    clearTimeout(timer);
  }
}

/** Files with a fingerprint in their name never change. */
async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}
