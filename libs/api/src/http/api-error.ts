import type { FailedCall } from './failed-call';

/** One refused field. */
export interface FieldError {
  field: string;
  message: string;
}

/** The error body of the server; every part may be missing when something else answered. */
interface ErrorBody {
  message?: unknown;
  error?: unknown;
  code?: unknown;
  reason?: unknown;
  details?: unknown;
  context?: unknown;
  request_id?: unknown;
}

/** What an answer says beside its code. */
interface ApiErrorFacts extends ErrorOptions {
  /** Why, where the code leaves it open. */
  reason?: string;
  details?: readonly FieldError[];
  /** The code's context, e.g. `{ limit, used, asked }` of LIMIT_REACHED. */
  context?: Readonly<Record<string, unknown>>;
  requestId?: string | null;
  /** Whole seconds the server asks to wait (`Retry-After`). */
  retryAfter?: number | null;
  /** The call that failed, where the server sent no message. */
  failed?: FailedCall | null;
  /** Whether the message is in the reader's language: a page's own rather than the server's English. */
  isWorded?: boolean;
}

/** A failed call, with the server's message or, without one, the catalogue's. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly reason: string | undefined;
  readonly details: readonly FieldError[];
  readonly context: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  readonly retryAfter: number | null;
  readonly failed: FailedCall | null;
  readonly isWorded: boolean;
  /** When another try may be made: epoch milliseconds of this device; null when the server asks for no wait. */
  readonly retryAt: number | null;

  constructor(
    message: string,
    /** A code of the server's, or of a failure that it didn't see. */
    readonly code: string,
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    {
      reason,
      details = [],
      context = {},
      requestId = null,
      retryAfter = null,
      failed = null,
      isWorded = false,
      ...options
    }: ApiErrorFacts = {},
  ) {
    super(message, options);
    this.reason = reason;
    this.details = details;
    this.context = context;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.failed = failed;
    this.isWorded = isWorded;
    this.retryAt = retryAfter === null ? null : Date.now() + retryAfter * 1000;
  }

  /** The refusal of a field, if there is one. */
  of(field: string): string | undefined {
    return this.details.find((detail) => detail.field === field)?.message;
  }
}

/** The error catalogue, by status. */
const catalogue: Readonly<Record<number, readonly [message: string, code: string]>> = {
  400: ['Invalid request', 'BAD_REQUEST'],
  401: ['Unauthorized', 'UNAUTHORIZED'],
  403: ['Forbidden', 'FORBIDDEN'],
  404: ['Resource not found', 'NOT_FOUND'],
  429: ['Too many requests', 'RATE_LIMIT'],
  500: ['Internal server error', 'SERVER_ERROR'],
};
const unknown = ['An unexpected error occurred', 'UNKNOWN_ERROR'] as const;

/**
 * The error of a failed answer: the server's message and code take precedence over the catalogue's. `call`: what was
 * tried, to be named where the server sent no message.
 */
export function errorOfResponse(response: Response, body: unknown, call?: FailedCall): ApiError {
  const fields: ErrorBody = typeof body === 'object' && body !== null ? body : {};
  const [message, code] = catalogue[response.status] ?? unknown;
  const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
  const ownMessage = text(fields.message) ?? text(fields.error);
  return new ApiError(ownMessage ?? message, text(fields.code) ?? code, response.status, {
    reason: text(fields.reason),
    details: Array.isArray(fields.details) ? (fields.details as FieldError[]) : [],
    context:
      typeof fields.context === 'object' && fields.context !== null
        ? (fields.context as Record<string, unknown>)
        : {},
    requestId: text(fields.request_id) ?? response.headers.get('x-request-id'),
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
    failed: ownMessage === undefined ? (call ?? null) : null,
  });
}

/** The error of a request that got no answer. */
export const networkError = (cause: unknown): ApiError =>
  new ApiError('Network error. Please check your connection.', 'NETWORK_ERROR', 0, { cause });

/** Turns what was thrown into an ApiError; anything else is a fault of the console, whose message means nothing to users. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const [message, code] = unknown;
  return new ApiError(message, code, 0, { cause: thrown });
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length > 0 ? value : undefined;
