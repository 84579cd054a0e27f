/** Opt-in notices that it is your turn: through the browser's own push service, or from the open page. */

import { pushKey, type Place } from "./api";
import { worker } from "./app";
import { settings } from "./settings.svelte";

const BLOCKED = "Notifications from this site are blocked in your browser.";

/** Ask the browser and tell the service; the answer is a sentence for the player. */
export async function askForNotice(place: Place): Promise<string> {
  const app = "PushManager" in window ? await worker() : null;
  if (!app) return "This browser cannot show notifications. The feed works everywhere.";
  if ((await Notification.requestPermission()) !== "granted") return BLOCKED;
  const { key } = await pushKey();
  const subscription = (await app.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
  await place.subscribe(subscription.endpoint ?? "", subscription.keys ?? {});
  return "You get a notification when it is your turn.";
}

/** Switch notices of the open page on or off; the answer says why they stay off. */
export async function switchNotices(): Promise<string> {
  if (settings.values.notices) {
    settings.set({ notices: false });
    return "";
  }
  if (!("Notification" in window)) return "This browser cannot show notifications.";
  if ((await Notification.requestPermission()) !== "granted") return BLOCKED;
  settings.set({ notices: true });
  return "";
}

/** It is your turn: say so, if that is wanted and nobody looks at the page. */
export async function tell(question: string, game: string): Promise<void> {
  if (!settings.values.notices || !document.hidden || Notification.permission !== "granted") return;
  const app = await worker();
  await app?.showNotification("Your turn", { body: [question, game].filter(Boolean).join(" · "), icon: "/icon-192.png", tag: game });
}
