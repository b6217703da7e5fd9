import type { WorkerIdentity } from '../../platform/access/caller';
import type { Tx } from '../../platform/database/transactions';
import { Problem } from '../../platform/errors/problem';
import { type Buyer, lockTasksSql, lockTasksOfBuyers, type TaskRow } from '../tasks';

/** The fence in SQL (tasks as `t`): the lease is current on the database clock, and of a worker with the token. */
export const currentLeaseSql = (lease: string, token: string): string => `t.lease_id = ${lease}
  AND t.lease_expires_at > now() AND t.deleted_at IS NULL
  AND EXISTS (SELECT FROM workers w WHERE w.id = t.leased_by AND w.token_id = ${token})`;

const CURRENT = lockTasksSql(currentLeaseSql('$1', '$2'));

/** Locks the task that the lease is current for. */
export async function lockLeasedTask(
  tx: Tx,
  worker: WorkerIdentity,
  leaseId: string,
): Promise<TaskRow | undefined> {
  const [row] = await tx.queryPrepared<TaskRow>(CURRENT, [leaseId, worker.tokenId]);
  return row;
}

/** Locks the task that the lease is current for, with all other tasks that a purchase under it ends. */
export async function lockLeasedTaskAndBuyer(
  tx: Tx,
  worker: WorkerIdentity,
  leaseId: string,
): Promise<{ row: TaskRow | undefined; tasks: TaskRow[] }> {
  const [named] = await tx.query<Buyer & { id: number }>(
    `SELECT t.id, t.login_id, t.event_id FROM tasks t WHERE ${currentLeaseSql('$1', '$2')}`,
    [leaseId, worker.tokenId],
  );
  if (!named) return { row: undefined, tasks: [] };
  const tasks = await lockTasksOfBuyers(tx, [named.id], [named]);
  // Looked at once more now that it can't change: it may have lost the lease while this waited.
  return { row: await lockLeasedTask(tx, worker, leaseId), tasks };
}

/** As `findLeased`; 409 CONFLICT when the lease is no longer current. */
export async function requireLeasedTask(tx: Tx, worker: WorkerIdentity, leaseId: string): Promise<TaskRow> {
  const row = await lockLeasedTask(tx, worker, leaseId);
  if (!row) throw leaseLostError();
  return row;
}

/** What a worker hears whose lease ended: somebody else may have the task. */
export const leaseLostError = () =>
  new Problem('CONFLICT', 'This lease is no longer current', { context: { reason: 'LEASE_LOST' } });
