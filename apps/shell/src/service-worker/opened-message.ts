import { consolePath } from '@tessera/domain';

/** The message from the service worker to an open page after a click on a notification. */
export interface OpenedMessage {
  type: 'tessera:open';
  /** Path and query of the page to go to. */
  path: string;
}

/** The path in a message from the service worker; null for any other message. */
export function openedPath(data: unknown): string | null {
  const { type, path } = (data ?? {}) as Partial<OpenedMessage>;
  return type === 'tessera:open' ? consolePath(path) : null;
}
