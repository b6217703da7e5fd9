import type { ErrorReason } from './error-reasons';
import type { FieldError, FieldErrorRule } from './field-error-codes';

/** Codes of the error body and their HTTP status. */
export const errorStatus = {
  BAD_REQUEST: 400,
  VALIDATION: 400,
  UNAUTHORIZED: 401,
  SECOND_FACTOR_REQUIRED: 401,
  REAUTH_REQUIRED: 401,
  FORBIDDEN: 403,
  REALM_SUSPENDED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  NOTHING_HELD: 409,
  LIMIT_REACHED: 409,
  BUDGET_REACHED: 409,
  APPROVAL_NEEDED: 409,
  INVALID_STATE: 409,
  IN_USE: 409,
  LAST_ADMIN: 409,
  PLAN_CHANGED: 409,
  STALE: 412,
  TOO_LARGE: 413,
  IDEMPOTENCY_MISMATCH: 422,
  RATE_LIMIT: 429,
  SERVER_ERROR: 500,
  MODULE_FILE_DAMAGED: 502,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export type ApiErrorOptions = {
  /** The reason, where the code alone is ambiguous. */
  reason?: ErrorReason;
  /** The facts of the code, e.g. `{ limit, used, asked }`. */
  context?: Record<string, unknown>;
  details?: FieldError[];
  status?: number;
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number;
};

/** An error whose code and message are sent to the caller. */
export class ApiError extends Error {
  readonly status: number;
  readonly reason?: ErrorReason;
  readonly context?: Record<string, unknown>;
  readonly details?: FieldError[];
  readonly retryAfter?: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: ApiErrorOptions = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = options.status ?? errorStatus[code];
    this.reason = options.reason;
    this.context = options.context;
    this.details = options.details?.map(({ params = {}, ...detail }) => ({ ...detail, params }));
    this.retryAfter = options.retryAfter;
  }
}

/** 404 for a row that is absent or of another realm: `notFound('Task')`. */
export const notFound = (what: string) => new ApiError('NOT_FOUND', `${what} not found`);

/** 403 for a write in a realm that an administrator has suspended. */
export const realmSuspended = () =>
  new ApiError(
    'REALM_SUSPENDED',
    'This realm is suspended: nothing in it can be changed or started until an administrator activates it',
  );

/** 403 for work that would start in a rehearsal that has ended, or that stops because its realm is suspended. */
export const rehearsalEnded = () =>
  new ApiError('REALM_SUSPENDED', 'This rehearsal has ended: nothing starts in it', {
    reason: 'REHEARSAL_ENDED',
  });

/** 409 for rows of one request that belong to several realms. */
export const differentRealms = () =>
  new ApiError('CONFLICT', 'The rows belong to different realms', { reason: 'DIFFERENT_REALMS' });

/** 403 for a user without a realm. */
export const noRealm = () =>
  new ApiError('FORBIDDEN', 'You have no realm yet. An administrator must give you one.', {
    reason: 'NO_REALM',
  });

/** How many field errors a response names; of the others it gives the number. */
export const MAX_DETAILS = 20;
const MAX_FIELD_LENGTH = 100;
const MAX_MESSAGE_LENGTH = 400;

/** 400 VALIDATION that names the first fields; `total` where there are more errors than are handed over. */
export function invalid(errors: readonly FieldError[], total = errors.length): ApiError {
  const details = errors.slice(0, MAX_DETAILS).map(({ field, message, code, params }) => ({
    field: shorten(field, MAX_FIELD_LENGTH),
    message: shorten(message, MAX_MESSAGE_LENGTH),
    code,
    params: shortParams(params),
  }));
  const rest = total - details.length;
  const messages = details.map(({ message }) => message);
  if (rest > 0) messages.push(`and ${rest.toLocaleString('en')} more`);
  return new ApiError('VALIDATION', messages.join('; ') || 'Invalid request', { details });
}

const shortParams = (params: FieldErrorRule['params'] = {}) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? shorten(value, MAX_MESSAGE_LENGTH) : value,
    ]),
  );

const shorten = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text);

/** 412 with the current row in `context`. */
export const stale = (current: unknown) =>
  new ApiError('STALE', 'This was changed by somebody else in the meantime', { context: { current } });

/** 409 IN_USE with counts by kind, e.g. `{ tasks: 3, holds: 1 }`. */
export const inUse = (by: Record<string, number>) =>
  new ApiError(
    'IN_USE',
    `Still in use by ${Object.entries(by)
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => `${count} ${kind.replaceAll('_', ' ')}`)
      .join(', ')}`,
    { context: { by } },
  );

/** Throws 409 IN_USE when any of the counts is above 0. */
export function rejectInUse(uses: Record<string, number>): void {
  if (Object.values(uses).some((count) => count > 0)) throw inUse(uses);
}
