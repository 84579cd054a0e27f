/** Meuse as an app on this machine: the worker that keeps its shell, and shows notices. */

/** The worker; where the browser has none (an old one, or a page without a safe connection) nothing. */
export async function worker(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator)) return null;
  try {
    return await navigator.serviceWorker.register("/sw.js");
  } catch {
    return null; // private windows may refuse; everything works without it while there is a connection
  }
}

/** Once the page has done its own work, so that it opens no later for it. */
export function install(): void {
  if (document.readyState === "complete") void worker();
  else addEventListener("load", () => void worker());
}
