import type { Tx } from '../../platform/database/transactions';
import { LEASE_SECONDS } from '../tasks/transitions.queries';
import type { ReportDto } from './protocol.dto';

/** Lengthens a current lease by the database clock, and notes that its worker lives. */
export async function extendLease(tx: Tx, taskId: number): Promise<{ expires_at: Date }> {
  const [row] = await tx.query<{ expires_at: Date; leased_by: number }>(
    `UPDATE tasks SET lease_expires_at = now() + interval '${LEASE_SECONDS} seconds', last_active = now()
     WHERE id = $1 AND lease_id IS NOT NULL RETURNING lease_expires_at AS expires_at, leased_by`,
    [taskId],
  );
  if (!row) throw new Error('a current lease can be lengthened');
  await tx.execute(
    "UPDATE workers SET last_seen_at = now() WHERE id = $1 AND last_seen_at < now() - interval '5 seconds'",
    [row.leased_by],
  );
  return row;
}

/**
 * Notes the place in the site's queue, also of the queue place that the task was given, and, with `withMessage`, what
 * the worker says now.
 */
export async function noteReport(
  tx: Tx,
  taskId: number,
  report: ReportDto,
  withMessage: boolean,
): Promise<void> {
  await tx.execute(
    `WITH place AS (
       UPDATE queue_links q SET status = n.status, position = n.position
       FROM queue_link_tasks a, (SELECT CASE WHEN $4 = 'waiting_room' THEN 'waiting' ELSE 'entered' END AS status,
         CASE WHEN $4 = 'waiting_room' THEN $5::int END AS position) n
       WHERE a.task_id = $1 AND q.realm_id = a.realm_id AND q.id = a.link_id AND q.deleted_at IS NULL
         AND q.status IN ('prequeue', 'waiting', 'your_turn') AND ($4 = 'waiting_room' OR q.status <> 'prequeue')
         AND (q.status <> n.status OR q.position IS DISTINCT FROM n.position))
     UPDATE tasks SET
       status_message = CASE WHEN $3 THEN left($2, 2000) ELSE status_message END,
       queue_it_event_position = CASE WHEN $4 = 'waiting_room' THEN $5::int END,
       queue_it_event_status = CASE WHEN $4 = 'waiting_room' THEN 'waiting' END,
       queue_it_event_updated_at = CASE WHEN $4 = 'waiting_room' THEN now() ELSE queue_it_event_updated_at END,
       queue_it_event_created_at = CASE WHEN $4 = 'waiting_room' THEN coalesce(queue_it_event_created_at, now())
                                        ELSE queue_it_event_created_at END
     WHERE id = $1
       AND (($3 AND status_message IS DISTINCT FROM left($2, 2000))
         OR queue_it_event_position IS DISTINCT FROM CASE WHEN $4 = 'waiting_room' THEN $5::int END)`,
    [
      taskId,
      report.message ?? null,
      withMessage && report.message !== undefined,
      report.status,
      report.queue_position ?? null,
    ],
  );
}
