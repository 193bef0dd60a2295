// Keeps the files of the page, so that it opens without the network. Answers of the server are never kept.

const files = [
  "/", "/style.css", "/app.js", "/api.js", "/camera.js", "/cards.js", "/describe.js", "/formats.js", "/desk.js", "/dom.js", "/events.js",
  "/frames.js", "/hidden.js", "/history.js", "/input.js", "/keyboard.js", "/known.js", "/languages.js", "/language-de.json",
  "/language-en.json", "/language-ja.json", "/language-zh.json", "/overlay.js", "/questions.js", "/queue.js", "/reaction.js",
  "/results.js", "/rules.js", "/scan.js", "/search.js", "/settings.js", "/sound.js", "/thumbnail.js", "/titles.json", "/uses.js", "/zoom.js",
  "/manifest.webmanifest", "/icon.svg", "/icon-192.png",
];
const name = "beeline-page";

/** A network that lets requests hang is as good as none, in milliseconds. */
const patience = 4000;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== self.location.origin) return;
  const file = pathname === "/pair" ? "/" : pathname;
  if (files.includes(file)) event.respondWith(answer(event.request, file));
});

/** The newest file, which is cheap by its ETag; without the network the one that was kept. */
async function answer(request, file) {
  const cache = await caches.open(name);
  const kept = await cache.match(file);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), patience);
  try {
    const response = await fetch(request, { cache: "no-cache", signal: kept ? limit.signal : undefined });
    if (response.ok) await cache.put(file, response.clone());
    return response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
