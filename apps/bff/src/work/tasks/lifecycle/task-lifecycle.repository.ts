import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { isUnfinished, type PaymentState, type TaskStatus } from '@tessera/domain';
import { loginName } from '../../../platform/database/display-names';
import { RESTORABLE_DAYS } from '../../../platform/database/row-writes';
import { liveHoldSql } from '../../../platform/database/seat-states';
import type { Tx } from '../../../platform/database/transactions';
import { isRealmActiveSql, isRealmPausedSql } from '../../../platform/realm-scope/realm-status.repository';
import { taskBudgetColumns } from '../../budget-columns';
import type { BudgetFields } from '../../budget-fields';
import { Task } from '../task.entity';
import type { TaskEventKind } from '../tasks.dto';
import { seatsWonSql } from './gates';
import { messageColumns, type TaskMessage, type TaskReason } from './task-reasons';
import { type Buyer, lockTasksSql, type TaskRow, taskRowColumns } from './task-rows';

/** Seconds a lease lasts without a heartbeat. */
export const LEASE_SECONDS = 30;

/** Seconds for which a scheduled task whose time has come is left to workers, whose lease makes it due in the same write. */
const LEFT_TO_WORKERS_SECONDS = 5;

/** Most tasks that one launch creates. */
export const MAX_TASKS_PER_JOB = 10_000;

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
  /** Whether it waits for a worker. */
  waits: boolean;
  /** Whether it keeps its place in the queue. */
  keeps_place: boolean;
  lease_id: string | null;
  leased_by: number | null;
  /** Null leaves the column as it is. */
  worker_index: number | null;
  new_lease: boolean;
  lease_ended: boolean;
  /** When a worker may have it, and when the next attempt may begin; see `NextAttempt`. */
  ready_at: Date | null;
  ready_in_s: number | null;
  next_attempt_at: Date | null;
  next_attempt_in_s: number | null;
  payment_state: PaymentState | null;
}

/** Names of a task, its event and its job. */
export interface TaskNames {
  id: number;
  /** The event's and the login's name. */
  name: string;
  event_id: number;
  event_name: string;
  job_id: number | null;
  job_name: string | null;
  /** Its seats that are held now, that are bought, and that expire in this transaction. */
  held: number;
  bought: number;
  lapsed: number;
}

/** An entry of a task's timeline. */
export interface NewTaskEvent {
  realm_id: number;
  task_id: number;
  what: TaskEventKind;
  from: TaskStatus | null;
  to: TaskStatus | null;
  message: TaskMessage | null;
}

/** SQL that inserts timeline rows. Its parameters from `$first` on: the rows as JSON, and the actor's kind, id and name. */
const insertEvents = (first: number): string =>
  `INSERT INTO task_events (realm_id, task_id, actor_kind, actor_id, who, what, from_status, to_status, message, reason)
   SELECT e.realm_id, e.task_id, $${first + 1}, $${first + 2}, left($${first + 3}, 320), e.what, e."from", e."to",
     left(e.message, 2000), e.reason
   FROM jsonb_to_recordset($${first}::jsonb)
     AS e(realm_id int, task_id int, what text, "from" text, "to" text, message text, reason jsonb)`;

const eventParams = (tx: Tx, events: readonly NewTaskEvent[]): unknown[] => {
  const { kind, userId, label } = tx.scope.actor;
  const rows = events.map((event) => ({ ...event, ...messageColumns(event.message) }));
  return [JSON.stringify(rows), kind, userId, label];
};

