import type { Tx } from '../../platform/database/transactions';
import type { TaskDto } from '../tasks/tasks.dto';
import { writtenTasks } from '../tasks/tasks.queries';
import { LEASE_SECONDS } from '../tasks/transitions.queries';
import type { ReportDto } from './protocol.dto';

/** A lease lengthened by the database clock. */
const lengthened = `lease_expires_at = now() + interval '${LEASE_SECONDS} seconds', last_active = now()`;

/** Notes that the workers of the tasks just `saved` live; not each time. */
const seen = `UPDATE workers w SET last_seen_at = now() FROM saved
  WHERE w.id = saved.leased_by AND w.last_seen_at < now() - interval '5 seconds'`;

const EXTEND = `WITH saved AS (
    UPDATE tasks SET ${lengthened} WHERE id = $1 AND lease_id IS NOT NULL RETURNING lease_expires_at, leased_by),
  seen AS (${seen})
  SELECT lease_expires_at AS expires_at FROM saved`;

/** Lengthens a current lease, and notes that its worker lives. */
export async function extendLease(tx: Tx, taskId: number): Promise<{ expires_at: Date }> {
  const [row] = await tx.repeat<{ expires_at: Date }>(EXTEND, [taskId]);
  if (!row) throw new Error('a current lease can be lengthened');
  return row;
}

/** The place in the site's queue that is reported. */
const place = "CASE WHEN $4 = 'waiting_room' THEN $5::int END";
/** Whether a report says anything new of a task. */
const isNews = `(($3 AND status_message IS DISTINCT FROM left($2, 2000)) OR queue_it_event_position IS DISTINCT FROM ${place})`;
/** A column's value after a report that says something new of a task in the waiting room. */
const waiting = (column: string, value: string) =>
  `${column} = CASE WHEN $4 = 'waiting_room' AND ${isNews} THEN ${value} ELSE ${column} END`;

const REPORT = `WITH place AS (
    UPDATE queue_links q SET status = n.status, position = n.position
    FROM queue_link_tasks a, (SELECT CASE WHEN $4 = 'waiting_room' THEN 'waiting' ELSE 'entered' END AS status,
      ${place} AS position) n
    WHERE a.task_id = $1 AND q.realm_id = a.realm_id AND q.id = a.link_id AND q.deleted_at IS NULL
      AND q.status IN ('prequeue', 'waiting', 'your_turn') AND ($4 = 'waiting_room' OR q.status <> 'prequeue')
      AND (q.status <> n.status OR q.position IS DISTINCT FROM n.position)),
  saved AS (
    UPDATE tasks SET ${lengthened},
      status_message = CASE WHEN $3 THEN left($2, 2000) ELSE status_message END,
      queue_it_event_position = ${place},
      queue_it_event_status = CASE WHEN NOT ${isNews} THEN queue_it_event_status WHEN $4 = 'waiting_room' THEN 'waiting' END,
      ${waiting('queue_it_event_updated_at', 'now()')},
      ${waiting('queue_it_event_created_at', 'coalesce(queue_it_event_created_at, now())')}
    WHERE id = $1 AND lease_id IS NOT NULL RETURNING *),
  seen AS (${seen})
  ${writtenTasks('saved')}`;

/**
 * Lengthens a current lease and notes what its worker reports: the place in the site's queue, also of the queue place
 * that the task was given, and, with `withMessage`, what the worker says now. One statement; answers the task.
 */
export async function saveReport(
  tx: Tx,
  taskId: number,
  report: ReportDto,
  withMessage: boolean,
): Promise<TaskDto> {
  const [task] = await tx.repeat<TaskDto>(REPORT, [
    taskId,
    report.message ?? null,
    withMessage && report.message !== undefined,
    report.status,
    report.queue_position ?? null,
  ]);
  if (!task) throw new Error('a task under a current lease can be reported');
  return task;
}
