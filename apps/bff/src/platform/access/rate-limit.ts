import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import { ApiError } from '../errors/api-error';

const WINDOW_MS = 60_000;
/** Callers remembered at most: beyond, the minute begins anew for all. */
const CALLERS = 100_000;

/**
 * Requests in the running minute of this process (`RATE_LIMIT`): by address, and of those who are signed in by user and
 * by session too, each with the same limit. A bearer lifts nobody over the limit of their address.
 */
@Injectable()
export class RateLimit {
  private readonly counts = new Map<string, number>();
  private since = performance.now();

  constructor(private readonly config: Config) {}

  /** Counts a request; 429 with Retry-After when the minute is used up. */
  count(by: 'address' | 'user' | 'session', id: string): void {
    const caller = `${by}:${id}`;
    const now = performance.now();
    if (now - this.since >= WINDOW_MS || this.counts.size > CALLERS) {
      this.counts.clear();
      this.since = now;
    }
    const count = (this.counts.get(caller) ?? 0) + 1;
    this.counts.set(caller, count);
    if (count > this.config.rateLimit) {
      const retryAfter = Math.max(1, Math.ceil((this.since + WINDOW_MS - now) / 1000));
      throw new ApiError('RATE_LIMIT', 'Too many requests', { retryAfter });
    }
  }
}
