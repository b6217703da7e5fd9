/** What the service worker says to an open page when a notification was clicked. */
export interface OpenedMessage {
  type: 'tessera:open';
  /** Path and query of the page to go to. */
  path: string;
}

/** Reads a message that came to the page; null when it is something else. */
export function openedPath(data: unknown): string | null {
  const { type, path } = (data ?? {}) as Partial<OpenedMessage>;
  return type === 'tessera:open' && typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : null;
}
