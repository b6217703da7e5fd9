import { ApiError } from './api-error';

type PgError = { code?: string; detail?: string; message?: string; constraint?: string; column?: string };

/** The driver's error inside one of TypeORM, or the error itself. */
function driverError(error: unknown): PgError | null {
  if (typeof error !== 'object' || error === null) return null;
  const inner = (error as { driverError?: unknown }).driverError;
  return typeof inner === 'object' && inner !== null ? inner : error;
}

const connectionCodes = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN',
]); // prettier-ignore

/**
 * SQLSTATEs of a database that can't be reached or can't work now. Of class 08 those of connections: 08P01, a protocol
 * violation, is what a statement with the wrong number of parameters gets. 53: its disk, memory or connections are used
 * up. 25P03: it gave up waiting for us within a transaction.
 */
const away = /^(08[0-9]|57P0|53|25P03)/;

/** Whether the error says that the database can't be reached now, rather than that it refused something. */
export function isDatabaseAway(error: unknown): boolean {
  const found = driverError(error);
  if (!found) return false;
  const code = found.code ?? '';
  if (connectionCodes.has(code) || away.test(code)) return true;
  // Errors of Postgres itself have a SQLSTATE; their message may contain a caller's text.
  if (/^[0-9A-Z]{5}$/.test(code)) return false;
  return /connection terminated|timeout exceeded when trying to connect|Query read timeout|Connection ended|not queryable|Client was closed/i.test(
    found.message ?? '',
  );
}

/**
 * Whether running the transaction again may succeed: serialization failure, deadlock, or a parent that was deleted at the
 * same time (migration 18), which its own checks then report.
 */
export const isTransient = (error: unknown): boolean =>
  ['40001', '40P01', 'TS002'].includes(driverError(error)?.code ?? '');

/** The ApiError for a database error; null for other errors and for faults of the server. */
export function toDatabaseError(error: unknown): ApiError | null {
  const found = driverError(error);
  // 28: it doesn't let us in. That is for its operator to mend, and nothing of the caller's.
  if (isDatabaseAway(error) || found?.code?.startsWith('28'))
    return new ApiError('UNAVAILABLE', 'The database is away. Try again.', { retryAfter: 2 });
  switch (found?.code) {
    case 'TS001':
      return new ApiError('LIMIT_REACHED', found.message ?? 'Limit reached', {
        context: jsonDetail(found.detail),
      });
    case 'TS002':
      return new ApiError('CONFLICT', found.message ?? 'It names what was deleted', {
        reason: 'NAMES_DELETED',
        context: { field: found.detail },
      });
    case '23505':
      return new ApiError('CONFLICT', 'This already exists', { reason: 'EXISTS_ALREADY' });
    case '23503':
      return /still referenced/.test(found.detail ?? '')
        ? new ApiError('IN_USE', 'Still in use')
        : new ApiError('BAD_REQUEST', 'It refers to something that does not exist');
    case '23514':
    case '22001':
    case '22003':
    case '22007':
    case '22008':
    case '22P02':
    case '22021':
      return new ApiError('BAD_REQUEST', 'Invalid request');
    case '40001':
    case '40P01':
    case '55P03':
      return new ApiError('CONFLICT', 'Somebody else was changing this. Try again.', {
        reason: 'CHANGED_MEANWHILE',
      });
    case '57014':
      return new ApiError('UNAVAILABLE', 'This took too long. Try again.', { retryAfter: 5 });
    default:
      return null;
  }
}

function jsonDetail(detail: string | undefined): Record<string, unknown> | undefined {
  try {
    return detail ? (JSON.parse(detail) as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
