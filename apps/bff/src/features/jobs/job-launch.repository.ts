import type { Tx } from '../../platform/database/transactions';
import type { LaunchSpec } from './job-plan';

/**
 * The name of a launch: the one asked for, or with the next number where a job of the realm has it ("Cup final #2").
 * The lock keeps two launches at the same time from taking one name.
 */
export async function freeJobName(tx: Tx, realmId: number, name: string): Promise<string> {
  await tx.execute(`SELECT pg_advisory_xact_lock($1, hashtext($2))`, [realmId, `jobs.name ${name}`]);
  const [row] = await tx.query<{ last: number | null }>(
    `SELECT max(CASE WHEN name = $2 THEN 1 ELSE substring(name FROM char_length($2) + 3)::int END) AS last FROM jobs
     WHERE realm_id = $1 AND deleted_at IS NULL AND (name = $2 OR (left(name, char_length($2) + 2) = $2 || ' #'
       AND substring(name FROM char_length($2) + 3) ~ '^[1-9][0-9]{0,5}$'))`,
    [realmId, name],
  );
  return row?.last ? `${name.slice(0, 190)} #${row.last + 1}` : name;
}

/** Inserts the job; answers its id. */
export async function insertJob(tx: Tx, spec: LaunchSpec): Promise<number> {
  const { template, event } = spec;
  const config = {
    type: template.type,
    worker_count: spec.worker_count,
    seats_per_worker: spec.seats_per_worker,
    launch_delay: spec.launch_delay,
    pool_id: spec.pool_id,
    login_ids: spec.login_ids,
    price_type: template.price_type,
    price_levels: template.price_levels,
  };
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO jobs (realm_id, template_id, site_id, event_id, name, seats_target, config, created_by, scheduled_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [
      template.realm_id, template.id, template.site_id, event.id, spec.name, spec.seats_target, JSON.stringify(config),
      tx.scope.actor.userId, spec.scheduled_at,
    ], // prettier-ignore
  );
  if (!row) throw new Error('an insert answers its id');
  return row.id;
}

/** A task of a launch: what varies between them. */
export interface LaunchedTask {
  index: number;
  login_id: number;
  run_id: string | null;
}

/** A task that was made: its status and start by the database clock. */
export interface LaunchedRow {
  id: number;
  status: 'idle' | 'scheduled' | 'queued';
  scheduled_at: Date | null;
  run_id: string | null;
}

/**
 * Inserts a launch's tasks in one statement, one template record with the columns that vary: queued where the start is
 * now, scheduled where it is ahead, idle for a draft. They are named by the job and their line of its plan, as in
 * "North stand 07". The limit trigger refuses them whole.
 */
export function insertLaunch(
  tx: Tx,
  jobId: number,
  spec: LaunchSpec,
  tasks: readonly LaunchedTask[],
  queue: string,
): Promise<LaunchedRow[]> {
  const { template, event } = spec;
  return tx.query<LaunchedRow>(
    `INSERT INTO tasks (realm_id, job_id, template_id, pool_id, site_id, event_id, mode, seats_to_set, event_price_type,
       event_price_levels, proxy_template, created_by, queue_name, job_index, login_id, name, boss_job_id, scheduled_at, status)
     SELECT $1::int, $2::int, $3::int, $4::int, $5::int, $6::int, $7, $8::int, $9, $10::jsonb, $11, $12::int, $13,
       n."index", n.login_id, left($14, 199 - $21::int) || ' ' || lpad((n."index" + 1)::text, $21::int, '0'), n.run_id, s.starts_at,
       CASE WHEN $15 THEN 'idle' WHEN s.starts_at > now() THEN 'scheduled' ELSE 'queued' END
     FROM unnest($16::int[], $17::int[], $18::uuid[]) AS n("index", login_id, run_id)
     CROSS JOIN LATERAL (SELECT CASE
       WHEN $19::timestamptz IS NULL AND ($15 OR n."index" * $20::int = 0) THEN NULL
       ELSE coalesce($19::timestamptz, now()) + make_interval(secs => n."index" * $20::int) END AS starts_at) s
     ORDER BY n."index"
     RETURNING id, status, scheduled_at, boss_job_id AS run_id`,
    [
      template.realm_id, jobId, template.id, spec.pool_id, template.site_id, event.id, template.type,
      spec.seats_per_worker, template.price_type,
      template.price_levels === null ? null : JSON.stringify(template.price_levels),
      template.proxy_template, tx.scope.actor.userId, queue, spec.name, spec.draft,
      tasks.map(({ index }) => index), tasks.map(({ login_id }) => login_id),
      tasks.map(({ run_id }) => run_id), spec.scheduled_at, spec.launch_delay, String(spec.worker_count).length,
    ], // prettier-ignore
  );
}
