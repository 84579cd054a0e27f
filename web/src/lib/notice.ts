/** An opt-in notice that it is your turn, through the browser's own push service. */

import { pushKey, type Place } from "./api";

/** Ask the browser and tell the service; the answer is a sentence for the player. */
export async function askForNotice(place: Place): Promise<string> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) {
    return "This browser cannot show notifications. The feed works everywhere.";
  }
  if ((await Notification.requestPermission()) !== "granted") return "Notifications from this site are blocked in your browser.";
  const worker = await navigator.serviceWorker.register("/notice.js");
  const { key } = await pushKey();
  const subscription = (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
  await place.subscribe(subscription.endpoint ?? "", subscription.keys ?? {});
  return "You get a notification when it is your turn.";
}
