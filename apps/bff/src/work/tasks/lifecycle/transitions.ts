import { Injectable } from '@nestjs/common';
import {
  isUnfinished,
  nextAttempt,
  nextPayment,
  type OrderReport,
  step,
  type TaskFacts,
  type TaskInput,
  type TaskOutcome,
} from '@tessera/domain';
import { NotificationPublisher } from '../../../messages';
import type { Tx } from '../../../platform/database/transactions';
import { isRehearsalRealm } from '../../../platform/realm-scope/realm-status.repository';
import { type NewTaskEvent, type SavedTask, TaskLifecycleRepository } from './task-lifecycle.repository';
import { TaskMetrics } from './task-metrics';
import { type NotifiableChange, notifiableChanges, taskNotifications } from './task-notifications';
import { TaskQueue } from './task-queue';
import { messageColumns, type TaskMessage } from './task-reasons';
import { type TaskRow, toTaskFacts } from './task-rows';

/** A lease given to a worker, by the database clock. */
export interface NewLease {
  lease_id: string;
  worker_id: number;
  worker_index: number;
}

/** An input of the state machine for one locked task, with what is recorded about it. */
export interface TaskChangeRequest<Row extends TaskRow = TaskRow> {
  row: Row;
  input: TaskInput;
  /** An input that comes just before, in the same write; the timeline gets a line for each. */
  preceding?: TaskInput | undefined;
  /** The reason for a person; undefined leaves the old one, null clears it. */
  message?: TaskMessage | null;
  /** A person's pending command, kept as `command`. */
  command?: string;
  /** The worker's response to the last command. */
  commandMessage?: string;
  /** The new lease, with a `lease` input. */
  lease?: NewLease;
  /** Minimum seconds until the next attempt (a site's Retry-After). */
  retryAfter?: number;
  /** What is known of the order as the lease ends. */
  order?: OrderReport | undefined;
  /** Whether a carted `buy` task still has seats to pay, so that it must be leased again. */
  payable?: boolean;
}

/** The state machine's outcome for a request, and the row as it is now. */
export interface AppliedChange<Row extends TaskRow = TaskRow> {
  row: Row;
  outcome: TaskOutcome;
}

/** A change that is about to be written: the state before its input, and after. */
interface Save<Row extends TaskRow> {
  request: TaskChangeRequest<Row>;
  before: TaskFacts;
  next: TaskFacts;
  saved: SavedTask;
}

/** The only way to change a task's state: row, timeline, queue and notifications, in the caller's transaction. */
@Injectable()
export class Transitions {
  constructor(
    private readonly queue: TaskQueue,
    private readonly notifications: NotificationPublisher,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly metrics: TaskMetrics,
  ) {}

  /** Applies requests to rows that the caller has locked. A request that is rejected or has no effect changes nothing. */
  async apply<Row extends TaskRow>(
    tx: Tx,
    requests: readonly TaskChangeRequest<Row>[],
  ): Promise<AppliedChange<Row>[]> {
    const results: AppliedChange<Row>[] = [];
    const saves: Save<Row>[] = [];
    for (const request of requests) {
      const before = factsBefore(request);
      const outcome = step(before, request.input);
      results.push({ row: request.row, outcome });
      if (outcome.kind === 'change')
        saves.push({ request, before, next: outcome.next, saved: toSavedTask(request, outcome.next) });
    }
    if (saves.length === 0) return results;
    const queued = saves.filter(({ saved }) => saved.waits && !saved.keeps_place);
    await this.queue.enqueueWithin(
      tx,
      queued.map(({ request }) => request.row),
      (trace) =>
        this.lifecycle.saveTransitions(
          tx,
          saves.map(({ saved }) => saved),
          saves.flatMap(timelineOf),
          trace,
        ),
    );
    await this.notify(tx, saves);
    this.metrics.countChanges(
      tx,
      saves.map(({ request, next }) => ({
        realm_id: request.row.realm_id,
        to: next.status,
        isRetry: request.input.type === 'fail' && isUnfinished(next.status),
      })),
    );
    const after = new Map(
      saves.map(({ request, saved }) => [request.row.id, { ...request.row, ...toRowChanges(saved) }]),
    );
    return results.map((result) => ({ ...result, row: after.get(result.row.id) ?? result.row }));
  }

  private async notify(
    tx: Tx,
    saves: readonly { request: TaskChangeRequest; next: TaskFacts }[],
  ): Promise<void> {
    const all = saves.map(({ request: { row, input, message }, next }) => ({
      task_id: row.id,
      realm_id: row.realm_id,
      input: input.type,
      from: row.status,
      to: next.status,
      message: message ?? null,
    }));
    await this.publish(tx, all);
  }

