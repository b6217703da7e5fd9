import '@tessera/domain/german';
import { consolePath } from '@tessera/domain';
import { formatMessage, type Message } from '@tessera/domain/notifications';
import type { OpenedMessage } from './opened-message';

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

/** The used part of a service worker's global scope (TypeScript's own types conflict with those of a page). */
export interface WorkerScope {
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

/** The payload of a push message (the server's PushMessage). */
interface PushMessage extends Message {
  id: number;
  path: string | null;
  language: string;
  time_zone: string | null;
}

const FALLBACK = '/notifications';

/** Shows push messages, and opens their page on a click. It caches nothing and handles no fetch events. */
export function startServiceWorker(worker: WorkerScope, icon: string): void {
  worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
  worker.addEventListener('push', (event) => event.waitUntil(show(worker, icon, readMessage(event))));
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(worker, pathOf(event.notification.data)));
  });
}

/** Browsers require a notification for every push, so an unreadable one is shown too. */
function readMessage({ data }: PushEvent): Partial<PushMessage> {
  try {
    const message = data?.json();
    return typeof message === 'object' && message !== null ? message : {};
  } catch {
    return {};
  }
}

function show(worker: WorkerScope, icon: string, message: Partial<PushMessage>): Promise<void> {
  const { id, path, language = '', time_zone } = message;
  const reader = { language, timeZone: time_zone };
  const empty = { title: '', body: '', kind: null, subject: null, count: 1, seats: 0, params: null };
  const { title, body } = formatMessage(reader, { ...empty, ...message });
  return worker.registration.showNotification(title || 'Tessera', {
    body,
    icon,
    badge: icon,
    data: { path },
    // A message that is delivered twice is shown once.
    tag: id ? `tessera-${id}` : undefined,
  });
}

/** The path of a page of this console; a fallback for any other URL. */
function pathOf(data: unknown): string {
  const { path } = (data ?? {}) as { path?: unknown };
  return consolePath(path) ?? FALLBACK;
}

/** Opens a path in an open page of the console, else in a new window. */
async function open(worker: WorkerScope, path: string): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!page) {
    await worker.clients.openWindow(path);
    return;
  }
  // Browsers may refuse to focus the page; the navigation still happens.
  await page.focus().catch(() => undefined);
  // Before signing in, the page reloads at the path and returns there afterwards; a signed-in page navigates without a reload.
  if (new URL(page.url).pathname.startsWith('/auth/')) await page.navigate(path);
  else page.postMessage({ type: 'tessera:open', path });
}
