import { applyDecorators, Injectable } from '@nestjs/common';
import { Matches } from 'class-validator';
import type { FastifyInstance } from 'fastify';
import { RateLimit } from '../access/rate-limit';
import type { Account } from '../auth/account';
import { ApiError } from '../errors/api-error';
import { rule } from '../http/field-checks';
import { Enum, Int, Json, Text } from '../http/fields';
import { getSpanRelay } from './tracing';

/** Most spans of one request. */
const MAX_SPANS = 50;
/** Longest that a page keeps a span, and longest that a request takes. */
const MAX_MS = 10 * 60_000;

/** An id of OpenTelemetry: lowercase hexadecimal digits, not all zero. Opaque, since it may look like a card number. */
const TraceId = (digits: number) =>
  applyDecorators(
    Text({ max: digits, isOpaque: true }),
    Matches(
      new RegExp(`^(?!0+$)[0-9a-f]{${digits}}$`),
      rule(`$property must be ${digits} hexadecimal digits`, 'INVALID'),
    ),
  );

/** The span of one request that a page sent. Its times are relative to the report, since the clocks of browsers are wrong. */
class BrowserSpanDto {
  @TraceId(32) trace_id: string;
  @TraceId(16) span_id: string;
  @Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) method: string;
  @Text({ max: 200, description: 'The path of the request, each id replaced by :id' }) path: string;
  @Int({
    max: 599,
    nullable: true,
    description: 'Status of the response; 0: there was none; null: cancelled by the page',
  })
  status: number | null;
  @Int({ max: MAX_MS, description: 'How long before the report the request began' }) age_ms: number;
  @Int({ max: MAX_MS }) duration_ms: number;
}

export class BrowserSpansDto {
  @Json({ items: BrowserSpanDto, max: MAX_SPANS }) spans: BrowserSpanDto[];
}

/** Batches from one user in a minute; a page sends one every five seconds at most, and one when it is left. */
const BATCHES_OF_USER = 60;
/** Batches from the users of one realm, or of those without one, in a minute. */
const BATCHES_OF_REALM = 1200;

/** Relays the spans of pages to the exporter, under the names of the server's own routes. */
@Injectable()
export class BrowserSpans {
  /** The paths of the API's routes, split into segments, by method and number of segments. */
  private readonly routes = new Map<string, string[][]>();

  constructor(private readonly rateLimit: RateLimit) {}

  /** Collects the routes of a server, which become the names of spans. */
  observe(server: FastifyInstance): void {
    server.addHook('onRoute', ({ method, url }) => {
      if (!url.startsWith('/api/')) return;
      const segments = url.split('/');
      for (const one of [method].flat()) {
        const key = keyOf(one, segments);
        this.routes.set(key, [...(this.routes.get(key) ?? []), segments]);
      }
    });
  }

  /** Relays the spans of a user. 404 while the server doesn't trace, 429 for too many batches. */
  receive({ userId, realmId }: Pick<Account, 'userId' | 'realmId'>, spans: readonly BrowserSpanDto[]): void {
    const relay = getSpanRelay();
    if (!relay) throw new ApiError('NOT_FOUND', 'Resource not found');
    this.rateLimit.count('browser spans', `user:${userId}`, BATCHES_OF_USER);
    this.rateLimit.count('browser spans', `realm:${realmId ?? 'none'}`, BATCHES_OF_REALM);
    const now = Date.now();
    for (const { trace_id, span_id, method, path, status, age_ms, duration_ms } of spans) {
      const startedAt = now - age_ms;
      relay({
        traceId: trace_id,
        spanId: span_id,
        method,
        route: this.findRoute(method, path),
        status,
        startedAt,
        endedAt: Math.min(startedAt + duration_ms, now),
      });
    }
  }

  /** The route of a path; `/api/*` for an unknown one, so that no text of a page reaches the collector. */
  private findRoute(method: string, path: string): string {
    const segments = path.split('/');
    const candidates = (this.routes.get(keyOf(method, segments)) ?? []).filter((route) =>
      route.every((part, index) => part.startsWith(':') || part === segments[index]),
    );
    // `/api/tasks/counts` is not a task.
    const [exact] = candidates.sort((a, b) => parametersOf(a) - parametersOf(b));
    return exact?.join('/') ?? '/api/*';
  }
}

const keyOf = (method: string, segments: readonly string[]): string => `${method} ${segments.length}`;
const parametersOf = (route: readonly string[]): number =>
  route.filter((part) => part.startsWith(':')).length;
