import { Injectable } from '@nestjs/common';
import {
  backoffSeconds,
  isUnfinished,
  step,
  type TaskFacts,
  type TaskInput,
  type TaskOutcome,
} from '@tessera/domain';
import type { Tx } from '../../../platform/database/transactions';
import { queueName, TaskQueue } from '../../../platform/queue/task-queue';
import { NotificationPublisher } from '../../notifications';
import { type OrderReport, type SavedTask, TaskLifecycleRepository } from './task-lifecycle.repository';
import { TaskMetrics } from './task-metrics';
import { notifiableChanges, taskNotifications } from './task-notifications';
import { messageColumns, type TaskMessage } from './task-reasons';
import { type TaskRow, toTaskFacts } from './task-rows';

/** A lease given to a worker, by the database clock. */
export interface NewLease {
  lease_id: string;
  worker_id: number;
  worker_index: number;
}

/** An input of the state machine for one locked task, with what is recorded about it. */
export interface TaskChangeRequest {
  row: TaskRow;
  input: TaskInput;
  /** The reason for a person; undefined leaves the old one, null clears it. */
  message?: TaskMessage | null;
  /** A person's pending command, kept as `command`. */
  command?: string;
  /** The worker's answer to the last command. */
  commandMessage?: string;
  /** The new lease, with a `lease` input. */
  lease?: NewLease;
  /** Minimum seconds until the next try (a site's Retry-After). */
  retryAfter?: number;
  /** What is known of the order as the lease ends. */
  order?: OrderReport | undefined;
  /** Whether a carted `buy` task still has seats to pay, so that it must be leased again. */
  payable?: boolean;
}

/** The state machine's outcome for a request, and the row as it is now. */
export interface AppliedChange {
  row: TaskRow;
  outcome: TaskOutcome;
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

  /** Applies requests to rows that the caller has locked. A request that is refused or has no effect changes nothing. */
  async apply(tx: Tx, requests: readonly TaskChangeRequest[]): Promise<AppliedChange[]> {
    const results: AppliedChange[] = [];
    const saves: { request: TaskChangeRequest; next: TaskFacts; saved: SavedTask }[] = [];
    for (const request of requests) {
      const outcome = step(toTaskFacts(request.row), request.input);
      results.push({ row: request.row, outcome });
      if (outcome.kind === 'change')
        saves.push({ request, next: outcome.next, saved: toSavedTask(request, outcome.next) });
    }
    if (saves.length === 0) return results;
    await this.requeue(tx, saves);
    await this.lifecycle.saveTransitions(
      tx,
      saves.map(({ saved }) => saved),
      saves.map(({ request, next }) => ({
        realm_id: request.row.realm_id,
        task_id: request.row.id,
        what: request.input.type,
        from: request.row.status,
        to: next.status,
        message: request.message ?? null,
      })),
    );
    await this.notify(tx, saves);
    this.metrics.countChanges(
      tx,
      saves.map(({ request, next }) => ({
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
    const changes = notifiableChanges(all);
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

  /** Queues new runs for locked tasks, because theirs was lost or its time has changed. */
  async enqueue(tx: Tx, rows: readonly TaskRow[]): Promise<void> {
    const runs = await this.queue.enqueue(
      tx,
      rows.map((row) => ({
        task_id: row.id,
        site_id: row.site_id,
        realm_id: row.realm_id,
        start_after:
          (row.status === 'scheduled' ? row.scheduled_at : row.next_attempt_at)?.toISOString() ?? null,
      })),
    );
    await this.lifecycle.setQueuedRuns(
      tx,
      rows.map((row, index) => ({ id: row.id, run: runs[index] ?? null, queue: queueName(row.site_id) })),
    );
  }

  /** Leaves locked tasks without a run until the gate that blocks them opens. */
  async park(tx: Tx, rows: readonly TaskRow[]): Promise<void> {
    if (rows.length > 0)
      await this.lifecycle.setQueuedRuns(
        tx,
        rows.map(({ id }) => ({ id, run: null, queue: null })),
      );
  }

  /** Ends the runs of ended leases, and queues new runs for tasks that wait. */
  private async requeue(tx: Tx, saves: { request: TaskChangeRequest; next: TaskFacts; saved: SavedTask }[]) {
    const ended = saves.filter(
      ({ request, next }) => request.row.lease_id && !next.leased && request.row.boss_job_id,
    );
    for (const [siteId, group] of Map.groupBy(ended, ({ request }) => request.row.site_id)) {
      await this.queue.settle(
        tx,
        siteId,
        group.flatMap(({ request }) => request.row.boss_job_id ?? []),
      );
    }
    const unqueued = saves.filter(({ request, next, saved }) => {
      if (next.leased) return false;
      saved.boss_job_id = keepsRun(request, next) ? request.row.boss_job_id : null;
      return saved.boss_job_id === null && needsRun(request, next);
    });
    const ids = await this.queue.enqueue(
      tx,
      unqueued.map(({ request, next, saved }) => ({
        task_id: request.row.id,
        site_id: request.row.site_id,
        realm_id: request.row.realm_id,
        start_after:
          next.status === 'scheduled'
            ? (request.row.scheduled_at?.toISOString() ?? null)
            : saved.delay_s || (saved.keeps_delay && request.row.next_attempt_at?.toISOString()) || null,
      })),
    );
    unqueued.forEach(({ request, saved }, index) => {
      saved.boss_job_id = ids[index] ?? null;
      saved.queue_name = queueName(request.row.site_id);
    });
  }
}

/** Whether the task waits for a worker. A paused one doesn't, until it is resumed. */
const needsRun = (request: TaskChangeRequest, next: TaskFacts): boolean =>
  !next.paused &&
  (next.status === 'queued' ||
    next.status === 'scheduled' ||
    (next.status === 'carted' && request.row.mode === 'buy' && request.payable === true));

/** Whether the task keeps its waiting run: only a scheduled task whose time has come does. */
const keepsRun = (request: TaskChangeRequest, next: TaskFacts): boolean =>
  request.row.lease_id === null &&
  request.row.status === 'scheduled' &&
  next.status === 'queued' &&
  !next.paused;

/** Seconds until the next try may be leased; 0: at once, or there is none. */
function retryDelay(request: TaskChangeRequest, next: TaskFacts): number {
  if (request.input.type !== 'fail' || !isUnfinished(next.status)) return 0;
  return Math.max(backoffSeconds(next.retry_count), request.retryAfter ?? 0);
}

/** Pausing and resuming must not shorten a task's backoff or the site's Retry-After. */
const keepsDelay = ({ input }: TaskChangeRequest): boolean =>
  input.type === 'pause' || input.type === 'resume';

function toSavedTask(request: TaskChangeRequest, next: TaskFacts): SavedTask {
  const { row, lease } = request;
  const reason = request.message === undefined ? null : messageColumns(request.message);
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
    boss_job_id: row.boss_job_id,
    queue_name: null,
    lease_id: next.leased ? (lease?.lease_id ?? row.lease_id) : null,
    leased_by: next.leased ? (lease?.worker_id ?? row.leased_by) : null,
    worker_index: lease?.worker_index ?? null,
    new_lease: Boolean(lease && next.leased),
    lease_ended: row.lease_id !== null && !next.leased,
    delay_s: retryDelay(request, next),
    keeps_delay: keepsDelay(request),
    order: request.order ?? null,
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
  boss_job_id: saved.boss_job_id,
  lease_id: saved.lease_id,
  leased_by: saved.leased_by,
});
