import { useSyncExternalStore } from 'react';

/** Bounds of (server's clock − this machine's), in milliseconds. */
let bounds = { low: -Infinity, high: Infinity };

/**
 * Learns from an answer's `Date` header, which has whole seconds: the server's clock was within that second at some
 * moment between asking and answering. Answers narrow the bounds; one that contradicts them (a clock was set) starts
 * anew.
 *
 * @param sentAt when the request was sent, epoch milliseconds on this machine
 */
export function observeServerClock(date: string | null, sentAt: number, receivedAt = Date.now()): void {
  const server = date ? Date.parse(date) : NaN;
  if (Number.isNaN(server)) return;
  const seen = { low: server - receivedAt, high: server + 1000 - sentAt };
  const both = { low: Math.max(bounds.low, seen.low), high: Math.min(bounds.high, seen.high) };
  bounds = both.low <= both.high ? both : seen;
}

/** The server's clock as well as it is known, epoch milliseconds. Countdowns run on it. */
export function serverNow(): number {
  const known = Number.isFinite(bounds.low) && Number.isFinite(bounds.high);
  return Date.now() + (known ? Math.round((bounds.low + bounds.high) / 2) : 0);
}

/** The server's clock, epoch milliseconds, to whole steps of so many: who needs the minute isn't drawn each second. */
export function useServerNow(step = 1000): number {
  return useSyncExternalStore(subscribeSeconds, () => Math.floor(serverNow() / step) * step);
}

function subscribeSeconds(listener: () => void): () => void {
  const timer = setInterval(listener, 1000);
  return () => clearInterval(timer);
}

/** Forgets what was learnt; for tests. */
export function resetServerClock(): void {
  bounds = { low: -Infinity, high: Infinity };
}
