import type { TaskFacts, TaskStatus } from '@tessera/domain';
import { KEPT_DAYS } from '../../../platform/database/restore';
import type { Tx } from '../../../platform/database/transactions';
import type { TaskReason } from './task-reasons';

/** What the engine reads and writes of a task. */
export interface TaskRow {
  id: number;
  realm_id: number;
  job_id: number | null;
  login_id: number;
  site_id: number;
  event_id: number;
  mode: 'hold' | 'buy';
  status: TaskStatus;
  paused: boolean;
  status_message: string | null;
  status_reason: TaskReason | null;
  command: string | null;
  command_message: string | null;
  boss_job_id: string | null;
  order_key: string;
  lease_id: string | null;
  leased_by: number | null;
  retry_count: number;
  max_retries: number;
  requeued_after_lapse: boolean;
  /** Finished, and whether its order was paid is to be asked of the site. */
  payment_check: boolean;
  scheduled_at: Date | null;
  next_attempt_at: Date | null;
  /** Whether `scheduled_at` is ahead on the database clock. */
  ahead: boolean;
}

const columns = `t.id, t.realm_id, t.job_id, t.login_id, t.site_id, t.event_id, t.mode, t.status, t.paused,
  t.status_message, t.status_reason, t.command, t.command_message, t.boss_job_id, t.order_key, t.lease_id, t.leased_by,
  t.retry_count, t.max_retries, t.requeued_after_lapse, t.payment_check,
  t.scheduled_at, t.next_attempt_at, coalesce(t.scheduled_at > now(), false) AS ahead`;

/** SQL that reads tasks (alias `t`) by a condition and locks them. */
export const lockTasksSql = (where: string): string =>
  `SELECT ${columns} FROM tasks t WHERE t.deleted_at IS NULL AND (${where}) ORDER BY t.id FOR UPDATE OF t`;

/**
 * Reads tasks (alias `t`) by a condition and locks them, in the order of their ids, so that two who lock
 * several never wait for each other.
 */
export const lockTasks = (tx: Tx, where: string, params: unknown[]): Promise<TaskRow[]> =>
  tx.query<TaskRow>(lockTasksSql(where), params);

/** A login and an event: one purchase ends every task of both. */
export interface Buyer {
  login_id: number;
  event_id: number;
}

/**
 * Locks tasks by id together with all other tasks of the buyers, since a purchase ends those too. In one statement, so
 * that two purchases of one login never wait for each other.
 */
export const lockTasksOfBuyers = (
  tx: Tx,
  ids: readonly number[],
  buyers: readonly Buyer[],
): Promise<TaskRow[]> =>
  lockTasks(
    tx,
    `t.id IN (SELECT unnest($1::int[]) UNION
       SELECT o.id FROM unnest($2::int[], $3::int[]) AS b (login_id, event_id)
       JOIN tasks o ON o.login_id = b.login_id AND o.event_id = b.event_id AND o.status <> 'bought')`,
    [ids, buyers.map(({ login_id }) => login_id), buyers.map(({ event_id }) => event_id)],
  );

/** Reads tasks in the order of their ids; `deleted`: those whose deletion can be undone instead. */
export function readTaskRows(
  tx: Tx,
  ids: readonly number[],
  { lock, deleted }: { lock: boolean; deleted: boolean },
): Promise<TaskRow[]> {
  const there = deleted ? `t.deleted_at > now() - interval '${KEPT_DAYS} days'` : 't.deleted_at IS NULL';
  return tx.query<TaskRow>(
    `SELECT ${columns} FROM tasks t WHERE ${there} AND t.id = ANY ($1::int[])
     ORDER BY t.id ${lock ? 'FOR UPDATE OF t' : ''}`,
    [ids],
  );
}

/** As `lockTasks`, leaving those that somebody else is changing now, at most `limit`. */
export function claimTasks(tx: Tx, where: string, params: unknown[], limit: number): Promise<TaskRow[]> {
  return tx.query<TaskRow>(
    `SELECT ${columns} FROM tasks t WHERE t.deleted_at IS NULL AND (${where})
     ORDER BY t.id LIMIT ${limit} FOR UPDATE OF t SKIP LOCKED`,
    params,
  );
}

/** What the state machine decides by. */
export const toTaskFacts = (row: TaskRow): TaskFacts => ({
  status: row.status,
  paused: row.paused,
  leased: row.lease_id !== null,
  retry_count: row.retry_count,
  max_retries: row.max_retries,
  requeued: row.requeued_after_lapse,
});