  /** Notifies people of seats that a task holds in addition to others: its status stays as it is. */
  async notifyOfMoreSeats(tx: Tx, { id, realm_id, status }: TaskRow, message: TaskMessage): Promise<void> {
    await this.publish(tx, [{ task_id: id, realm_id, input: 'hold', from: status, to: status, message }]);
  }

  /** Publishes nothing of a rehearsal. */
  private async publish(tx: Tx, all: readonly NotifiableChange[]): Promise<void> {
    const changes = notifiableChanges(all.filter(({ realm_id }) => !isRehearsalRealm(realm_id)));
    if (changes.length === 0) return;
    const names = await this.lifecycle.findNames(
      tx,
      changes.map(({ task_id }) => task_id),
    );
    await this.notifications.publish(tx, taskNotifications(changes, names));
  }

  /** As `apply`, for one request. */
  async applyOne(tx: Tx, request: TaskChangeRequest): Promise<AppliedChange> {
    const [applied] = await this.apply(tx, [request]);
    if (!applied) throw new Error('apply() gives one result per request');
    return applied;
  }
}

/** The state to which the input applies. @throws when the preceding input changes nothing */
function factsBefore({ row, preceding }: TaskChangeRequest): TaskFacts {
  const facts = toTaskFacts(row);
  if (!preceding) return facts;
  const outcome = step(facts, preceding);
  if (outcome.kind !== 'change') throw new Error(`A task in ${row.status} has no ${preceding.type}`);
  return outcome.next;
}

/** The timeline's lines of a change. */
function timelineOf({ request, before, next }: Save<TaskRow>): NewTaskEvent[] {
  const { row, input, preceding, message } = request;
  const line = { realm_id: row.realm_id, task_id: row.id };
  const last = { ...line, what: input.type, from: before.status, to: next.status, message: message ?? null };
  if (!preceding) return [last];
  return [{ ...line, what: preceding.type, from: row.status, to: before.status, message: null }, last];
}

/** Whether the task waits for a worker. A paused one doesn't, until it is resumed. */
const waits = (request: TaskChangeRequest, next: TaskFacts): boolean =>
  !next.leased &&
  !next.paused &&
  (next.status === 'queued' ||
    next.status === 'scheduled' ||
    (next.status === 'carted' && request.row.mode === 'buy' && request.payable === true));

/** Whether the task keeps its place in the queue: only a scheduled task whose time has come does. */
const keepsPlace = ({ row }: TaskChangeRequest, next: TaskFacts): boolean =>
  row.lease_id === null && row.status === 'scheduled' && next.status === 'queued' && !next.paused;

function toSavedTask(request: TaskChangeRequest, next: TaskFacts): SavedTask {
  const { row, lease } = request;
  const reason = request.message === undefined ? null : messageColumns(request.message);
  const leaseBegins = lease !== undefined && next.leased;
  const leaseEnds = row.lease_id !== null && !next.leased;
  const { ready, delay } = nextAttempt(next, request.input, {
    scheduledAt: row.scheduled_at,
    nextAttemptAt: row.next_attempt_at,
    retryAfter: request.retryAfter ?? 0,
  });
  return {
    id: row.id,
    status: next.status,
    paused: next.paused,
    retry_count: next.retry_count,
    requeued_after_lapse: next.requeued,
    status_message: reason ? reason.message : row.status_message,
    status_reason: reason ? reason.reason : row.status_reason,
    command: request.command ?? row.command,
    command_message: request.command ? null : (request.commandMessage ?? row.command_message),
    waits: waits(request, next),
    keeps_place: keepsPlace(request, next),
    lease_id: next.leased ? (lease?.lease_id ?? row.lease_id) : null,
    leased_by: next.leased ? (lease?.worker_id ?? row.leased_by) : null,
    worker_index: lease?.worker_index ?? null,
    new_lease: leaseBegins,
    lease_ended: leaseEnds,
    ready_at: ready.at,
    ready_in_s: ready.inSeconds,
    next_attempt_at: delay.at,
    next_attempt_in_s: delay.inSeconds,
    payment_state: nextPayment(row.payment_state, {
      buys: row.mode === 'buy',
      leaseBegins,
      leaseEnds,
      order: request.order ?? null,
    }),
  };
}

const toRowChanges = (saved: SavedTask): Partial<TaskRow> => ({
  status: saved.status,
  paused: saved.paused,
  retry_count: saved.retry_count,
  requeued_after_lapse: saved.requeued_after_lapse,
  status_message: saved.status_message,
  status_reason: saved.status_reason,
  command: saved.command,
  command_message: saved.command_message,
  lease_id: saved.lease_id,
  leased_by: saved.leased_by,
  payment_state: saved.payment_state,
});
