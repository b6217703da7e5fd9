import { Injectable } from '@nestjs/common';
import { type CauseCode, messageText } from '@tessera/domain/messages';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { notFound } from '../../platform/errors/api-error';
import type { Scope } from '../../platform/realm-scope/scope';
import { findBlockers, type TaskGates } from './lifecycle/gates';
import { deletedParentCode } from './lifecycle/task-reasons';
import { type TaskSituation, TaskWhyRepository } from './task-why.repository';
import type { TaskCause, TaskWhyDto } from './tasks.dto';
import { TasksRepository } from './tasks.repository';

const cause = (code: CauseCode, params: Record<string, unknown> = {}): TaskCause => ({
  code,
  message: messageText('en', 'causes', code, params),
  params,
  reason: null,
});

/** A cause that is stored with the task: free text of a person or a worker, or one of the product's reasons. */
function recorded(
  { status_message: words, status_reason: reason }: TaskSituation,
  code: CauseCode,
  params: Record<string, unknown> = {},
): TaskCause {
  const fallback = cause(code, params);
  if (!words) return { ...fallback, reason };
  return { code, message: words, params: { ...params, ...(reason ? {} : { words }) }, reason };
}

const finishedCodes = { stopped: 'STOPPED', failed: 'FAILED', expired: 'EXPIRED' } as const;

/** Explains why a task isn't running by a chain of causes, the most direct first. */
@Injectable()
export class TaskWhy {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: TaskWhyRepository,
    private readonly tasks: TasksRepository,
  ) {}

  explain(scope: Scope, id: number): Promise<TaskWhyDto> {
    return this.transactions.read(scope, async (tx) => {
      const task = await this.repository.findSituation(tx, id);
      if (!task) throw notFound('Task');
      return { task_id: id, status: task.status, causes: await this.causesOf(tx, task) };
    });
  }

  private async causesOf(tx: Tx, task: TaskSituation): Promise<TaskCause[]> {
    switch (task.status) {
      case 'idle':
        return [cause('NOT_STARTED')];
      case 'stopped':
      case 'failed':
      case 'expired':
        return [
          ...paymentCheck(task),
          recorded(task, finishedCodes[task.status]),
          ...(await this.deletedParentCauses(tx, task)),
          ...realmLimit(task),
        ];
      case 'scheduled':
        return scheduledCauses(task);
      case 'queued':
        return this.queuedCauses(tx, task);
      case 'running':
      case 'waiting_room':
        return [...paused(task), ...(task.realm_paused ? [cause('REALM_PAUSED')] : []), ...waitingRoom(task)];
      case 'stopping':
        return [cause('STOPPING')];
      case 'carted':
        return this.cartedCauses(tx, task);
      case 'bought':
        return paymentCheck(task);
    }
  }

  private async queuedCauses(tx: Tx, task: TaskSituation): Promise<TaskCause[]> {
    const causes = [
      ...paused(task),
      ...blockerCauses(task),
      ...(await this.customerLimit(tx, task)),
      ...(task.backing_off
        ? [
            recorded(task, 'RETRY_LATER', {
              next_attempt_at: task.next_attempt_at,
              retry: task.retry_count,
              max_retries: task.max_retries,
            }),
          ]
        : []),
    ];
    return causes.length > 0 ? causes : this.workerCauses(tx, task);
  }

  /** A person pays the held seats of a `hold` task, a worker those of a `buy` task. */
  private async cartedCauses(tx: Tx, task: TaskSituation): Promise<TaskCause[]> {
    if (task.leased) return [];
    if (task.mode === 'hold') return [cause('WAITING_FOR_PAYMENT')];
    const causes = blockerCauses({ ...task, target_covered: false });
    return causes.length > 0 ? causes : this.workerCauses(tx, task);
  }

  /** Nothing blocks the task: is there a worker for it, with free capacity? Other realms' tasks are never counted. */
  private async workerCauses(tx: Tx, task: TaskSituation): Promise<TaskCause[]> {
    const supply = await this.repository.countWorkers(tx, task);
    if (!supply?.connected) return [cause('NO_WORKER')];
    const { serving, draining, room, ahead } = supply;
    if (serving === 0) return [cause('NO_WORKER_FOR_SITE')];
    if (serving === draining) return [cause('WORKERS_DRAINING')];
    if (room === 0) return [cause('WORKERS_BUSY', { ahead })];
    return [cause('WAITING_FOR_WORKER', { ahead })];
  }

  /** A finished task whose site, event or login was deleted can't be started again. */
  private async deletedParentCauses(tx: Tx, { id }: TaskSituation): Promise<TaskCause[]> {
    const deleted = (await this.tasks.findDeletedParents(tx, [id])).get(id);
    return deleted ? [cause(deletedParentCode(deleted))] : [];
  }

  /** The customer already has all the seats that the event allows, so a worker could hold no more. */
  private async customerLimit(tx: Tx, task: TaskSituation): Promise<TaskCause[]> {
    const limit = task.max_per_customer;
    if (limit === null) return [];
    const used = await this.repository.countCustomerSeats(tx, task.event_id, task.customer_identity);
    return used < limit
      ? []
      : [
          cause('CUSTOMER_LIMIT', {
            limit,
            used,
          }),
        ];
  }
}

/** A start time in the past is no cause: something else blocks a due task, or the next sweep queues it. */
function scheduledCauses(task: TaskSituation): TaskCause[] {
  const { scheduled_at, due } = task;
  const causes = [
    ...paused(task),
    ...(due ? [] : [cause('SCHEDULED', { scheduled_at })]),
    ...blockerCauses(task),
  ];
  return causes.length > 0 ? causes : [cause('DUE', { scheduled_at })];
}

/** The task finished while a worker may have paid, and this hasn't been checked at the site yet. */
function paymentCheck(task: TaskSituation): TaskCause[] {
  if (!task.payment_check) return [];
  return [
    cause('PAYMENT_CHECK', {
      ...(task.check_at && { next_attempt_at: task.check_at }),
      ...(task.check_message && { words: task.check_message }),
    }),
    ...blockerCauses({ ...task, target_covered: false, event_closed: false }),
  ];
}

const paused = (task: TaskSituation): TaskCause[] => (task.paused ? [recorded(task, 'PAUSED')] : []);

const blockerCauses = (gates: TaskGates): TaskCause[] => findBlockers(gates).map(({ code }) => cause(code));

const waitingRoom = ({ status, queue_position: position }: TaskSituation): TaskCause[] =>
  status === 'waiting_room' ? [cause('WAITING_ROOM', { position })] : [];

/** Starting a finished task needs a free slot under the realm's limit. */
const realmLimit = ({ active_tasks: used, max_tasks: limit }: TaskSituation): TaskCause[] =>
  used >= limit ? [cause('REALM_LIMIT', { limit, used })] : [];
