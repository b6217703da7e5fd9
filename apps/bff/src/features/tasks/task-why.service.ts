import type { TaskStatus } from '@tessera/domain';
import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { notFound } from '../../platform/errors/problem';
import type { Scope } from '../../platform/realm-scope/scope';
import { findBlockers, gateColumns, gateJoins, type TaskGates } from './lifecycle/gates';
import { findDeletedParents, deletedParentCode, deletedParentText } from './lifecycle/task-parents';
import type { TaskReason } from './lifecycle/task-reasons';
import type { CauseCode, TaskCause, TaskWhyDto } from './tasks.dto';

interface TaskSituation extends TaskGates {
  id: number;
  realm_id: number;
  site_id: number;
  event_id: number;
  mode: 'hold' | 'buy';
  leased: boolean;
  queue_position: number | null;
  payment_check: boolean;
  check_message: string | null;
  check_at: Date | null;
  customer_identity: string;
  max_per_customer: number | null;
  active_tasks: number;
  max_tasks: number;
  status: TaskStatus;
  paused: boolean;
  status_message: string | null;
  status_reason: TaskReason | null;
  scheduled_at: Date | null;
  due: boolean;
  next_attempt_at: Date | null;
  backing_off: boolean;
  retry_count: number;
  max_retries: number;
  created_at: Date;
}

const cause = (code: CauseCode, message: string, params: Record<string, unknown> = {}): TaskCause => ({
  code,
  message,
  params,
  reason: null,
});

/** A cause that was recorded with the task: in a person's or worker's words, or with a reason of the product's own. */
const recorded = (
  { status_message: words, status_reason: reason }: TaskSituation,
  code: CauseCode,
  otherwise: string,
  params: Record<string, unknown> = {},
): TaskCause => ({
  ...cause(code, words ?? otherwise, { ...params, ...(words && !reason ? { words } : {}) }),
  reason,
});

const finishedCodes = { stopped: 'STOPPED', failed: 'FAILED', expired: 'EXPIRED' } as const;

/** Answers "why is it not running?" as a chain of causes, the nearest first. */
@Injectable()
export class TaskWhy {
  constructor(private readonly transactions: Transactions) {}

  of(scope: Scope, id: number): Promise<TaskWhyDto> {
    return this.transactions.read(scope, async (tx) => {
      const [task] = await tx.query<TaskSituation>(
        `SELECT t.id, t.realm_id, t.site_id, t.event_id, t.mode, t.lease_id IS NOT NULL AS leased,
           t.queue_it_event_position AS queue_position, t.payment_check,
           c.message AS check_message, CASE WHEN c.next_try_at > now() THEN c.next_try_at END AS check_at, l.customer_identity, e.max_per_customer, r.active_tasks, r.max_tasks,
           t.status, t.paused, t.status_message, t.status_reason, t.scheduled_at, coalesce(t.scheduled_at <= now(), true) AS due, t.next_attempt_at,
           coalesce(t.next_attempt_at > now(), false) AS backing_off, t.retry_count, t.max_retries, t.created_at,
           ${gateColumns}
         FROM tasks t ${gateJoins} LEFT JOIN payment_checks c ON c.task_id = t.id
         WHERE t.id = $1 AND t.deleted_at IS NULL`,
        [id],
      );
      if (!task) throw notFound('Task');
      return { task_id: id, status: task.status, causes: await causesOf(tx, task) };
    });
  }
}

async function causesOf(tx: Tx, task: TaskSituation): Promise<TaskCause[]> {
  switch (task.status) {
    case 'idle':
      return [cause('NOT_STARTED', 'It has not been started')];
    case 'stopped':
    case 'failed':
    case 'expired':
      return [
        ...paymentCheck(task),
        recorded(task, finishedCodes[task.status], `It is ${task.status}`),
        ...(await deletedParentCauses(tx, task)),
        ...realmLimit(task),
      ];
    case 'scheduled':
      return scheduledCauses(task);
    case 'queued':
      return queuedCauses(tx, task);
    case 'running':
    case 'waiting_room':
      return [...paused(task), ...waitingRoom(task)];
    case 'stopping':
      return [cause('STOPPING', 'Its worker has been told to let go')];
    case 'carted':
      return cartedCauses(tx, task);
    case 'bought':
      return paymentCheck(task);
  }
}

/** A time that has come is no cause: what keeps a due task is something else, or it starts with the next sweep. */
function scheduledCauses(task: TaskSituation): TaskCause[] {
  const { scheduled_at, due } = task;
  const causes = [
    ...paused(task),
    ...(due ? [] : [cause('SCHEDULED', 'Its time is ahead', { scheduled_at })]),
    ...blockerCauses(task),
  ];
  return causes.length > 0
    ? causes
    : [cause('DUE', 'Its start time has come: it is about to be queued', { scheduled_at })];
}

