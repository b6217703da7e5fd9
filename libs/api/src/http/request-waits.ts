import { useSyncExternalStore } from 'react';

/** Requests that the server didn't accept yet, waiting to be sent again. */
export interface RequestWait {
  /** 429: too many requests; 503: the server is unavailable. */
  status: number;
  /** When the next one is sent, epoch milliseconds of this device. */
  retryAt: number;
}

interface Waiting extends RequestWait {
  changes: boolean;
  cancel: () => void;
}

/** Longer waits are left to the user: what they asked for may no longer be wanted. */
const MAX_WAIT_S = 60;
/** A change that the user has asked for isn't given up as early as a read, which a page can offer to repeat. */
const MAX_REPEATS = { read: 2, change: 10 };

let waits: readonly Waiting[] = [];
let shown: RequestWait | null = null;
const listeners = new Set<() => void>();

function setWaits(next: readonly Waiting[]): void {
  waits = next;
  const first = waits.find(({ changes }) => changes) ?? waits[0];
  shown = first ? { status: first.status, retryAt: first.retryAt } : null;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What waits to be sent again, a change before a read; null when nothing does. */
export const useRequestWait = (): RequestWait | null => useSyncExternalStore(subscribe, () => shown);

/** Sends none of the waiting requests again: their callers get the response that they had. */
export function cancelRequestWaits(): void {
  for (const { cancel } of waits) cancel();
}

/**
 * Whether a response asks to repeat its request later: the server's limit is reached (429), it is unavailable (503), or the
 * same request is still running after a lost response (409), each with `Retry-After`.
 */
function secondsToWait({ status, headers }: Response): number | null {
  const seconds = headers.has('retry-after') ? Number(headers.get('retry-after')) : NaN;
  return [409, 429, 503].includes(status) && seconds >= 0 && seconds <= MAX_WAIT_S ? seconds : null;
}

/** A sign-in shows its own wait, the live stream reconnects by itself, and a page's last reports outlive the page. */
function isRepeated({ url, headers, keepalive }: Request): boolean {
  if (keepalive || headers.get('accept') === 'text/event-stream') return false;
  return !new URL(url).pathname.startsWith('/api/auth/');
}

/**
 * Waits until a request may be repeated. Resolves to false when it isn't: the response asks for no repetition, there were
 * enough, or the user has cancelled it.
 *
 * @throws the reason of the request's signal, when the caller cancels
 */
export function waitToRepeat(request: Request, response: Response, repeats: number): Promise<boolean> {
  const seconds = secondsToWait(response);
  const changes = request.method !== 'GET';
  if (seconds === null || !isRepeated(request)) return Promise.resolve(false);
  if (repeats >= MAX_REPEATS[changes ? 'change' : 'read']) return Promise.resolve(false);
  const { signal } = request;
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      setWaits(waits.filter((other) => other !== wait));
      settle();
    };
    const abort = end(() => reject(signal.reason as Error));
    const timer = setTimeout(
      end(() => resolve(true)),
      seconds * 1000,
    );
    const wait: Waiting = {
      status: response.status,
      retryAt: Date.now() + seconds * 1000,
      changes,
      cancel: end(() => resolve(false)),
    };
    if (signal.aborted) abort();
    else {
      signal.addEventListener('abort', abort);
      setWaits([...waits, wait]);
    }
  });
}
