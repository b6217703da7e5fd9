import { Injectable } from '@nestjs/common';
import {
  isStarting,
  isUnfinished,
  type TaskCommand,
  type TaskInput,
  type TaskOutcome,
  type TaskParent,
  type TaskStatus,
} from '@tessera/domain';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, inUse, notFound } from '../../platform/errors/api-error';
import { checkIfMatch } from '../../platform/http/versions';
import { rejectSuspended } from '../../platform/realm-scope/realm-status.repository';
import type { Scope } from '../../platform/realm-scope/scope';
import { BulkProgress } from './lifecycle/bulk-progress';
import { TaskLifecycleRepository, unchangedStatus } from './lifecycle/task-lifecycle.repository';
import { parentDeletedError, taskReason } from './lifecycle/task-reasons';
import type { TaskRow } from './lifecycle/task-rows';
import { type TaskChangeRequest, Transitions } from './lifecycle/transitions';
import { checkChangeable, TaskChanges } from './task-changes';
import type { MarkBoughtDto, TaskChange, TaskDto } from './tasks.dto';
import { TasksRepository } from './tasks.repository';

/** Commands and changes that people send to tasks. */
@Injectable()
export class TaskCommandsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly transitions: Transitions,
    private readonly changes: TaskChanges,
    private readonly tasks: TasksRepository,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly bulks: BulkProgress,
  ) {}

  /**
   * Sends one command; `now` starts a task whose `scheduled_at` is in the future. It counts even while an earlier bulk
   * operation hasn't reached the task.
   *
   * @throws 409 INVALID_STATE when the status forbids it, 409 CONFLICT when a parent was deleted, 403 when the task would
   *   run in a suspended realm
   */
  command(scope: Scope, id: number, command: TaskCommand, now = false): Promise<Found<TaskDto>> {
    return this.transactions.run(scope, async (tx) => {
      await this.bulks.supersede(tx, [id]);
      const row = await this.lock(tx, id);
      if (isStarting(command)) await rejectSuspended(tx, [row.realm_id]);
      const deleted =
        command === 'start' ? (await this.tasks.findDeletedParents(tx, [id])).get(id) : undefined;
      const { outcome } = await this.transitions.applyOne(
        tx,
        commandRequest(row, command, scope, { now, deleted }),
      );
      if (outcome.kind === 'rejected') throw rejectedCommandError(row.status, command, outcome);
      if (outcome.kind === 'parent_deleted') throw parentDeletedError(outcome.deleted);
      return this.tasks.get(tx, id);
    });
  }

  /** Changes the task's settings. @throws 409 while a worker has it */
  change(scope: Scope, id: number, change: TaskChange, ifMatch: string | undefined): Promise<Found<TaskDto>> {
    return this.transactions.run(scope, async (tx) => {
      const row = await this.lock(tx, id);
      const before = await this.tasks.get(tx, id);
      checkIfMatch(ifMatch, before, before.row);
      checkChangeable(row, change);
      await this.changes.apply(tx, [row], change);
      return this.tasks.get(tx, id);
    });
  }

  /** Closes a payment check: a person states that the site was not paid. Without an open check nothing changes. */
  closePaymentCheck(scope: Scope, id: number): Promise<Found<TaskDto>> {
    return this.transactions.run(scope, async (tx) => {
      const row = await this.lock(tx, id);
      if (row.payment_check) {
        await this.lifecycle.removePaymentCheck(tx, id);
        await this.lifecycle.recordEvents(tx, [
          unchangedStatus(row, 'payment_checked', taskReason('NOT_PAID_BY', { who: scope.actor.label })),
        ]);
      }
      return this.tasks.get(tx, id);
    });
  }

  /** Soft delete, which can be undone for 30 days. @throws 409 IN_USE while unfinished, or while its payment is checked */
  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const row = await this.lock(tx, id);
      const before = await this.tasks.get(tx, id);
      checkIfMatch(ifMatch, before, before.row);
      if (isUnfinished(row.status)) throw inUse({ unfinished_tasks: 1 });
      if (row.payment_check) throw inUse({ payment_checks: 1 });
      await this.lifecycle.softDelete(tx, [row]);
    });
  }

  /** Undoes a deletion of the last 30 days. */
  restore(scope: Scope, id: number): Promise<Found<TaskDto>> {
    return this.transactions.run(scope, async (tx) => {
      await this.lifecycle.restore(tx, [id]);
      return this.tasks.get(tx, id);
    });
  }

  /** Marks a login's tasks for an event as bought, except idle ones. @throws 404 for an unknown login, site or event */
  markBought(scope: Scope, named: MarkBoughtDto): Promise<TaskDto[]> {
    return this.transactions.run(scope, async (tx) => {
      const { buyer } = await this.tasks.findBuyer(tx, named);
      const rows = await this.lifecycle.lockStartedOfBuyer(tx, buyer);
      await this.transitions.apply(
        tx,
        rows.map((row) => markBoughtRequest(row, scope)),
      );
      return this.tasks.findByIds(
        tx,
        rows.map(({ id }) => id),
      );
    });
  }

  private async lock(tx: Tx, id: number): Promise<TaskRow> {
    const row = await this.lifecycle.lock(tx, id);
    if (!row) throw notFound('Task');
    return row;
  }
}

/** `now`: start although `scheduled_at` is in the future; `deleted`: the task's deleted parent. */
export interface CommandOptions {
  now?: boolean;
  deleted?: TaskParent | undefined;
}

/** A person's command as an input of the state machine. */
export const commandInput = (
  row: TaskRow,
  command: TaskCommand,
  { now = false, deleted }: CommandOptions = {},
): TaskInput =>
  command === 'start'
    ? { type: 'start', ahead: row.ahead && !now, ...(deleted && { deleted }) }
    : { type: command };

/** A person's command as a transition request, with its reason for the task and the timeline. */
export function commandRequest(
  row: TaskRow,
  command: TaskCommand,
  scope: Scope,
  how: CommandOptions = {},
): TaskChangeRequest {
  const who = scope.actor.label;
  const message = {
    start: null,
    resume: null,
    pause: taskReason('PAUSED_BY', { who }),
    stop: taskReason(row.lease_id ? 'STOPPING_BY' : 'STOPPED_BY', { who }),
  }[command];
  return { row, input: commandInput(row, command, how), command, message };
}

/** A person's statement that a task is bought. */
export const markBoughtRequest = (row: TaskRow, scope: Scope): TaskChangeRequest => ({
  row,
  input: { type: 'mark_bought' },
  message: taskReason('MARKED_BOUGHT_BY', { who: scope.actor.label }),
});

/** 409 INVALID_STATE that names the statuses in which the command works. */
function rejectedCommandError(
  from: TaskStatus,
  command: string,
  outcome: Extract<TaskOutcome, { kind: 'rejected' }>,
): ApiError {
  return new ApiError(
    'INVALID_STATE',
    `The command ${command} is not possible while a task is ${from.replace('_', ' ')}`,
    { context: { from, command, allowed: outcome.allowed } },
  );
}
