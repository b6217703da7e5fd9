import type { run } from 'axe-core';

// Globals that tests put into a page, and those of a service worker, which the page's own types lack.
declare global {
  interface Window {
    /** Set by axe-core's script. */
    axe: { run: typeof run };
    /** React renderers that reported to the DevTools hook. */
    renderers: unknown[];
    /** Words that a test's observer has seen in the table. */
    seenWords: Set<string>;
    /** What has run of a release of the probe (mf-probe). */
    probeRan?: string[];
    /** The rows of each load of the probe's column. */
    probeLoads?: number[][];
    /** Sends messages to the browser, on its own pages such as chrome://settings. */
    chrome: { send: (message: string, args: string[]) => void };
  }
  var registration: ServiceWorkerRegistration;
  var NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
}