const SAVE = `WITH saved AS (UPDATE tasks t SET
       status = n.status, paused = n.paused, retry_count = n.retry_count,
       requeued_after_lapse = n.requeued_after_lapse, status_message = left(n.status_message, 2000),
       status_reason = n.status_reason,
       command = n.command, command_message = left(n.command_message, 2000),
       boss_job_id = CASE WHEN n.lease_id IS NOT NULL THEN t.boss_job_id
                          WHEN n.keeps_place THEN coalesce(t.boss_job_id, gen_random_uuid())
                          WHEN n.waits THEN gen_random_uuid() END,
       queue_name = CASE WHEN n.waits THEN 'site.' || t.site_id ELSE t.queue_name END,
       ready_at = CASE WHEN n.keeps_place THEN coalesce(t.ready_at, now())
                       WHEN n.waits THEN greatest(n.ready_at, now() + make_interval(secs => n.ready_in_s)) END,
       queued_trace = CASE WHEN n.waits AND NOT n.keeps_place THEN $6 ELSE t.queued_trace END,
       lease_id = n.lease_id, leased_by = n.leased_by,
       worker_index = coalesce(n.worker_index, t.worker_index),
       lease_expires_at = CASE WHEN n.lease_id IS NULL THEN NULL
                               WHEN n.new_lease THEN now() + interval '${LEASE_SECONDS} seconds'
                               ELSE t.lease_expires_at END,
       attempt = t.attempt + n.new_lease::int,
       next_attempt_at = coalesce(now() + make_interval(secs => n.next_attempt_in_s), n.next_attempt_at),
       started_at = CASE WHEN n.new_lease THEN now() ELSE t.started_at END,
       first_started_at = CASE WHEN n.new_lease THEN coalesce(t.first_started_at, now()) ELSE t.first_started_at END,
       last_active = CASE WHEN n.new_lease OR n.lease_ended THEN now() ELSE t.last_active END,
       run_duration = t.run_duration
         + CASE WHEN n.lease_ended THEN greatest(0, extract(epoch FROM now() - t.started_at))::int ELSE 0 END,
       finished_at = CASE WHEN n.finished THEN now() END,
       payment_state = n.payment_state
     FROM jsonb_to_recordset($1::jsonb) AS n(
       id int, status text, paused boolean, retry_count int, requeued_after_lapse boolean, status_message text, status_reason jsonb,
       command text, command_message text, waits boolean, keeps_place boolean, lease_id uuid, leased_by int,
       worker_index int, new_lease boolean, lease_ended boolean, ready_at timestamptz,
       ready_in_s int, next_attempt_at timestamptz, next_attempt_in_s int, payment_state text, finished boolean)
     WHERE t.id = n.id)
   ${insertEvents(2)}`;

/** SQL types of the columns that people may change. */
const changeableColumns = {
  name: 'text',
  mode: 'text',
  seats_to_set: 'int',
  budget_per_task: 'numeric',
  budget_per_seat: 'numeric',
  budget_currency: 'text',
  event_price_type: 'text',
  event_price_levels: 'jsonb',
  event_areas: 'jsonb',
  sleep_time_ms: 'int',
  scheduled_at: 'timestamptz',
  proxy: 'text',
  proxy_template: 'text',
} as const;

type ChangeableColumn = keyof typeof changeableColumns;
const isChangeableColumn = (name: string): name is ChangeableColumn => Object.hasOwn(changeableColumns, name);

/**
 * Locks tasks and writes their transitions and timelines. Several tasks are locked in the order of their ids, so that two
 * transactions never wait for each other.
 */
@Injectable()
export class TaskLifecycleRepository {
  async lock(tx: Tx, id: number): Promise<TaskRow | undefined> {
    const [row] = await this.lockWhere(tx, 't.id = $1', [id]);
    return row;
  }

  lockByIds(tx: Tx, ids: readonly number[]): Promise<TaskRow[]> {
    return this.lockWhere(tx, 't.id = ANY ($1::int[])', [ids]);
  }

  lockOfJob(tx: Tx, jobId: number): Promise<TaskRow[]> {
    return this.lockWhere(tx, 't.job_id = $1', [jobId]);
  }

  /** Locks a job's scheduled tasks that aren't paused. */
  lockScheduledOfJob(tx: Tx, jobId: number): Promise<TaskRow[]> {
    return this.lockWhere(tx, "t.job_id = $1 AND t.status = 'scheduled' AND NOT t.paused", [jobId]);
  }

  /** Locks a buyer's tasks that were started. */
  lockStartedOfBuyer(tx: Tx, { login_id, event_id }: Buyer): Promise<TaskRow[]> {
    return this.lockWhere(tx, "t.login_id = $1 AND t.event_id = $2 AND t.status <> 'idle'", [
      login_id,
      event_id,
    ]);
  }

  /**
   * Locks tasks by id together with all other tasks of the buyers, which a purchase ends too; with `bought`, also those that
   * are bought already, which a reversed record may reopen. One statement, so that two purchases of one login never wait for
   * each other.
   */
  lockWithBuyers(
    tx: Tx,
    ids: readonly number[],
    buyers: readonly Buyer[],
    { bought = false } = {},
  ): Promise<TaskRow[]> {
    return this.lockWhere(
      tx,
      // An array, so that each task is found by its id however few the planner expects.
      `t.id = ANY (ARRAY(SELECT unnest($1::int[]) UNION
         SELECT o.id FROM unnest($2::int[], $3::int[]) AS b (login_id, event_id)
         JOIN tasks o ON o.login_id = b.login_id AND o.event_id = b.event_id ${bought ? '' : "AND o.status <> 'bought'"}))`,
      [ids, buyers.map(({ login_id }) => login_id), buyers.map(({ event_id }) => event_id)],
    );
  }

