// The app on this machine: it keeps the shell (the page, its script, its style) for when there is no connection, and shows
// "Your turn" when the service says so. No game, map or rule is ever kept here: those always come from the service.
const PAGE = "/";
const PICTURES = ["/mark.svg", "/icon-192.png", "/manifest.webmanifest"];
const SHELF = "meuse-shell";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELF).then(fill).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith("/assets/") || PICTURES.includes(pathname)) event.respondWith(file(request));
});

/** The page as it is now; the one that was kept only where nobody answers. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok && (await isNew(answer.clone()))) await caches.open(SHELF).then(fill);
    return answer;
  } catch (error) {
    const kept = await caches.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

/** A file whose name changes with its content never goes stale; any other is asked for, and kept for lack of an answer. */
async function file(request) {
  const kept = await caches.match(request);
  if (kept && new URL(request.url).pathname.startsWith("/assets/")) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(SHELF)).put(request, answer.clone());
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function isNew(answer) {
  const kept = await caches.match(PAGE);
  return !kept || (await kept.text()) !== (await answer.text());
}

/** Take the shell anew: the page, and what it names; what an older page named goes. */
async function fill(shelf) {
  const answer = await fetch(PAGE, { cache: "no-cache" });
  if (!answer.ok) return;
  const named = [...(await answer.clone().text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((found) => found[1]);
  await shelf.addAll([...named, ...PICTURES]);
  await shelf.put(PAGE, answer);
  const wanted = new Set([PAGE, ...named, ...PICTURES]);
  for (const old of await shelf.keys()) if (!wanted.has(new URL(old.url).pathname)) await shelf.delete(old);
}

self.addEventListener("push", (event) => {
  const notice = event.data ? event.data.json() : { title: "Your turn", text: "" };
  event.waitUntil(self.registration.showNotification(notice.title, { body: notice.text, icon: "/icon-192.png", tag: notice.match }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((pages) => (pages[0] ? pages[0].focus() : self.clients.openWindow("/"))),
  );
});
