import { useSyncExternalStore } from 'react';

/** Bounds of (server's clock − this machine's), in milliseconds. */
let bounds = { low: -Infinity, high: Infinity };

/**
 * Estimates the server's clock from a response's `Date` header. The header has whole seconds: the server's clock was
 * within that second at some moment between request and response. Responses narrow the bounds; one that contradicts
 * them (a clock was set) replaces them.
 *
 * @param sentAt when the request was sent, epoch milliseconds on this machine
 */
export function observeServerClock(date: string | null, sentAt: number, receivedAt = Date.now()): void {
  const server = date ? Date.parse(date) : NaN;
  if (Number.isNaN(server)) return;
  const observed = { low: server - receivedAt, high: server + 1000 - sentAt };
  const narrowed = { low: Math.max(bounds.low, observed.low), high: Math.min(bounds.high, observed.high) };
  bounds = narrowed.low <= narrowed.high ? narrowed : observed;
}

/** The best estimate of the server's clock in epoch milliseconds. Countdowns use it. */
export function serverNow(): number {
  const known = Number.isFinite(bounds.low) && Number.isFinite(bounds.high);
  return Date.now() + (known ? Math.round((bounds.low + bounds.high) / 2) : 0);
}

/** The server's clock in epoch milliseconds, rounded down to `step`: a component that shows minutes renders once a minute. */
export function useServerNow(step = 1000): number {
  return useSyncExternalStore(subscribeSeconds, () => Math.floor(serverNow() / step) * step);
}

function subscribeSeconds(listener: () => void): () => void {
  const timer = setInterval(listener, 1000);
  return () => clearInterval(timer);
}

/** Discards the estimate; for tests. */
export function resetServerClock(): void {
  bounds = { low: -Infinity, high: Infinity };
}
