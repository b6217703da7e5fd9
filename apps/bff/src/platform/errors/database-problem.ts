import { Problem } from './problem';

type PgError = { code?: string; detail?: string; message?: string; constraint?: string; column?: string };

/** Postgres or TypeORM errors carry the driver's own beneath. */
function driverError(error: unknown): PgError | null {
  if (typeof error !== 'object' || error === null) return null;
  const inner = (error as { driverError?: unknown }).driverError;
  return (typeof inner === 'object' && inner !== null ? inner : error) as PgError;
}

const connectionCodes = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN',
]); // prettier-ignore

/** Whether the error says that the database can't be reached now, rather than that it refused something. */
export function isDatabaseAway(error: unknown): boolean {
  const found = driverError(error);
  if (!found) return false;
  const code = found.code ?? '';
  if (connectionCodes.has(code) || /^(08|57P0|53300)/.test(code)) return true;
  return /connection terminated|timeout exceeded when trying to connect|Connection ended|not queryable|Client was closed/i.test(
    found.message ?? '',
  );
}

/** Whether a transaction may simply be run again: serialization failure or deadlock. */
export const isTransient = (error: unknown): boolean =>
  ['40001', '40P01'].includes(driverError(error)?.code ?? '');

/** What the caller is told about a database error; null when it is none or is the server's own fault. */
export function databaseProblem(error: unknown): Problem | null {
  if (isDatabaseAway(error))
    return new Problem('UNAVAILABLE', 'The database is away. Try again.', { retryAfter: 2 });
  const found = driverError(error);
  switch (found?.code) {
    case 'TS001':
      return new Problem('LIMIT_REACHED', found.message ?? 'Limit reached', {
        context: jsonDetail(found.detail),
      });
    case '23505':
      return new Problem('CONFLICT', 'This already exists');
    case '23503':
      return /still referenced/.test(found.detail ?? '')
        ? new Problem('IN_USE', 'Still in use')
        : new Problem('BAD_REQUEST', 'It refers to something that does not exist');
    case '23514':
    case '22001':
    case '22003':
    case '22007':
    case '22008':
    case '22P02':
    case '22021':
      return new Problem('BAD_REQUEST', 'Invalid request');
    case '40001':
    case '40P01':
    case '55P03':
      return new Problem('CONFLICT', 'Somebody else was changing this. Try again.');
    case '57014':
      return new Problem('UNAVAILABLE', 'This took too long. Try again.', { retryAfter: 5 });
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
