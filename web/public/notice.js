// Shows "Your turn" when the service says so; the page asks for it only when the player wants it.
self.addEventListener("push", (event) => {
  const notice = event.data ? event.data.json() : { title: "Your turn", text: "" };
  event.waitUntil(self.registration.showNotification(notice.title, { body: notice.text, icon: "/mark.svg", tag: notice.match }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((pages) => (pages[0] ? pages[0].focus() : self.clients.openWindow("/"))),
  );
});
