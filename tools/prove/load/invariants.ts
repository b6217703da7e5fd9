import type pg from 'pg';
import { type Check, expectNone } from '../checks.ts';
import { waitFor } from '../installation/wait-for.ts';

/** Invariants of the tables, each with a query for the rows that violate it. */
const RULES: Record<string, string> = {
  'no seat has two tickets': `
    SELECT site_id, event_guid, area, "row", seat, count(*) FROM tickets WHERE status <> 'CANCELLED' AND deleted_at IS NULL
    GROUP BY 1, 2, 3, 4, 5 HAVING count(*) > 1`,
  "a task's status is that of its last event": `
    SELECT t.id, t.status, e.to_status FROM tasks t
    CROSS JOIN LATERAL (SELECT to_status FROM task_events e WHERE e.realm_id = t.realm_id AND e.task_id = t.id
      AND e.to_status IS NOT NULL ORDER BY e.id DESC LIMIT 1) e
    WHERE e.to_status <> t.status`,
  'each event starts from the status of the previous one': `
    SELECT task_id, id, from_status, before FROM (
      SELECT task_id, id, from_status, lag(to_status) OVER (PARTITION BY task_id ORDER BY id) AS before
      FROM task_events WHERE to_status IS NOT NULL) e
    WHERE before IS NOT NULL AND from_status IS DISTINCT FROM before`,
  'every task has its first event': `
    SELECT id FROM tasks t WHERE NOT EXISTS (
      SELECT FROM task_events e WHERE e.realm_id = t.realm_id AND e.task_id = t.id)`,
  'no lease is expired or without a worker': `
    SELECT id, status, lease_expires_at FROM tasks
    WHERE lease_id IS NOT NULL AND (leased_by IS NULL OR lease_expires_at < now() - interval '10 seconds')`,
  'only tasks in progress are leased': `
    SELECT id, status FROM tasks WHERE lease_id IS NOT NULL AND status NOT IN ('running', 'waiting_room', 'carted', 'stopping')`,
  'tasks in progress are leased': `
    SELECT id, status FROM tasks WHERE lease_id IS NULL AND status IN ('running', 'waiting_room', 'stopping')`,
  'every confirmed hold has one ticket and every ticket a hold': `
    SELECT h.id, h.status, t.id FROM holds h FULL JOIN tickets t ON t.hold_id = h.id
    WHERE (h.status = 'confirmed') IS DISTINCT FROM (t.id IS NOT NULL)`,
  'every bought task has a ticket, or ended with the purchase of another task of its login': `
    SELECT id FROM tasks t WHERE mode = 'buy' AND status = 'bought' AND NOT EXISTS (SELECT FROM tickets k WHERE k.task_id = t.id)
      AND NOT EXISTS (SELECT FROM task_events e JOIN tickets k ON k.task_id = (e.reason #>> '{params,task}')::int
        WHERE e.task_id = t.id AND e.reason ->> 'code' = 'BOUGHT_BY_TASK' AND k.login_id = t.login_id AND k.event_id = t.event_id)`,
  'every carted task has a live hold': `
    SELECT id FROM tasks t WHERE status = 'carted' AND NOT EXISTS (SELECT FROM holds h WHERE h.task_id = t.id AND h.status = 'held')`,
  'every purchase is audited once': `
    SELECT k.id FROM tickets k WHERE (SELECT count(*) FROM audit a
      WHERE a.action = 'ticket.purchase' AND a.entity = 'ticket' AND a.entity_id = k.id::text) <> 1`,
  "no customer has more than the event's limit": `
    SELECT event_id, customer_identity, count(*) FROM (
      SELECT event_id, customer_identity FROM tickets WHERE deleted_at IS NULL
      UNION ALL SELECT event_id, customer_identity FROM holds WHERE status = 'held' AND expires_at > now()) seats
    JOIN events e ON e.id = event_id GROUP BY 1, 2, e.max_per_customer HAVING count(*) > e.max_per_customer`,
  "the realms' counters match their tasks and logins and respect the limits": `
    SELECT id, active_tasks, login_count FROM realms r
    WHERE active_tasks > max_tasks OR login_count > max_logins
      OR active_tasks <> (SELECT count(*) FROM tasks t WHERE t.realm_id = r.id AND unfinished AND deleted_at IS NULL)
      OR login_count <> (SELECT count(*) FROM logins l WHERE l.realm_id = r.id AND deleted_at IS NULL)`,
  'every queued task has a place in the queue': `
    SELECT id, status FROM tasks WHERE status = 'queued' AND NOT paused AND ready_at IS NULL`,
};

const SETTLE_MS = 20_000;

/** Checks all invariants. Retries for a while, because sweeps that run every 2 s complete some transitions. */
export async function checkInvariants(db: pg.Pool): Promise<Check[]> {
  const findViolations = async () => {
    const found: string[] = [];
    for (const [rule, query] of Object.entries(RULES)) {
      const { rows } = await db.query<Record<string, unknown>>(`${query} LIMIT 3`);
      if (rows.length > 0) found.push(`${rule}: ${JSON.stringify(rows)}`);
    }
    return found;
  };
  const left = await waitFor(
    'all invariants hold',
    async () => ((await findViolations()).length === 0 ? [] : undefined),
    { withinMs: SETTLE_MS, everyMs: 1_000 },
  ).catch(findViolations);
  return [expectNone('all table invariants hold', left, `${Object.keys(RULES).length} rules`)];
}
