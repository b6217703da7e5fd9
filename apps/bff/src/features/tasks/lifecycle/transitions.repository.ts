import { isUnfinished, type TaskStatus } from '@tessera/domain';
import { KEPT_DAYS } from '../../../platform/database/restore';
import type { Tx } from '../../../platform/database/transactions';
import type { TaskEventKind } from '../tasks.dto';
import { messageColumns, type TaskMessage, type TaskReason } from './task-reasons';

/** Seconds a lease lasts without a heartbeat. */
export const LEASE_SECONDS = 30;

/** What a worker says of its task's order: that it has not paid under this lease, or that what it paid is recorded. */
export type OrderReport = 'unpaid' | 'recorded';

/** A task's columns after a transition. */
export interface SavedTask {
  id: number;
  status: TaskStatus;
  paused: boolean;
  retry_count: number;
  requeued_after_lapse: boolean;
  status_message: string | null;
  status_reason: TaskReason | null;
  command: string | null;
  command_message: string | null;
  boss_job_id: string | null;
  /** Null leaves it. */
  queue_name: string | null;
  lease_id: string | null;
  leased_by: number | null;
  /** Null leaves it. */
  worker_index: number | null;
  new_lease: boolean;
  lease_ended: boolean;
  /** Seconds until the next try; 0: none waits. */
  delay_s: number;
  /** A wait before the next try that has begun goes on. */
  keeps_delay: boolean;
  /** What the worker says of the order as its lease ends; null: nothing. */
  order: OrderReport | null;
}

/** Rows of task_events out of the events and the actor's kind, id and name, as parameters from `$first` on. */
const insertEvents = (first: number): string =>
  `INSERT INTO task_events (realm_id, task_id, actor_kind, actor_id, who, what, from_status, to_status, message, reason)
   SELECT e.realm_id, e.task_id, $${first + 1}, $${first + 2}, left($${first + 3}, 320), e.what, e."from", e."to",
     left(e.message, 2000), e.reason
   FROM jsonb_to_recordset($${first}::jsonb)
     AS e(realm_id int, task_id int, what text, "from" text, "to" text, message text, reason jsonb)`;

const eventParams = (tx: Tx, events: readonly TaskEventRow[]): unknown[] => {
  const { kind, userId, label } = tx.scope.actor;
  const rows = events.map((event) => ({ ...event, ...messageColumns(event.message) }));
  return [JSON.stringify(rows), kind, userId, label];
};

/**
 * Writes transitions and the timelines' lines of them in one statement; times are the database's. `run_duration` adds up
 * the seconds under lease. A buy task's payment is possible from its lease on, and unknown when the lease ends without a
 * word about it; a later worker's "unpaid" says nothing about an earlier one that was lost.
 */
export async function saveTasks(
  tx: Tx,
  tasks: readonly SavedTask[],
  events: readonly TaskEventRow[],
): Promise<void> {
  await tx.queryPrepared(SAVE, [
    JSON.stringify(tasks.map((task) => ({ ...task, finished: !isUnfinished(task.status) }))),
    ...eventParams(tx, events),
  ]);
}

const SAVE = `WITH saved AS (UPDATE tasks t SET
       status = n.status, paused = n.paused, retry_count = n.retry_count,
       requeued_after_lapse = n.requeued_after_lapse, status_message = left(n.status_message, 2000),
       status_reason = n.status_reason,
       command = n.command, command_message = left(n.command_message, 2000), boss_job_id = n.boss_job_id,
       queue_name = coalesce(n.queue_name, t.queue_name), lease_id = n.lease_id, leased_by = n.leased_by,
       worker_index = coalesce(n.worker_index, t.worker_index),
       lease_expires_at = CASE WHEN n.lease_id IS NULL THEN NULL
                               WHEN n.new_lease THEN now() + interval '${LEASE_SECONDS} seconds'
                               ELSE t.lease_expires_at END,
       attempt = t.attempt + n.new_lease::int,
       next_attempt_at = CASE WHEN n.delay_s > 0 THEN now() + make_interval(secs => n.delay_s)
                              WHEN n.keeps_delay THEN t.next_attempt_at END,
       started_at = CASE WHEN n.new_lease THEN now() ELSE t.started_at END,
       first_started_at = CASE WHEN n.new_lease THEN coalesce(t.first_started_at, now()) ELSE t.first_started_at END,
       last_active = CASE WHEN n.new_lease OR n.lease_ended THEN now() ELSE t.last_active END,
       run_duration = t.run_duration
         + CASE WHEN n.lease_ended THEN greatest(0, extract(epoch FROM now() - t.started_at))::int ELSE 0 END,
       finished_at = CASE WHEN n.finished THEN now() END,
       payment_state = CASE WHEN n."order" = 'recorded' THEN NULL
                            WHEN n.new_lease AND t.mode = 'buy' THEN coalesce(t.payment_state, 'possible')
                            WHEN n.lease_ended AND t.payment_state = 'possible' AND n."order" = 'unpaid' THEN NULL
                            WHEN n.lease_ended AND t.payment_state IS NOT NULL THEN 'unknown'
                            ELSE t.payment_state END
     FROM jsonb_to_recordset($1::jsonb) AS n(
       id int, status text, paused boolean, retry_count int, requeued_after_lapse boolean, status_message text, status_reason jsonb,
       command text, command_message text, boss_job_id uuid, queue_name text, lease_id uuid, leased_by int,
       worker_index int, new_lease boolean, lease_ended boolean, delay_s int, keeps_delay boolean,
       "order" text, finished boolean)
     WHERE t.id = n.id)
   ${insertEvents(2)}`;

