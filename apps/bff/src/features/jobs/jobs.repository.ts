import { pausableStatuses, unfinishedStatuses } from '@tessera/domain';
import { Conditions } from '../../platform/database/conditions';
import type { HotList } from '../../platform/database/hot-lists';
import { KEPT_DAYS } from '../../platform/database/restore';
import type { Tx } from '../../platform/database/transactions';
import { jobStatuses, JobDto, type JobListQuery } from './jobs.dto';

const quoteList = (statuses: readonly string[]): string => statuses.map((status) => `'${status}'`).join(', ');

/**
 * A job's figures, which follow from its tasks, out of the counts that are kept of them. The first
 * of the statuses that holds is the job's; times are the tasks' own.
 */
export const jobFigures = `CROSS JOIN LATERAL (
    SELECT coalesce(jsonb_object_agg(g.status, g.n) FILTER (WHERE g.task), '{}') AS counts,
      coalesce(sum(g.n) FILTER (WHERE NOT g.task), 0)::int AS seats_won,
      coalesce(bool_or(g.status IN (${quoteList(unfinishedStatuses)})), false) AS unfinished,
      coalesce(sum(g.paused) FILTER (WHERE g.pausable), 0)::int AS paused_tasks,
      CASE WHEN bool_or(g.status = 'stopping') THEN 'stopping'
           WHEN sum(g.n) FILTER (WHERE g.pausable) = sum(g.paused) FILTER (WHERE g.pausable) THEN 'paused'
           WHEN bool_or(g.status IN ('queued', 'running', 'waiting_room', 'carted')) THEN 'running'
           WHEN bool_or(g.status = 'scheduled') THEN 'scheduled'
           WHEN bool_and(g.status = 'idle') FILTER (WHERE g.task) THEN 'draft'
           WHEN bool_or(g.status = 'bought') THEN 'completed'
           WHEN bool_or(g.status IN ('failed', 'expired')) THEN 'failed'
           ELSE 'stopped' END AS status
    FROM (
      SELECT c.counted AS status, c.counted <> 'ticket' AS task, c.counted IN (${quoteList(pausableStatuses)}) AS pausable,
        sum(c.total)::int AS n, sum(c.paused)::int AS paused
      FROM job_counts c WHERE c.realm_id = j.realm_id AND c.job_id = j.id
      GROUP BY c.counted HAVING sum(c.total) <> 0
    ) g
  ) f`;

/** The first start, for good, and once all has ended the last end of a job's tasks, those deleted since included. */
const ofTasks = 'FROM tasks t WHERE t.realm_id = j.realm_id AND t.job_id = j.id';
export const jobStartedAt = `least(j.started_at, (SELECT min(t.first_started_at) ${ofTasks}))`;
export const jobFinishedAt = `CASE WHEN NOT f.unfinished THEN (SELECT max(t.finished_at) ${ofTasks}) END`;

const joins = `FROM jobs j
  JOIN events e ON e.id = j.event_id
  LEFT JOIN templates m ON m.realm_id = j.realm_id AND m.id = j.template_id
  LEFT JOIN users u ON u.id = j.created_by
  ${jobFigures}`;

const columns = `j.id, j.name, j.realm_id, j.template_id, m.name AS template_name, j.site_id, j.event_id,
  e.guid AS event_guid, e.name AS event_name, f.status, j.seats_target,
  f.seats_won,
  (SELECT count(*)::int FROM holds h WHERE h.realm_id = j.realm_id AND h.job_id = j.id AND h.status = 'held'
     AND h.expires_at > now()) AS seats_held,
  f.counts, f.paused_tasks, j.config, j.created_by, coalesce(nullif(u.name, ''), u.email) AS created_by_name, j.scheduled_at,
  ${jobStartedAt} AS started_at, ${jobFinishedAt} AS finished_at, j.created_at, j.updated_at`;

/** What `sort` may name. */
export const jobSorts = {
  created_at: 'j.created_at',
  updated_at: 'j.updated_at',
  name: 'lower(j.name)',
  scheduled_at: 'j.scheduled_at',
  event_name: 'lower(e.name)',
  status: 'f.status',
};

/** The WHERE of the jobs' list. */
export function jobConditions(query: JobListQuery): Conditions {
  const where = new Conditions()
    .add('j.deleted_at IS NULL')
    .words('f.status', query.status, 'status', jobStatuses);
  for (const field of ['template_id', 'site_id', 'event_id', 'realm_id'] as const) {
    where.ids(`j.${field}`, query[field], field);
  }
  return where
    .period('j.created_at', query.created_from, query.created_to)
    .period('j.scheduled_at', query.scheduled_from, query.scheduled_to)
    .search(['j.name', 'e.name'], query.q);
}

