import { Injectable } from '@nestjs/common';
import type { Tx } from '../platform/database/transactions';
import {
  type Blocker,
  findBlockers,
  gateColumns,
  gateJoins,
  isPausedByGateSql,
  isStoppedByGateSql,
  type TaskGates,
} from '../work';
import type { LeaseCommand, RunningLeaseDto } from './protocol.dto';

/** The command that a leased task has now; null: it continues. */
interface PendingCommand {
  lease_id: string;
  command: 'stop' | 'pause' | null;
  resumed: boolean;
  at: Date;
}

/** The last command that a worker has acknowledged for a lease, by its present name or its former one. */
const acknowledgedCommand = ({ acknowledged_command, heeded }: RunningLeaseDto) =>
  (acknowledged_command === undefined ? heeded : acknowledged_command) ?? null;

/** SQL condition: a pause of the task's realm has just ended. */
const wasRealmResumedSql = `EXISTS (SELECT FROM pauses z WHERE z.ended_at > now() - interval '2 minutes'
  AND (z.realm_id IS NULL OR z.realm_id IN (r.id, r.parent_realm_id)))`;

/** Reads the commands that workers have to carry out. */
@Injectable()
export class PendingCommandsRepository {
  /**
   * The commands for current leases of this token. A closed gate is a stop too: the worker releases the task, which waits in
   * the queue until the gate opens. A paused realm is a pause, whose end is sent for two minutes: a lease that lives has a
   * heartbeat in them.
   */
  private readPendingCommands(
    tx: Tx,
    tokenId: number,
    leaseIds: readonly string[],
  ): Promise<PendingCommand[]> {
    return tx.query<PendingCommand>(
      `SELECT t.lease_id, t.updated_at AS at, coalesce(t.command = 'resume', false) OR ${wasRealmResumedSql} AS resumed,
         CASE WHEN t.status = 'stopping' OR ${isStoppedByGateSql} THEN 'stop' WHEN t.paused OR ${isPausedByGateSql} THEN 'pause' END AS command
       FROM tasks t ${gateJoins} JOIN workers w ON w.id = t.leased_by AND w.token_id = $1
       WHERE t.lease_id::text = ANY ($2::text[]) AND t.lease_expires_at > now() AND t.deleted_at IS NULL
       ORDER BY t.id`,
      [tokenId, leaseIds],
    );
  }

  /** The commands in a heartbeat's response. A resume is repeated, because the pause may have been sent another way. */
  async findHeartbeatCommands(tx: Tx, tokenId: number, leaseId: string): Promise<LeaseCommand[]> {
    const pending = await this.readPendingCommands(tx, tokenId, [leaseId]);
    return pending.flatMap(({ lease_id, command, resumed, at }) => {
      const sent = command ?? (resumed ? 'resume' : null);
      return sent ? [{ lease_id, command: sent, at: at.toISOString() }] : [];
    });
  }

  /** The commands that a worker has not acknowledged yet for the leases it runs. A stop can't be undone. */
  async findUnacknowledgedCommands(
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
    const pending = await this.readPendingCommands(tx, tokenId, [...acknowledged.keys()]);
    return pending
      .filter(({ lease_id, command }) => command !== acknowledged.get(lease_id))
      .map(({ lease_id, command, at }) => ({ lease_id, command: command ?? 'resume', at: at.toISOString() }));
  }

  /** The gates that block a task's work now. */
  async readBlockers(tx: Tx, taskId: number): Promise<Blocker[]> {
    const rows = await tx.query<TaskGates>(
      `SELECT ${gateColumns} FROM tasks t ${gateJoins} WHERE t.id = $1`,
      [taskId],
    );
    return rows.flatMap((gates) => findBlockers({ ...gates, target_covered: false }));
  }
}
