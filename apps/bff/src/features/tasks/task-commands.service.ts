import {
  isUnfinished,
  type TaskCommand,
  type TaskParent,
  type TaskInput,
  type TaskOutcome,
  type TaskStatus,
} from '@tessera/domain';
import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../../platform/database/transactions';
import type { Found } from '../../platform/database/select';
import { inUse, notFound, Problem } from '../../platform/errors/problem';
import { checkIfMatch } from '../../platform/http/versions';
import type { Scope } from '../../platform/realm-scope/scope';
import { refuseSuspended } from '../../platform/realm-scope/suspended-realms';
import { findBuyer } from './buyers';
import { checkChangeable, TaskChanges } from './task-changes';
import { findDeletedParents, parentDeletedError } from './lifecycle/task-parents';
import { taskReason } from './lifecycle/task-reasons';
import { lockTasks, type TaskRow } from './lifecycle/task-rows';
import type { MarkBoughtDto, TaskChange, TaskDto } from './tasks.dto';
import { readTask, readTasks } from './tasks.service';
import { Transitions, type TaskChangeRequest } from './lifecycle/transitions';
import {
  deleteTasks,
  dropPaymentCheck,
  recordEvents,
  restoreTasks,
} from './lifecycle/transitions.repository';

/** What people do to tasks. */
@Injectable()
export class TaskCommandsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly transitions: Transitions,
    private readonly changes: TaskChanges,
  ) {}

  /**
   * One command; `now` starts a task whose `scheduled_at` is ahead. 409 INVALID_STATE when its status forbids it, CONFLICT
   * when what it stands on was deleted; 403 when it would run in a suspended realm.
   */
  command(scope: Scope, id: number, command: TaskCommand, now = false): Promise<Found<TaskDto>> {
    return this.transactions.run(scope, async (tx) => {
      const row = await lockOne(tx, id);
      if (isStarting(command)) await refuseSuspended(tx, [row.realm_id]);
      const deleted = command === 'start' ? (await findDeletedParents(tx, [id])).get(id) : undefined;
      const { outcome } = await this.transitions.one(
        tx,
        commandRequest(row, command, scope, { now, deleted }),
      );
      if (outcome.kind === 'refused') throw refusal(row.status, command, outcome);
      if (outcome.kind === 'parent_deleted') throw parentDeletedError(outcome.deleted);
      return readTask(tx, id);
    });
  }

  /** Changes what the task is to do; a task that a worker has is stopped first. */
  change(scope: Scope, id: number, change: TaskChange, ifMatch: string | undefined): Promise<Found<TaskDto>> {
    return this.transactions.run(scope, async (tx) => {
      const row = await lockOne(tx, id);
      const before = await readTask(tx, id);
      checkIfMatch(ifMatch, before, before.answer);
      checkChangeable(row, change);
      await this.changes.apply(tx, [row], change);
      return readTask(tx, id);
    });
  }

  /** Closes the check of a payment by a person's word that the site was not paid; without one nothing changes. */
  paymentChecked(scope: Scope, id: number): Promise<Found<TaskDto>> {
    return this.transactions.run(scope, async (tx) => {
      const row = await lockOne(tx, id);
      if (row.payment_check) {
        await dropPaymentCheck(tx, id);
        await recordEvents(tx, [
          {
            task_id: id,
            realm_id: row.realm_id,
            what: 'payment_checked',
            from: row.status,
            to: row.status,
            message: taskReason('NOT_PAID_BY', { who: scope.actor.label }),
          },
        ]);
      }
      return readTask(tx, id);
    });
  }

  /** Soft: an unfinished task, or one whose payment is to be checked, is 409 IN_USE; the rest can be restored for 30 days. */
  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const row = await lockOne(tx, id);
      const before = await readTask(tx, id);
      checkIfMatch(ifMatch, before, before.answer);
      if (isUnfinished(row.status)) throw inUse({ unfinished_tasks: 1 });
      if (row.payment_check) throw inUse({ payment_checks: 1 });
      await deleteTasks(tx, [row]);
    });
  }

  /** Takes a deletion of the last 30 days back. */
  restore(scope: Scope, id: number): Promise<Found<TaskDto>> {
    return this.transactions.run(scope, async (tx) => {
      await restoreTasks(tx, [id]);
      return readTask(tx, id);
    });
  }

  /** Marks a login's tasks for an event bought, all but idle ones; answers those that are bought. 404 for unknown names. */
  markBought(scope: Scope, named: MarkBoughtDto): Promise<TaskDto[]> {
    return this.transactions.run(scope, async (tx) => {
      const { buyer } = await findBuyer(tx, named);
      const rows = await lockTasks(tx, "t.login_id = $1 AND t.event_id = $2 AND t.status <> 'idle'", [
        buyer.login_id,
        buyer.event_id,
      ]);
      await this.transitions.apply(
        tx,
        rows.map((row) => markBoughtRequest(row, scope)),
      );
      return readTasks(
        tx,
        rows.map(({ id }) => id),
      );
    });
  }
}

async function lockOne(tx: Tx, id: number): Promise<TaskRow> {
  const [row] = await lockTasks(tx, 't.id = $1', [id]);
  if (!row) throw notFound('Task');
  return row;
}

/** Whether a command has a task run that doesn't. */
export const isStarting = (command: string): command is 'start' | 'resume' =>
  command === 'start' || command === 'resume';

/** How a command is meant: `now` although `scheduled_at` is ahead; `deleted`: what the task stood on and is gone. */
export interface CommandCase {
  now?: boolean;
  deleted?: TaskParent | undefined;
}

/** A person's command as the state machine takes it. */
export const commandInput = (
  row: TaskRow,
  command: TaskCommand,
  { now = false, deleted }: CommandCase = {},
): TaskInput =>
  command === 'start'
    ? { type: 'start', ahead: row.ahead && !now, ...(deleted && { deleted }) }
    : { type: command };

/** A person's command as a request: what the timeline and the task say of it. */
export function commandRequest(
  row: TaskRow,
  command: TaskCommand,
  scope: Scope,
  how: CommandCase = {},
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

/** A person's word that a task is bought. */
export const markBoughtRequest = (row: TaskRow, scope: Scope): TaskChangeRequest => ({
  row,
  input: { type: 'mark_bought' },
  message: taskReason('MARKED_BOUGHT_BY', { who: scope.actor.label }),
});

/** 409 INVALID_STATE that says from where the command works. */
export function refusal(
  from: TaskStatus,
  command: string,
  outcome: Extract<TaskOutcome, { kind: 'refused' }>,
): Problem {
  return new Problem(
    'INVALID_STATE',
    `A task that is ${from.replace('_', ' ')} can't be told to ${command}`,
    {
      context: { from, command, allowed: outcome.allowed },
    },
  );
}
