import type { PaymentState, TaskFacts, TaskStatus } from '@tessera/domain';
import type { TaskMode } from '../task.entity';
import type { TaskReason } from './task-reasons';

/** The columns of a task that transitions read and write. */
export interface TaskRow {
  id: number;
  realm_id: number;
  job_id: number | null;
  login_id: number;
  site_id: number;
  event_id: number;
  mode: TaskMode;
  status: TaskStatus;
  paused: boolean;
  status_message: string | null;
  status_reason: TaskReason | null;
  command: string | null;
  command_message: string | null;
  order_key: string;
  lease_id: string | null;
  leased_by: number | null;
  retry_count: number;
  max_retries: number;
  requeued_after_lapse: boolean;
  /** Finished, and it must be checked at the site whether its order was paid. */
  payment_check: boolean;
  payment_state: PaymentState | null;
  scheduled_at: Date | null;
  next_attempt_at: Date | null;
  /** Whether `scheduled_at` is in the future by the database clock. */
  ahead: boolean;
}

/** SQL of a `TaskRow` (table alias `t`). */
export const taskRowColumns = `t.id, t.realm_id, t.job_id, t.login_id, t.site_id, t.event_id, t.mode, t.status, t.paused,
  t.status_message, t.status_reason, t.command, t.command_message, t.order_key, t.lease_id, t.leased_by,
  t.retry_count, t.max_retries, t.requeued_after_lapse, t.payment_check, t.payment_state,
  t.scheduled_at, t.next_attempt_at, coalesce(t.scheduled_at > now(), false) AS ahead`;

/** SQL that reads and locks the tasks (alias `t`) that meet a condition, in the order of their ids. */
export const lockTasksSql = (where: string): string =>
  `SELECT ${taskRowColumns} FROM tasks t WHERE t.deleted_at IS NULL AND (${where}) ORDER BY t.id FOR UPDATE OF t`;

/** A login and an event. A purchase ends all tasks of the login for the event. */
export interface Buyer {
  login_id: number;
  event_id: number;
}

/** Names a buyer, for maps and sets. */
export const buyerKey = ({ login_id, event_id }: Buyer): string => `${login_id} ${event_id}`;

/** The part of a row that the state machine decides by. */
export const toTaskFacts = (row: TaskRow): TaskFacts => ({
  status: row.status,
  paused: row.paused,
  leased: row.lease_id !== null,
  retry_count: row.retry_count,
  max_retries: row.max_retries,
  requeued: row.requeued_after_lapse,
});