/** A line of a task's timeline. */
export interface TaskEventRow {
  realm_id: number;
  task_id: number;
  what: TaskEventKind;
  from: TaskStatus | null;
  to: TaskStatus | null;
  message: TaskMessage | null;
}

/** Appends to the timelines, in the transaction of the change itself. */
export async function recordEvents(tx: Tx, events: readonly TaskEventRow[]): Promise<void> {
  await tx.execute(insertEvents(1), eventParams(tx, events));
}

/** Names the run that waits for each task, or none. */
export async function setQueuedRuns(
  tx: Tx,
  runs: readonly { id: number; run: string | null; queue: string | null }[],
): Promise<void> {
  await tx.execute(
    `UPDATE tasks t SET boss_job_id = n.run, queue_name = coalesce(n.queue, t.queue_name)
     FROM jsonb_to_recordset($1::jsonb) AS n(id int, run uuid, queue text) WHERE t.id = n.id`,
    [JSON.stringify(runs)],
  );
}

const changeable = {
  name: 'text',
  seats_to_set: 'int',
  event_price_type: 'text',
  event_price_levels: 'jsonb',
  event_areas: 'jsonb',
  sleep_time_ms: 'int',
  scheduled_at: 'timestamptz',
  proxy: 'text',
  proxy_template: 'text',
} as const;

/** Sets the fields that were sent on each task; their names are checked against the list above. */
export async function updateTasks(tx: Tx, ids: readonly number[], change: object): Promise<void> {
  const fields = Object.entries(change).filter(([name]) => Object.hasOwn(changeable, name));
  const sets = fields.map(
    ([name], index) => `${name} = $${index + 2}::${changeable[name as keyof typeof changeable]}`,
  );
  const values = fields.map(([name, value]: [string, unknown]) =>
    changeable[name as keyof typeof changeable] === 'jsonb' && value !== null ? JSON.stringify(value) : value,
  );
  await tx.execute(`UPDATE tasks SET ${sets.join(', ')} WHERE id = ANY ($1::int[])`, [ids, ...values]);
}

/** Takes a locked task's payment as known, and its check from a worker that may have it. */
export async function dropPaymentCheck(tx: Tx, id: number): Promise<void> {
  await tx.execute('UPDATE tasks SET payment_state = NULL WHERE id = $1', [id]);
  await tx.execute('DELETE FROM payment_checks WHERE task_id = $1', [id]);
}

/** Undoes deletions that are not older than 30 days, and adds them to the timelines. */
export async function restoreTasks(tx: Tx, ids: readonly number[]): Promise<void> {
  const restored = await tx.query<{ id: number; realm_id: number; status: TaskStatus }>(
    `UPDATE tasks SET deleted_at = NULL
     WHERE id = ANY ($1::int[]) AND deleted_at > now() - interval '${KEPT_DAYS} days'
     RETURNING id, realm_id, status`,
    [ids],
  );
  await recordEvents(
    tx,
    restored.map(({ id, realm_id, status }) => ({
      task_id: id,
      realm_id,
      what: 'restore',
      from: status,
      to: status,
      message: null,
    })),
  );
}

/** Deletes finished tasks softly, and tells of it in their timelines. */
export async function deleteTasks(
  tx: Tx,
  tasks: readonly { id: number; realm_id: number; status: TaskStatus }[],
): Promise<void> {
  if (tasks.length === 0) return;
  await tx.execute('UPDATE tasks SET deleted_at = now() WHERE id = ANY ($1::int[])', [
    tasks.map(({ id }) => id),
  ]);
  await recordEvents(
    tx,
    tasks.map(({ id, realm_id, status }) => ({
      task_id: id,
      realm_id,
      what: 'delete',
      from: status,
      to: status,
      message: null,
    })),
  );
}
