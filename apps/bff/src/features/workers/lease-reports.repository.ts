import type { Tx } from '../../platform/database/transactions';
import { type TaskDto, writtenTasksSql, LEASE_SECONDS } from '../tasks';
import { currentLeaseSql } from './current-lease';
import type { ReportDto } from './protocol.dto';

/** A lease lengthened by the database clock. */
const extendedLease = `lease_expires_at = now() + interval '${LEASE_SECONDS} seconds', last_active = now()`;

/** Notes that the workers of the tasks just `saved` live; not each time. */
const touchedWorkers = `UPDATE workers w SET last_seen_at = now() FROM saved
  WHERE w.id = saved.leased_by AND w.last_seen_at < now() - interval '5 seconds'`;

const EXTEND = `WITH saved AS (
    UPDATE tasks SET ${extendedLease} WHERE id = $1 AND lease_id IS NOT NULL RETURNING lease_expires_at, leased_by),
  seen AS (${touchedWorkers})
  SELECT lease_expires_at AS expires_at FROM saved`;

/** Lengthens a current lease, and notes that its worker lives. */
export async function extendLease(tx: Tx, taskId: number): Promise<{ expires_at: Date }> {
  const [row] = await tx.queryPrepared<{ expires_at: Date }>(EXTEND, [taskId]);
  if (!row) throw new Error('a current lease can be lengthened');
  return row;
}

/** What a worker reports of the task that it has under a lease. */
export interface LeaseReport {
  tokenId: number;
  leaseId: string;
  report: ReportDto;
  /** Whether the message is news to people; a paused task's isn't. */
  withMessage: boolean;
  /** Whether the machine has seen the report already; otherwise only one of the status that the task is in is taken. */
  settled: boolean;
}

/** The place in the site's queue that is reported. */
const place = "CASE WHEN l.reported = 'waiting_room' THEN l.place END";
const says = 'l.tell AND NOT t.paused';
const isNews = `((${says} AND t.status_message IS DISTINCT FROM l.message) OR t.queue_it_event_position IS DISTINCT FROM ${place})`;
/** A column's value after a report that says something new of a task in the waiting room. */
const waiting = (column: string, value: string) =>
  `${column} = CASE WHEN l.reported = 'waiting_room' AND ${isNews} THEN ${value} ELSE t.${column} END`;

const REPORT = `WITH asked AS (
    SELECT lease_id, token_id, reported, place, left(message, 2000) AS message, tell, settled
    FROM unnest($1::uuid[], $2::int[], $3::text[], $4::int[], $5::text[], $6::boolean[], $7::boolean[])
      AS asked (lease_id, token_id, reported, place, message, tell, settled)),
  leased AS (
    SELECT t.id, l.* FROM asked l JOIN tasks t ON ${currentLeaseSql('l.lease_id', 'l.token_id')}
    WHERE l.settled OR t.status = l.reported ORDER BY t.id FOR UPDATE OF t SKIP LOCKED),
  saved AS (
    UPDATE tasks t SET ${extendedLease},
      status_message = CASE WHEN ${says} THEN l.message ELSE t.status_message END,
      status_reason = CASE WHEN ${says} THEN NULL ELSE t.status_reason END,
      queue_it_event_position = ${place},
      queue_it_event_status = CASE WHEN NOT ${isNews} THEN t.queue_it_event_status WHEN l.reported = 'waiting_room' THEN 'waiting' END,
      ${waiting('queue_it_event_updated_at', 'now()')},
      ${waiting('queue_it_event_created_at', 'coalesce(t.queue_it_event_created_at, now())')}
    FROM leased l WHERE t.id = l.id RETURNING t.*),
  places AS (
    UPDATE queue_links q SET status = n.status, position = n.position
    FROM (SELECT l.id, CASE WHEN l.reported = 'waiting_room' THEN 'waiting' ELSE 'entered' END AS status,
        ${place} AS position FROM leased l) n JOIN queue_link_tasks a ON a.task_id = n.id
    WHERE q.realm_id = a.realm_id AND q.id = a.link_id AND q.deleted_at IS NULL
      AND q.status IN ('prequeue', 'waiting', 'your_turn') AND (n.status = 'waiting' OR q.status <> 'prequeue')
      AND (q.status <> n.status OR q.position IS DISTINCT FROM n.position)),
  seen AS (${touchedWorkers})
  ${writtenTasksSql('saved', 't.lease_id')}`;

/**
 * Lengthens leases and notes what their workers report: the place in the site's queue, also of the queue place that the task
 * was given, and what the worker says now. One statement, the whole of a transaction unless `tx` is one that goes on.
 * Answers the task of each report, by its place; undefined where the lease isn't current, the report isn't `settled`
 * and changes the task's status, or somebody else changes the task now.
 */
export async function saveReports(
  tx: Pick<Tx, 'queryPrepared'>,
  reports: readonly LeaseReport[],
): Promise<(TaskDto | undefined)[]> {
  const rows = await tx.queryPrepared<TaskDto & { lease_id: string }>(REPORT, [
    reports.map(({ leaseId }) => leaseId),
    reports.map(({ tokenId }) => tokenId),
    reports.map(({ report }) => report.status),
    reports.map(({ report }) => report.queue_position ?? null),
    reports.map(({ report }) => report.message ?? null),
    reports.map(({ report, withMessage }) => withMessage && report.message !== undefined),
    reports.map(({ settled }) => settled),
  ]);
  const tasks = new Map(rows.map(({ lease_id, ...task }) => [lease_id, task]));
  return reports.map(({ leaseId }) => tasks.get(leaseId));
}
