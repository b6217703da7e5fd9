import { Injectable } from '@nestjs/common';
import type { Tx } from '../platform/database/transactions';
import { isPausedSql } from '../platform/realm-scope/realm-status.repository';
import { LEASE_SECONDS, type TaskDto, writtenTasksSql } from '../work';
import { currentLeaseSql } from './leases.repository';
import type { ReportDto } from './protocol.dto';

/** SQL that extends a lease by the database's clock. */
const extendsLease = `lease_expires_at = now() + interval '${LEASE_SECONDS} seconds', last_active = now()`;

/** SQL that records that the workers of the `saved` tasks were seen, at most every 5 seconds. */
const touchesWorkers = `UPDATE workers w SET last_seen_at = now() FROM saved
  WHERE w.id = saved.leased_by AND w.last_seen_at < now() - interval '5 seconds'`;

const EXTEND = `WITH saved AS (
    UPDATE tasks SET ${extendsLease} WHERE id = $1 AND lease_id IS NOT NULL RETURNING lease_expires_at, leased_by),
  seen AS (${touchesWorkers})
  SELECT lease_expires_at AS expires_at FROM saved`;

/** A worker's report about the task of its lease. */
export interface LeaseReport {
  tokenId: number;
  leaseId: string;
  report: ReportDto;
  /** Whether to save the report's message. A paused task keeps the one it has. */
  withMessage: boolean;
  /** Whether the state machine has applied the report. Otherwise it is saved only if it leaves the status as it is. */
  settled: boolean;
}

/** The reported position in the site's waiting room. */
const position = "CASE WHEN l.reported = 'waiting_room' THEN l.position END";
const savesMessage = 'l.with_message AND NOT t.paused';
const isNews = `((${savesMessage} AND t.status_message IS DISTINCT FROM l.message) OR t.queue_it_event_position IS DISTINCT FROM ${position})`;
/** SQL that sets a column when a report changes it for a task in the waiting room. */
const waiting = (column: string, value: string) =>
  `${column} = CASE WHEN l.reported = 'waiting_room' AND ${isNews} THEN ${value} ELSE t.${column} END`;

/** A task's position is kept once in five seconds. */
const positionSlot = 'floor(extract(epoch FROM now()) / 5)::int';

const REPORT = `WITH received AS (
    SELECT lease_id, token_id, reported, position, left(message, 2000) AS message, with_message, settled
    FROM unnest($1::uuid[], $2::int[], $3::text[], $4::int[], $5::text[], $6::boolean[], $7::boolean[])
      AS received (lease_id, token_id, reported, position, message, with_message, settled)),
  leased AS (
    SELECT t.id, t.queue_it_event_position AS position_before, l.* FROM received l JOIN tasks t ON ${currentLeaseSql('l.lease_id', 'l.token_id')}
    WHERE l.settled OR t.status = l.reported ORDER BY t.id FOR UPDATE OF t SKIP LOCKED),
  saved AS (
    UPDATE tasks t SET ${extendsLease},
      status_message = CASE WHEN ${savesMessage} THEN l.message ELSE t.status_message END,
      status_reason = CASE WHEN ${savesMessage} THEN NULL ELSE t.status_reason END,
      queue_it_event_position = ${position},
      queue_it_event_status = CASE WHEN NOT ${isNews} THEN t.queue_it_event_status WHEN l.reported = 'waiting_room' THEN 'waiting' END,
      ${waiting('queue_it_event_updated_at', 'now()')},
      ${waiting('queue_it_event_created_at', 'coalesce(t.queue_it_event_created_at, now())')}
    FROM leased l WHERE t.id = l.id RETURNING t.*),
  positions AS (
    INSERT INTO task_positions (realm_id, task_id, slot, position)
    SELECT s.realm_id, s.id, ${positionSlot}, s.queue_it_event_position FROM saved s JOIN leased l ON l.id = s.id
    WHERE s.queue_it_event_position IS DISTINCT FROM l.position_before AND s.queue_it_event_position IS NOT NULL
    ON CONFLICT (realm_id, task_id, slot) DO UPDATE SET position = excluded.position, at = excluded.at),
  links AS (
    UPDATE queue_links q SET status = n.status, position = n.position
    FROM (SELECT l.id, CASE WHEN l.reported = 'waiting_room' THEN 'waiting' ELSE 'entered' END AS status,
        ${position} AS position FROM leased l) n JOIN queue_link_tasks a ON a.task_id = n.id
    WHERE q.realm_id = a.realm_id AND q.id = a.link_id AND q.deleted_at IS NULL
      AND q.status IN ('prequeue', 'waiting', 'your_turn') AND (n.status = 'waiting' OR q.status <> 'prequeue')
      AND (q.status <> n.status OR q.position IS DISTINCT FROM n.position)),
  seen AS (${touchesWorkers})
  ${writtenTasksSql('saved', `t.lease_id, ${isPausedSql('t.realm_id')} AS realm_paused`)}`;

/** Extends leases and saves what workers report. */
@Injectable()
export class LeaseReportsRepository {
  /** Extends a current lease, and records that its worker was seen. */
  async extendLease(tx: Tx, taskId: number): Promise<{ expires_at: Date }> {
    const [row] = await tx.queryPrepared<{ expires_at: Date }>(EXTEND, [taskId]);
    if (!row) throw new Error('The task has no current lease');
    return row;
  }

  /**
   * Extends leases and saves their workers' reports: the position in the waiting room, on the task, over time and on its queue
   * link, and the message, in one statement. Returns the task of each report, by
   * index, as paused too while its realm is; undefined where the lease isn't current, the report isn't `settled` and changes the task's status, or another
   * transaction has locked the task.
   */
  async saveReports(
    tx: Pick<Tx, 'queryPrepared'>,
    reports: readonly LeaseReport[],
  ): Promise<(TaskDto | undefined)[]> {
    const rows = await tx.queryPrepared<TaskDto & { lease_id: string; realm_paused: boolean }>(REPORT, [
      reports.map(({ leaseId }) => leaseId),
      reports.map(({ tokenId }) => tokenId),
      reports.map(({ report }) => report.status),
      reports.map(({ report }) => report.queue_position ?? null),
      reports.map(({ report }) => report.message ?? null),
      reports.map(({ report, withMessage }) => withMessage && report.message !== undefined),
      reports.map(({ settled }) => settled),
    ]);
    const tasks = new Map(
      rows.map(({ lease_id, realm_paused, ...task }) => [
        lease_id,
        {
          ...task,
          paused: task.paused || (realm_paused && ['running', 'waiting_room'].includes(task.status)),
        },
      ]),
    );
    return reports.map(({ leaseId }) => tasks.get(leaseId));
  }
}
