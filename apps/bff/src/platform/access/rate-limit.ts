import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import { ApiError } from '../errors/api-error';

const WINDOW_MS = 60_000;
/** Requests per minute with one publisher's token: those of a release with as many files as it may have, and some more. */
export const PUBLISHER_REQUESTS = 3_000;
/** Counters in memory; when there are more, all are reset early. */
const MAX_COUNTERS = 100_000;

/**
 * Limits the requests per minute to this process (`RATE_LIMIT`): by user and by session for signed-in users, who may share
 * an address, and by address for all others.
 */
@Injectable()
export class RateLimit {
  private readonly counts = new Map<string, number>();
  private windowStart = performance.now();

  constructor(private readonly config: Config) {}

  /** Counts a request; 429 with Retry-After when the limit of this minute, `RATE_LIMIT` or another one, is exceeded. */
  count(
    by: 'address' | 'user' | 'session' | 'publisher token' | 'csp-report' | 'browser spans' | 'calendar feed',
    id: string,
    limit = this.config.rateLimit,
  ): void {
    const counter = `${by}:${id}`;
    const now = performance.now();
    if (now - this.windowStart >= WINDOW_MS || this.counts.size > MAX_COUNTERS) {
      this.counts.clear();
      this.windowStart = now;
    }
    const count = (this.counts.get(counter) ?? 0) + 1;
    this.counts.set(counter, count);
    if (count > limit) {
      const retryAfter = Math.max(1, Math.ceil((this.windowStart + WINDOW_MS - now) / 1000));
      throw new ApiError('RATE_LIMIT', 'Too many requests', { retryAfter });
    }
  }
}
