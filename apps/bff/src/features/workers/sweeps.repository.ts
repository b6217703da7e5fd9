import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { gateJoins, isLeasableSql } from '../tasks';

/** First key of the sweeps' advisory locks; no other lock uses this number. */
const SWEEP_LOCK = 7_355_610;

/** A hold that has lapsed. */
interface LapsedHold {
  id: number;
  realm_id: number;
}

/** Reads and writes what the sweeps act on. */
@Injectable()
export class SweepsRepository {
  /** Locks a sweep until the transaction ends; false while another transaction has it. */
  async tryLock(tx: Tx, slot: number): Promise<boolean> {
    const [lock] = await tx.query<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1, $2) AS locked', [
      SWEEP_LOCK,
      slot,
    ]);
    return lock?.locked ?? false;
  }

  /** Tasks that have a lapsed hold. */
  async findTasksWithLapsedHolds(tx: Tx, limit: number): Promise<number[]> {
    const rows = await tx.query<{ task_id: number }>(
      `SELECT DISTINCT h.task_id FROM holds h JOIN tasks t ON t.realm_id = h.realm_id AND t.id = h.task_id
       WHERE h.status = 'held' AND h.expires_at <= now() AND t.deleted_at IS NULL
       ORDER BY h.task_id LIMIT ${limit}`,
    );
    return rows.map(({ task_id }) => task_id);
  }

  /** Expires lapsed holds whose task was deleted, and returns them. */
  expireOrphanedHolds(tx: Tx): Promise<LapsedHold[]> {
    return tx.query<LapsedHold>(
      `UPDATE holds h SET status = 'expired' WHERE h.status = 'held' AND h.expires_at <= now()
         AND NOT EXISTS (SELECT FROM tasks t WHERE t.realm_id = h.realm_id AND t.id = h.task_id AND t.deleted_at IS NULL)
       RETURNING h.id, h.realm_id`,
    );
  }

  /** The lapsed holds of tasks that the caller has locked. */
  lockLapsedHolds(tx: Tx, taskIds: readonly number[]): Promise<LapsedHold[]> {
    return tx.query<LapsedHold>(
      `SELECT id, realm_id FROM holds WHERE task_id = ANY ($1::int[]) AND status = 'held' AND expires_at <= now() ORDER BY id FOR UPDATE`,
      [taskIds],
    );
  }

  /** Tasks that should be in the queue and aren't: parked ones that no gate blocks any more. */
  async findParkedTasks(tx: Tx, limit: number): Promise<number[]> {
    const rows = await tx.query<{ id: number }>(
      `SELECT t.id FROM tasks t ${gateJoins}
       WHERE t.deleted_at IS NULL AND t.lease_id IS NULL AND NOT t.paused
         AND (t.status IN ('queued', 'scheduled')
           OR (t.status = 'carted' AND t.mode = 'buy' AND EXISTS (SELECT FROM holds p WHERE p.realm_id = t.realm_id
                 AND p.task_id = t.id AND p.status = 'held' AND p.expires_at > now())))
         AND t.ready_at IS NULL
         AND (t.status = 'carted' OR (t.status = 'scheduled' AND t.scheduled_at > now()) OR (${isLeasableSql}))
       ORDER BY t.id LIMIT ${limit}`,
    );
    return rows.map(({ id }) => id);
  }

  /** Expires queue links whose token has expired, except those that were entered. */
  async expireQueueLinks(tx: Tx): Promise<void> {
    await tx.execute(
      `UPDATE queue_links SET status = 'expired', position = NULL
       WHERE deleted_at IS NULL AND status IN ('prequeue', 'waiting', 'your_turn') AND enqueue_token_expires <= now()`,
    );
  }
}
