import type { FailedCall } from './failed-call';

/** One refused field. */
export interface FieldError {
  field: string;
  message: string;
}

/** The server's error body. Every field may be missing, for instance when a proxy responded. */
interface ErrorBody {
  message?: unknown;
  error?: unknown;
  code?: unknown;
  reason?: unknown;
  details?: unknown;
  context?: unknown;
  request_id?: unknown;
}

/** Optional parts of an ApiError. */
interface ApiErrorOptions extends ErrorOptions {
  /** The reason, where a code has several. */
  reason?: string;
  details?: readonly FieldError[];
  /** The code's context, e.g. `{ limit, used, asked }` of LIMIT_REACHED. */
  context?: Readonly<Record<string, unknown>>;
  requestId?: string | null;
  /** Whole seconds to wait before a retry (`Retry-After`). */
  retryAfter?: number | null;
  /** The failed call, where the server sent no message. */
  failed?: FailedCall | null;
  /** Whether the message is localized: written by a page rather than by the server, whose messages are English. */
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
  /** When a retry may be sent, epoch milliseconds of this device; null when the server requires no wait. */
  readonly retryAt: number | null;

  constructor(
    message: string,
    /** A code of the server, or of a failure before a response. */
    readonly code: string,
    /** HTTP status; 0 without a response. */
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
    }: ApiErrorOptions = {},
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

  /** The error message of a field, if it has one. */
  of(field: string): string | undefined {
    return this.details.find((detail) => detail.field === field)?.message;
  }
}

/** Default message and code by status. */
const catalogue: Readonly<Record<number, readonly [message: string, code: string]>> = {
  400: ['Invalid request', 'BAD_REQUEST'],
  401: ['Unauthorized', 'UNAUTHORIZED'],
  403: ['Forbidden', 'FORBIDDEN'],
  404: ['Resource not found', 'NOT_FOUND'],
  429: ['Too many requests', 'RATE_LIMIT'],
  500: ['Internal server error', 'SERVER_ERROR'],
};
const unknownError = ['An unexpected error occurred', 'UNKNOWN_ERROR'] as const;

/**
 * Creates the error of a failed response. The server's message and code take precedence over the defaults; `call` names
 * the failed call where the server sent no message.
 */
export function errorOfResponse(response: Response, body: unknown, call?: FailedCall): ApiError {
  const fields: ErrorBody = typeof body === 'object' && body !== null ? body : {};
  const [message, code] = catalogue[response.status] ?? unknownError;
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

/** Creates the error of a request without a response. */
export const networkError = (cause: unknown): ApiError =>
  new ApiError('Network error. Please check your connection.', 'NETWORK_ERROR', 0, { cause });

/** Converts a thrown value to an ApiError. Any other error is a bug of the console, whose message users can't act on. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const [message, code] = unknownError;
  return new ApiError(message, code, 0, { cause: thrown });
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length > 0 ? value : undefined;
