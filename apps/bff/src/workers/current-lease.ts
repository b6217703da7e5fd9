import { ApiError } from '../platform/errors/api-error';

/**
 * SQL condition (tasks as `t`), the fence of every report: the lease is current by the database's clock, and belongs to a
 * worker with the token.
 */
export const currentLeaseSql = (lease: string, token: string): string => `t.lease_id = ${lease}
  AND t.lease_expires_at > now() AND t.deleted_at IS NULL
  AND EXISTS (SELECT FROM workers w WHERE w.id = t.leased_by AND w.token_id = ${token})`;

/** 409 for a worker whose lease has ended: another worker may have the task. */
export const leaseLostError = () =>
  new ApiError('CONFLICT', 'This lease is no longer current', { context: { reason: 'LEASE_LOST' } });