async function queuedCauses(tx: Tx, task: TaskSituation): Promise<TaskCause[]> {
  const causes = [
    ...paused(task),
    ...blockerCauses(task),
    ...(await customerLimit(tx, task)),
    ...(task.backing_off
      ? [
          recorded(task, 'RETRY_LATER', 'It waits before its next try', {
            next_attempt_at: task.next_attempt_at,
            retry: task.retry_count,
            max_retries: task.max_retries,
          }),
        ]
      : []),
  ];
  return causes.length > 0 ? causes : workerCauses(tx, task);
}

/** Held seats: a person pays those of a `hold` task, a worker goes on with those of a `buy` task. */
async function cartedCauses(tx: Tx, task: TaskSituation): Promise<TaskCause[]> {
  if (task.leased) return [];
  if (task.mode === 'hold')
    return [cause('WAITING_FOR_PAYMENT', 'Its seats are held: a person pays for them at the site')];
  const causes = blockerCauses({ ...task, target_covered: false });
  return causes.length > 0 ? causes : workerCauses(tx, task);
}

/** Nothing keeps it back: is there a worker that may do it, and has it room? Other realms' tasks are never counted. */
async function workerCauses(tx: Tx, task: TaskSituation): Promise<TaskCause[]> {
  const [around] = await tx.query<{
    ahead: number;
    connected: number;
    serving: number;
    draining: number;
    room: number;
  }>(
    `SELECT f.*, (SELECT count(*)::int FROM tasks a WHERE a.site_id = $1 AND a.realm_id = $2 AND a.status = 'queued'
       AND NOT a.paused AND a.deleted_at IS NULL AND (a.created_at, a.id) < ($3, $4)) AS ahead
     FROM workers_for($1, $2) f`,
    [task.site_id, task.realm_id, task.created_at, task.id],
  );
  if (!around?.connected) return [cause('NO_WORKER', 'No worker is connected')];
  const { serving, draining, room, ahead } = around;
  if (serving === 0) return [cause('NO_WORKER_FOR_SITE', 'No connected worker works for this site')];
  if (serving === draining)
    return [cause('WORKERS_DRAINING', 'The workers for this site are ending: they take nothing more')];
  if (room === 0)
    return [cause('WORKERS_BUSY', 'All workers for this site have as much as they can do', { ahead })];
  return [cause('WAITING_FOR_WORKER', 'It waits for a free worker', { ahead })];
}

/** It has finished while a worker may have paid: what keeps the answer back. */
function paymentCheck(task: TaskSituation): TaskCause[] {
  if (!task.payment_check) return [];
  const last = task.check_message ? `. Last answer: ${task.check_message}` : '';
  return [
    cause(
      'PAYMENT_CHECK',
      `Payment to be checked: its worker may have paid at the site before it ended${last}`,
      {
        ...(task.check_at && { next_attempt_at: task.check_at }),
        ...(task.check_message && { words: task.check_message }),
      },
    ),
    ...blockerCauses({ ...task, target_covered: false, event_closed: false }),
  ];
}

const paused = (task: TaskSituation): TaskCause[] =>
  task.paused ? [recorded(task, 'PAUSED', 'It is paused')] : [];

const blockerCauses = (switches: TaskGates): TaskCause[] =>
  findBlockers(switches).map(({ code, message }) => cause(code, message));

const waitingRoom = ({ status, queue_position: position }: TaskSituation): TaskCause[] =>
  status === 'waiting_room' ? [cause('WAITING_ROOM', "It waits in the site's queue", { position })] : [];

/** What a finished task stood on: without it there is no start again. */
async function deletedParentCauses(tx: Tx, { id }: TaskSituation): Promise<TaskCause[]> {
  const deleted = (await findDeletedParents(tx, [id])).get(id);
  return deleted ? [cause(deletedParentCode(deleted), deletedParentText(deleted))] : [];
}

/** A finished task takes a place again when it is started. */
const realmLimit = ({ active_tasks: used, max_tasks: limit }: TaskSituation): TaskCause[] =>
  used >= limit
    ? [cause('REALM_LIMIT', `The realm's limit of ${limit} unfinished tasks is reached`, { limit, used })]
    : [];

/** The site's customer has all the seats that the event allows: the worker would have to give new ones back. */
async function customerLimit(tx: Tx, task: TaskSituation): Promise<TaskCause[]> {
  const limit = task.max_per_customer;
  if (limit === null) return [];
  const [row] = await tx.query<{ used: number }>(
    'SELECT bought + held AS used FROM customer_seats($1, ARRAY[$2::text])',
    [task.event_id, task.customer_identity],
  );
  const used = row?.used ?? 0;
  return used < limit
    ? []
    : [
        cause('CUSTOMER_LIMIT', `This customer has the ${limit} seats that the event allows`, {
          limit,
          used,
        }),
      ];
}
