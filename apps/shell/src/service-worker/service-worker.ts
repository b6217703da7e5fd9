import { formatMessageBody, formatMessageTitle, type MessageContent } from '../notifications/format-message';
import type { OpenedMessage } from './opened-message';
import { createFormatter } from './message-formatter';

interface WaitingEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends WaitingEvent {
  data: { json(): unknown } | null;
}
interface ClickEvent extends WaitingEvent {
  notification: { close(): void; data: unknown };
}
interface PageClient {
  url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: OpenedMessage): void;
}

/** What is used of a service worker's global scope (its types can't be had beside those of a page). */
export interface WorkerScope {
  location: { origin: string };
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly PageClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WaitingEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
}

/** What a push message says (the server's PushMessage). */
interface Message extends MessageContent {
  id: number;
  path: string | null;
  language: string;
}

const FALLBACK = '/notifications';

/** Shows what is pushed, and opens its page on a click. It keeps nothing and answers no requests. */
export function startServiceWorker(worker: WorkerScope, icon: string): void {
  worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
  worker.addEventListener('push', (event) => event.waitUntil(show(worker, icon, readMessage(event))));
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(worker, toConsolePath(worker, event.notification.data)));
  });
}

/** Browsers want something shown for every push, so that one that can't be read is shown too. */
function readMessage({ data }: PushEvent): Partial<Message> {
  try {
    const message = data?.json();
    return typeof message === 'object' && message !== null ? message : {};
  } catch {
    return {};
  }
}

/** Title and body in the user's language; as the server words them in English where this isn't known here. */
function formatMessage({ language, ...given }: Partial<Message>): { title: string; body: string } {
  const { title = '', body = '', kind = null, subject = null, count = 1, params = null } = given;
  try {
    const message = { title, body, kind, subject, count, params };
    const writer = createFormatter(language);
    return { title: formatMessageTitle(writer, message), body: formatMessageBody(writer, message) };
  } catch {
    return { title, body };
  }
}

function show(worker: WorkerScope, icon: string, message: Partial<Message>): Promise<void> {
  const { id, path } = message;
  const { title, body } = formatMessage(message);
  return worker.registration.showNotification(title || 'Tessera', {
    body,
    icon,
    badge: icon,
    data: { path },
    // The same message told twice is shown once.
    ...(id ? { tag: `tessera-${id}` } : {}),
  });
}

/** A page of this console, whatever the message says. */
function toConsolePath({ location }: WorkerScope, data: unknown): string {
  const { path } = (data ?? {}) as { path?: unknown };
  if (typeof path !== 'string' || !URL.canParse(path, location.origin)) return FALLBACK;
  const url = new URL(path, location.origin);
  return url.origin === location.origin ? url.pathname + url.search : FALLBACK;
}

/** Goes there in a page that is open, else in a new one. */
async function open(worker: WorkerScope, path: string): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!page) return void (await worker.clients.openWindow(path));
  // A browser that doesn't let it come to the front still goes there.
  await page.focus().catch(() => undefined);
  // Somebody who is signed out is brought there after signing in; a signed-in page goes without loading anew.
  if (new URL(page.url).pathname.startsWith('/auth/')) await page.navigate(path);
  else page.postMessage({ type: 'tessera:open', path });
}