/** The list as it is read; without a status filter no task is looked at to count. */
export const jobList = ({ status, q }: JobListQuery): HotList => ({
  columns,
  from: joins,
  row: JobDto,
  counted: status ? joins : q ? 'FROM jobs j JOIN events e ON e.id = j.event_id' : 'FROM jobs j',
  dependsOn: ['jobs', 'templates', 'events', 'users', 'lapsed'],
});

/** Jobs by id with the version behind their ETag. */
export function jobsByIds(tx: Tx, ids: readonly number[]): Promise<(JobDto & { version: number })[]> {
  return tx.queryPrepared(
    `SELECT ${columns}, j.version ${joins} WHERE j.id = ANY ($1::int[]) AND j.deleted_at IS NULL`,
    [ids],
  );
}

/** The live stream's rows. */
export function liveJobs(tx: Tx, ids: readonly number[]): Promise<JobDto[]> {
  return tx.query(`SELECT ${columns} ${joins} WHERE j.id = ANY ($1::int[]) AND j.deleted_at IS NULL`, [ids]);
}

/**
 * Locks a job's row; undefined when it isn't there or not the scope's. NO KEY: a worker that holds seats meanwhile
 * checks its foreign key to the job while it has its task, which this transaction may be waiting for.
 */
export async function lockJob(
  tx: Tx,
  id: number,
): Promise<{ realm_id: number; config: { launch_delay?: number } } | undefined> {
  const [row] = await tx.query<{ realm_id: number; config: { launch_delay?: number } }>(
    'SELECT realm_id, config FROM jobs WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
    [id],
  );
  return row;
}

/** Sets what a job may change of itself. */
export async function updateJob(
  tx: Tx,
  id: number,
  job: Pick<JobDto, 'name' | 'seats_target' | 'scheduled_at'>,
): Promise<void> {
  await tx.execute('UPDATE jobs SET name = $2, seats_target = $3, scheduled_at = $4 WHERE id = $1', [
    id, job.name, job.seats_target, job.scheduled_at,
  ]); // prettier-ignore
}

/** Sets the starts of a job's tasks that haven't begun, `launch_delay` seconds apart from `from` (null: now). */
export async function scheduleTasks(
  tx: Tx,
  jobId: number,
  from: string | null,
  delay: number,
): Promise<void> {
  await tx.execute(
    `UPDATE tasks SET scheduled_at = CASE WHEN $2::timestamptz IS NULL AND coalesce(job_index, 0) * $3::int = 0 THEN NULL
       ELSE coalesce($2::timestamptz, now()) + make_interval(secs => coalesce(job_index, 0) * $3::int) END
     WHERE job_id = $1 AND status IN ('idle', 'scheduled') AND deleted_at IS NULL`,
    [jobId, from, delay],
  );
}

/** How many of a job's tasks finished while a worker may have paid, and weren't checked yet. */
export async function countPaymentChecks(tx: Tx, id: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM tasks WHERE job_id = $1 AND payment_check AND deleted_at IS NULL',
    [id],
  );
  return row?.count ?? 0;
}

/** Deletes a job softly, its tasks with it. */
export async function deleteJobRows(tx: Tx, id: number): Promise<void> {
  await tx.execute('UPDATE jobs SET deleted_at = now() WHERE id = $1', [id]);
  await tx.execute('UPDATE tasks SET deleted_at = now() WHERE job_id = $1 AND deleted_at IS NULL', [id]);
}

/** Takes a deletion of the last 30 days back, with the tasks that went with it. */
export async function restoreJobRows(tx: Tx, id: number): Promise<boolean> {
  const [gone] = await tx.query<{ at: string }>(
    `SELECT deleted_at::text AS at FROM jobs WHERE id = $1 AND deleted_at > now() - interval '${KEPT_DAYS} days' FOR UPDATE`,
    [id],
  );
  if (!gone) return false;
  await tx.execute('UPDATE tasks SET deleted_at = NULL WHERE job_id = $1 AND deleted_at = $2::timestamptz', [
    id,
    gone.at,
  ]);
  await tx.execute('UPDATE jobs SET deleted_at = NULL WHERE id = $1', [id]);
  return true;
}