  /** Reads tasks by id; `deleted`: those whose deletion can be undone; `lock`: locks them. */
  readRows(
    tx: Tx,
    ids: readonly number[],
    { lock, deleted }: { lock: boolean; deleted: boolean },
  ): Promise<TaskRow[]> {
    const exists = deleted
      ? `t.deleted_at > now() - interval '${RESTORABLE_DAYS} days'`
      : 't.deleted_at IS NULL';
    return tx.query<TaskRow>(
      `SELECT ${taskRowColumns} FROM tasks t WHERE ${exists} AND t.id = ANY ($1::int[])
       ORDER BY t.id ${lock ? 'FOR UPDATE OF t' : ''}`,
      [ids],
    );
  }

  /** As `lockByIds`, without tasks that another transaction has locked; with `withoutLease`, without leased ones too. */
  claimByIds(tx: Tx, ids: readonly number[], { withoutLease = false } = {}): Promise<TaskRow[]> {
    const where = `t.id = ANY ($1::int[]) ${withoutLease ? 'AND t.lease_id IS NULL' : ''}`;
    return this.claim(tx, where, [ids], ids.length);
  }

  /** Locks tasks whose lease has expired, except those that another transaction has locked. */
  claimExpiredLeases(tx: Tx, limit: number): Promise<TaskRow[]> {
    return this.claim(tx, 't.lease_id IS NOT NULL AND t.lease_expires_at <= now()', [], limit);
  }

  /**
   * Locks scheduled tasks of active realms whose time has come and that no worker has taken for some seconds, except those
   * that another transaction has locked.
   */
  claimDue(tx: Tx, limit: number): Promise<TaskRow[]> {
    return this.claim(
      tx,
      `t.status = 'scheduled' AND t.scheduled_at <= now() - interval '${LEFT_TO_WORKERS_SECONDS} seconds'
         AND EXISTS (SELECT FROM realms r WHERE r.id = t.realm_id AND ${isRealmActiveSql('r')} AND NOT ${isRealmPausedSql('r')})`,
      [],
      limit,
    );
  }

  lockUnfinishedOfRealm(tx: Tx, realmId: number): Promise<TaskRow[]> {
    return this.lockWhere(tx, 't.realm_id = $1 AND t.unfinished', [realmId]);
  }

  /** Locks a job's unfinished tasks that aren't stopping, except those that another transaction has locked. */
  claimUnfinishedOfJob(tx: Tx, jobId: number): Promise<TaskRow[]> {
    return this.claim(
      tx,
      "t.job_id = $1 AND t.unfinished AND t.status <> 'stopping'",
      [jobId],
      MAX_TASKS_PER_JOB,
    );
  }

  /** Jobs that have won their target and still have tasks to stop; only these jobs unless `jobIds` is null. */
  findJobsWithWonTarget(
    tx: Tx,
    jobIds: readonly number[] | null,
  ): Promise<{ id: number; seats_target: number }[]> {
    return tx.query<{ id: number; seats_target: number }>(
      `SELECT j.id, j.seats_target FROM jobs j
       WHERE j.seats_target IS NOT NULL AND ($1::int[] IS NULL OR j.id = ANY ($1))
         AND EXISTS (SELECT FROM tasks t WHERE t.realm_id = j.realm_id AND t.job_id = j.id AND t.deleted_at IS NULL
                       AND t.unfinished AND t.status <> 'stopping')
         AND j.seats_target <= ${seatsWonSql('j.realm_id', 'j.id')}`,
      [jobIds],
    );
  }

