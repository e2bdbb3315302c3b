// Keeps the files of the playground, so that it works without a network once it was loaded.

// The build replaces both: the files, and a hash of them.
const FILES = '{{files}}';
const NAME = 'orogen-playground-{{version}}';

self.addEventListener('install', event => {
  event.waitUntil(caches.open(NAME).then(cache => cache.addAll(FILES.map(file => new Request(file, { cache: 'reload' })))));
});

self.addEventListener('activate', event => {
  const old = caches.keys().then(names => names.filter(name => name.startsWith('orogen-playground-') && name !== NAME));
  event.waitUntil(old.then(names => Promise.all(names.map(name => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener('fetch', event => {
  if (event.request.method !== 'GET') return;
  const kept = caches.open(NAME).then(cache => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then(file => file ?? fetch(event.request)));
});
