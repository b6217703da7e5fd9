import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { ApiError } from './api-error';

type PgError = {
  code?: string;
  /** What the operating system was asked for, of its errors. */
  syscall?: string;
  severity?: string;
  detail?: string;
  message?: string;
  constraint?: string;
  column?: string;
};

/** The driver's error inside one of TypeORM, or the error itself. */
function driverError(error: unknown): PgError | null {
  if (typeof error !== 'object' || error === null) return null;
  const inner = (error as { driverError?: unknown }).driverError;
  return typeof inner === 'object' && inner !== null ? inner : error;
}

/** The SQLSTATE of a database error, or the driver's code; '' without one. */
export const sqlStateOf = (error: unknown): string => driverError(error)?.code ?? '';

const connectionCodes = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN',
]); // prettier-ignore

/**
 * SQLSTATEs of a database that is temporarily unavailable. 08 without 08P01, which also results from a wrong number of
 * parameters: the connection failed. 53: no disk space, memory or connections left. 25P03: a transaction was idle for
 * too long. 25006: the primary has become a standby.
 */
const unavailableStates = /^(08[0-9]|57P0|53|25P03|25006)/;

/** TypeORM releases the runner of a lost connection at once; `Transactions` releases it only after its work. */
const isOfReleasedRunner = (error: unknown): boolean =>
  error instanceof QueryRunnerAlreadyReleasedError ||
  error instanceof QueryRunnerProviderAlreadyReleasedError;

/** Whether the database was unavailable, as opposed to having rejected a statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const found = driverError(error);
  if (!found) return false;
  if (isOfReleasedRunner(found)) return true;
  const code = found.code ?? '';
  // A socket that isn't there, as opposed to a file.
  if (code === 'ENOENT') return found.syscall === 'connect';
  if (connectionCodes.has(code) || unavailableStates.test(code)) return true;
  // PgBouncer's code for a database that it can't reach, and for a client that waited too long for a connection.
  if (code === '08P01' && found.severity === 'FATAL') return true;
  // Errors of Postgres itself have a SQLSTATE; their message may contain a caller's text.
  if (/^[0-9A-Z]{5}$/.test(code)) return false;
  return /connection terminated|timeout exceeded when trying to connect|Query read timeout|Connection ended|not queryable|Client was closed/i.test(
    found.message ?? '',
  );
}

/** Whether no connection of the server's own pool became free in time: the database may well be there. */
const isPoolExhausted = (error: unknown): boolean =>
  driverError(error)?.message === 'timeout exceeded when trying to connect';

/** Why the database failed a transaction: reasons that an operator can act on. */
export type DatabaseFailure = 'unavailable' | 'disk_full' | 'no_resources' | 'timeout' | 'conflict';

/** The kind of a database's failure; null for errors that a statement caused. */
export function databaseFailureOf(error: unknown): DatabaseFailure | null {
  const code = sqlStateOf(error);
  if (code === '53100') return 'disk_full';
  if (code.startsWith('53')) return 'no_resources';
  if (code === '57014' || code === '25P03') return 'timeout';
  if (isTransient(error)) return 'conflict';
  return isDatabaseUnavailable(error) ? 'unavailable' : null;
}

/**
 * Whether running the transaction again may succeed: serialization failure, deadlock, or a parent that was deleted at the
 * same time (`refuse_deleted_parents`), which its own checks then report.
 */
export const isTransient = (error: unknown): boolean =>
  ['40001', '40P01', 'TS002'].includes(sqlStateOf(error));

/** The ApiError for a database error; null for other errors and for bugs of the server. */
export function toDatabaseError(error: unknown): ApiError | null {
  const found = driverError(error);
  if (isPoolExhausted(error))
    return new ApiError('UNAVAILABLE', 'The server is busy. Try again.', { retryAfter: 2 });
  // 28: the server's own password is rejected, which only the operator can fix.
  if (isDatabaseUnavailable(error) || found?.code?.startsWith('28'))
    return new ApiError('UNAVAILABLE', 'The database is unavailable. Try again.', { retryAfter: 2 });
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
    case 'TS003':
      return new ApiError('FORBIDDEN', found.message ?? 'This is closed within a rehearsal', {
        reason: 'CLOSED_IN_REHEARSALS',
        context: { field: found.detail },
      });
    case 'TS004':
      return new ApiError('CONFLICT', found.message ?? 'The site has this event', {
        reason: 'EVENT_EXISTS',
        context: jsonDetail(found.detail),
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