  /** The names that notifications about tasks contain, by task. */
  async findNames(tx: Tx, ids: readonly number[]): Promise<Map<number, TaskNames>> {
    const rows = await tx.query<TaskNames>(
      `SELECT t.id, concat_ws(', ', e.name, ${loginName('l')}) AS name, t.event_id,
         e.name AS event_name, t.job_id, j.name AS job_name,
         (SELECT count(*)::int FROM holds h
            WHERE h.realm_id = t.realm_id AND h.task_id = t.id AND ${liveHoldSql('h')}) AS held,
         (SELECT count(*)::int FROM tickets k
            WHERE k.realm_id = t.realm_id AND k.task_id = t.id AND k.deleted_at IS NULL) AS bought,
         (SELECT count(*)::int FROM holds h WHERE h.realm_id = t.realm_id AND h.task_id = t.id AND h.status = 'expired'
            AND h.updated_at = now()) AS lapsed
       FROM tasks t JOIN events e ON e.id = t.event_id JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id
       LEFT JOIN jobs j ON j.realm_id = t.realm_id AND j.id = t.job_id
       WHERE t.id = ANY ($1::int[])`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The buyers of tasks, each once. */
  findBuyers(tx: Tx, taskIds: readonly number[]): Promise<Buyer[]> {
    return tx.query<Buyer>('SELECT DISTINCT login_id, event_id FROM tasks WHERE id = ANY ($1::int[])', [
      taskIds,
    ]);
  }

  /**
   * Writes transitions and their timeline entries in one statement; times are the database's. `run_duration` adds up the
   * seconds under lease. `trace` is that of what makes tasks wait for a worker.
   */
  async saveTransitions(
    tx: Tx,
    tasks: readonly SavedTask[],
    events: readonly NewTaskEvent[],
    trace: string | null,
  ): Promise<void> {
    await tx.queryPrepared(SAVE, [
      JSON.stringify(tasks.map((task) => ({ ...task, finished: !isUnfinished(task.status) }))),
      ...eventParams(tx, events),
      trace,
    ]);
  }

  /** Appends to timelines, in the transaction of the change itself. */
  async recordEvents(tx: Tx, events: readonly NewTaskEvent[]): Promise<void> {
    await tx.execute(insertEvents(1), eventParams(tx, events));
  }

  /** Sets the given fields on each task; other fields than `changeableColumns` are ignored. */
  async updateSettings(tx: Tx, ids: readonly number[], change: object): Promise<void> {
    const fields = Object.entries(change).flatMap(([name, value]: [string, unknown]) =>
      isChangeableColumn(name) ? [{ name, type: changeableColumns[name], value }] : [],
    );
    const sets = fields.map(({ name, type }, index) => `${name} = $${index + 2}::${type}`);
    const values = fields.map(({ type, value }) =>
      type === 'jsonb' && value !== null ? JSON.stringify(value) : value,
    );
    await tx.execute(`UPDATE tasks SET ${sets.join(', ')} WHERE id = ANY ($1::int[])`, [ids, ...values]);
  }

  /** The different budgets that tasks have. */
  findBudgets(tx: Tx, ids: readonly number[]): Promise<BudgetFields[]> {
    return tx.query<BudgetFields>(
      `SELECT DISTINCT ${taskBudgetColumns('t')}
       FROM tasks t WHERE id = ANY ($1::int[])`,
      [ids],
    );
  }

  /** Marks a locked task's payment as known, and ends the check of a worker that may have it. */
  async removePaymentCheck(tx: Tx, id: number): Promise<void> {
    await tx.manager.update(Task, { id }, { payment_state: null });
    await tx.execute('DELETE FROM payment_checks WHERE task_id = $1', [id]);
  }

  /** Undoes deletions of the last 30 days, and records that in the timelines. */
  async restore(tx: Tx, ids: readonly number[]): Promise<void> {
    const restored = await tx.query<Pick<TaskRow, 'id' | 'realm_id' | 'status'>>(
      `UPDATE tasks SET deleted_at = NULL
       WHERE id = ANY ($1::int[]) AND deleted_at > now() - interval '${RESTORABLE_DAYS} days'
       RETURNING id, realm_id, status`,
      [ids],
    );
    await this.recordEvents(
      tx,
      restored.map((task) => unchangedStatus(task, 'restore')),
    );
  }

  /** Deletes finished tasks softly, and records that in the timelines. */
  async softDelete(tx: Tx, tasks: readonly Pick<TaskRow, 'id' | 'realm_id' | 'status'>[]): Promise<void> {
    if (tasks.length === 0) return;
    await tx.manager.softDelete(Task, { id: In(tasks.map(({ id }) => id)) });
    await this.recordEvents(
      tx,
      tasks.map((task) => unchangedStatus(task, 'delete')),
    );
  }

  private claim(tx: Tx, where: string, params: unknown[], limit: number): Promise<TaskRow[]> {
    return tx.query<TaskRow>(
      `SELECT ${taskRowColumns} FROM tasks t WHERE t.deleted_at IS NULL AND (${where})
       ORDER BY t.id LIMIT ${limit} FOR UPDATE OF t SKIP LOCKED`,
      params,
    );
  }

  private lockWhere(tx: Tx, where: string, params: unknown[]): Promise<TaskRow[]> {
    return tx.query<TaskRow>(lockTasksSql(where), params);
  }
}

/** A timeline entry about something that leaves the task's status as it is. */
export const unchangedStatus = (
  { id, realm_id, status }: Pick<TaskRow, 'id' | 'realm_id' | 'status'>,
  what: TaskEventKind,
  message: TaskMessage | null = null,
): NewTaskEvent => ({ task_id: id, realm_id, what, from: status, to: status, message });
