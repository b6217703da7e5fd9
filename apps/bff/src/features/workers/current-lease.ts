import type { WorkerIdentity } from '../../platform/access/caller';
import type { Tx } from '../../platform/database/transactions';
import { Problem } from '../../platform/errors/problem';
import { lockingSql, type TaskRow } from '../tasks/task-rows';

const CURRENT = lockingSql(`t.lease_id = $1 AND t.lease_expires_at > now()
  AND EXISTS (SELECT FROM workers w WHERE w.id = t.leased_by AND w.token_id = $2)`);

/** The fence: locks the task that the lease is current for, on the database clock and for this worker's token. */
export async function findLeased(
  tx: Tx,
  worker: WorkerIdentity,
  leaseId: string,
): Promise<TaskRow | undefined> {
  const [row] = await tx.repeat<TaskRow>(CURRENT, [leaseId, worker.tokenId]);
  return row;
}

/** As `findLeased`; 409 CONFLICT when the lease is no longer current. */
export async function lockLeased(tx: Tx, worker: WorkerIdentity, leaseId: string): Promise<TaskRow> {
  const row = await findLeased(tx, worker, leaseId);
  if (!row) throw leaseLost();
  return row;
}

/** What a worker hears whose lease ended: somebody else may have the task. */
export const leaseLost = () =>
  new Problem('CONFLICT', 'This lease is no longer current', { context: { reason: 'LEASE_LOST' } });
