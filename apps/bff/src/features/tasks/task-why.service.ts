import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { notFound } from '../../platform/errors/problem';
import type { Scope } from '../../platform/realm-scope/scope';
import { obstacles, switchColumns, switchJoins, type Switches } from './eligibility';
import type { TaskStatus } from './task-machine';
import type { TaskCause, TaskWhyDto } from './tasks.dto';

interface Situation extends Switches {
  id: number;
  realm_id: number;
  site_id: number;
  status: TaskStatus;
  paused: boolean;
  status_message: string | null;
  scheduled_at: Date | null;
  next_attempt_at: Date | null;
  backing_off: boolean;
  retry_count: number;
  max_retries: number;
  created_at: Date;
}

const cause = (code: string, message: string, context: Record<string, unknown> | null = null): TaskCause => ({
  code,
  message,
  context,
});

/** Answers "why is it not running?" as a chain of causes, the nearest first (contract section 4). */
@Injectable()
export class TaskWhy {
  constructor(private readonly transactions: Transactions) {}

  of(scope: Scope, id: number): Promise<TaskWhyDto> {
    return this.transactions.read(scope, async (tx) => {
      const [task] = await tx.query<Situation>(
        `SELECT t.id, t.realm_id, t.site_id, t.status, t.paused, t.status_message, t.scheduled_at, t.next_attempt_at,
           coalesce(t.next_attempt_at > now(), false) AS backing_off, t.retry_count, t.max_retries, t.created_at,
           ${switchColumns}
         FROM tasks t ${switchJoins} WHERE t.id = $1 AND t.deleted_at IS NULL`,
        [id],
      );
      if (!task) throw notFound('Task');
      return { task_id: id, status: task.status, causes: await causesOf(tx, task) };
    });
  }
}

async function causesOf(tx: Tx, task: Situation): Promise<TaskCause[]> {
  switch (task.status) {
    case 'idle':
      return [cause('NOT_STARTED', 'It has not been started')];
    case 'stopped':
    case 'failed':
    case 'expired':
      return [cause(task.status.toUpperCase(), task.status_message ?? `It is ${task.status}`)];
    case 'scheduled':
      return [
        ...(task.paused ? [cause('PAUSED', task.status_message ?? 'It is paused')] : []),
        cause('SCHEDULED', 'Its time is ahead', { scheduled_at: task.scheduled_at }),
        ...obstacles(task).map((found) => ({ ...found, context: null })),
      ];
    case 'queued':
      return queuedCauses(tx, task);
    case 'running':
    case 'waiting_room':
      return task.paused ? [cause('PAUSED', task.status_message ?? 'It is paused')] : [];
    default:
      return [];
  }
}

async function queuedCauses(tx: Tx, task: Situation): Promise<TaskCause[]> {
  const causes = [
    ...(task.paused ? [cause('PAUSED', task.status_message ?? 'It is paused')] : []),
    ...obstacles(task).map((found) => ({ ...found, context: null })),
    ...(task.backing_off
      ? [
          cause('RETRY_LATER', task.status_message ?? 'It waits before its next try', {
            next_attempt_at: task.next_attempt_at,
            retry: task.retry_count,
            max_retries: task.max_retries,
          }),
        ]
      : []),
  ];
  if (causes.length > 0) return causes;
  const [around] = await tx.query<{ ahead: number; workers: number }>(
    `SELECT (SELECT count(*)::int FROM tasks a WHERE a.site_id = $1 AND a.realm_id = $2 AND a.status = 'queued'
               AND NOT a.paused AND a.deleted_at IS NULL AND (a.created_at, a.id) < ($3, $4)) AS ahead,
            (SELECT count(*)::int FROM workers w WHERE w.last_seen_at > now() - interval '40 seconds') AS workers`,
    [task.site_id, task.realm_id, task.created_at, task.id],
  );
  if (!around?.workers) return [cause('NO_WORKER', 'No worker is connected')];
  return [cause('WAITING_FOR_WORKER', 'It waits for a free worker', { ahead: around.ahead })];
}
