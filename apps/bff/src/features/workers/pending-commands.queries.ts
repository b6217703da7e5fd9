import type { Tx } from '../../platform/database/transactions';
import {
  type Blocker,
  findBlockers,
  gateColumns,
  isStoppedByGateSql,
  gateJoins,
  type TaskGates,
} from '../tasks';
import type { LeaseCommand, RunningLeaseDto } from './protocol.dto';

/** What people wish of a leased task now; null: that it goes on. */
interface PendingCommand {
  lease_id: string;
  wish: 'stop' | 'pause' | null;
  resumed: boolean;
  at: Date;
}

/**
 * The wishes about leases that are current for this token. A switch that has been turned off is a stop as well: the
 * worker lets the task go, and it waits in the queue until the switch is on again.
 */
const readPendingCommands = (
  tx: Tx,
  tokenId: number,
  leaseIds: readonly string[],
): Promise<PendingCommand[]> =>
  tx.query<PendingCommand>(
    `SELECT t.lease_id, t.updated_at AS at, coalesce(t.command = 'resume', false) AS resumed,
       CASE WHEN t.status = 'stopping' OR ${isStoppedByGateSql} THEN 'stop' WHEN t.paused THEN 'pause' END AS wish
     FROM tasks t ${gateJoins} JOIN workers w ON w.id = t.leased_by AND w.token_id = $1
     WHERE t.lease_id::text = ANY ($2::text[]) AND t.lease_expires_at > now() AND t.deleted_at IS NULL
     ORDER BY t.id`,
    [tokenId, leaseIds],
  );

/** The commands of a heartbeat: what holds now; a resume is told again, for the pause may have been told elsewhere. */
export async function heartbeatCommands(tx: Tx, tokenId: number, leaseId: string): Promise<LeaseCommand[]> {
  const wishes = await readPendingCommands(tx, tokenId, [leaseId]);
  return wishes.flatMap(({ lease_id, wish, resumed, at }) => {
    const command = wish ?? (resumed ? 'resume' : null);
    return command ? [{ lease_id, command, at: at.toISOString() }] : [];
  });
}

/** The last command that a worker has acknowledged for a lease, by its present name or its former one. */
const acknowledgedCommand = ({ acknowledged_command, heeded }: RunningLeaseDto) =>
  (acknowledged_command === undefined ? heeded : acknowledged_command) ?? null;

/** The commands that a worker has not acknowledged yet for the leases it runs. A stop can't be undone. */
export async function unacknowledgedCommands(
  tx: Tx,
  tokenId: number,
  running: readonly RunningLeaseDto[],
): Promise<LeaseCommand[]> {
  const acknowledged = new Map(
    running
      .map((lease) => [lease.lease_id, acknowledgedCommand(lease)] as const)
      .filter(([, command]) => command !== 'stop')
      .map(([leaseId, command]) => [leaseId, command === 'pause' ? 'pause' : null] as const),
  );
  if (acknowledged.size === 0) return [];
  const wishes = await readPendingCommands(tx, tokenId, [...acknowledged.keys()]);
  return wishes
    .filter(({ lease_id, wish }) => wish !== acknowledged.get(lease_id))
    .map(({ lease_id, wish, at }) => ({ lease_id, command: wish ?? 'resume', at: at.toISOString() }));
}

/** The switches that forbid a task's work now. */
export async function readBlockers(tx: Tx, taskId: number): Promise<Blocker[]> {
  const rows = await tx.query<TaskGates>(`SELECT ${gateColumns} FROM tasks t ${gateJoins} WHERE t.id = $1`, [
    taskId,
  ]);
  return rows.flatMap((switches) => findBlockers({ ...switches, target_covered: false }));
}
