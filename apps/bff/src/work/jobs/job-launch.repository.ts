import { Injectable } from '@nestjs/common';
import { cutText } from '@tessera/domain';
import type { Tx } from '../../platform/database/transactions';
import { Job, type JobConfig } from './job.entity';
import type { LaunchSpec } from './job-plan';
import type { PlanTotals } from './jobs.dto';

/** The values that differ between the tasks of a launch. */
export interface LaunchedTask {
  index: number;
  login_id: number;
}

/** A launch with the person whose it is. */
export type OwnedLaunch = LaunchSpec & { created_by: number | null };

/** An inserted task, with status and start by the database's clock. */
export interface LaunchedRow {
  id: number;
  status: 'idle' | 'scheduled' | 'queued';
}

/** Leaves room for the number behind a name, which may have 200 characters. */
const MAX_NUMBERED_NAME = 190;

/** Inserts jobs and their tasks. */
@Injectable()
export class JobLaunchRepository {
  /**
   * The name of a launch: the requested one, or with the next number if a job of the realm has it ("Cup final #2"). The
   * lock keeps two concurrent launches from taking the same name.
   */
  async findFreeName(tx: Tx, realmId: number, name: string): Promise<string> {
    const front = cutText(name, MAX_NUMBERED_NAME);
    await tx.execute(`SELECT pg_advisory_xact_lock($1, hashtext($2))`, [realmId, `jobs.name ${front}`]);
    const [row] = await tx.query<{ last: number | null }>(
      `SELECT max(CASE WHEN name = $2 THEN 1 ELSE substring(name FROM char_length($3) + 3)::int END) AS last FROM jobs
       WHERE realm_id = $1 AND deleted_at IS NULL AND (name = $2 OR (left(name, char_length($3) + 2) = $3 || ' #'
         AND substring(name FROM char_length($3) + 3) ~ '^[1-9][0-9]{0,5}$'))`,
      [realmId, name, front],
    );
    return row?.last ? `${front} #${row.last + 1}` : name;
  }

  /** Inserts the job; returns its id. */
  async insertJob(tx: Tx, spec: OwnedLaunch, { seats, costs, unpriced }: PlanTotals): Promise<number> {
    const { template, event } = spec;
    const [cost] = costs;
    const config: JobConfig = {
      type: template.type,
      worker_count: spec.worker_count,
      seats_per_worker: spec.seats_per_worker,
      launch_delay: spec.launch_delay,
      pool_id: spec.pool_id,
      login_ids: [...spec.login_ids],
      price_type: template.price_type,
      price_levels: template.price_levels,
      proxy_template: template.proxy_template,
    };
    const job = tx.manager.create(Job, {
      realm_id: template.realm_id,
      template_id: template.id,
      site_id: template.site_id,
      event_id: event.id,
      name: spec.name,
      seats_target: spec.seats_target,
      seats_planned: seats,
      ...spec.budgets,
      cost_min: cost?.min,
      cost_max: cost?.max,
      cost_currency: cost?.currency,
      unpriced_seats: unpriced.seats,
      config,
      created_by: spec.created_by,
      scheduled_at: spec.scheduled_at === null ? null : new Date(spec.scheduled_at),
    });
    await tx.manager.insert(Job, job);
    return job.id;
  }

  /**
   * Inserts a launch's tasks in one statement, one template record with the columns that vary: queued when the start is
   * now, scheduled when it is in the future, idle for a draft. Their names are the job's name and the number of their plan
   * line, such as "North stand 07". A trigger rejects all of them if they exceed the realm's limit.
   */
  insertTasks(
    tx: Tx,
    jobId: number,
    spec: OwnedLaunch,
    tasks: readonly LaunchedTask[],
    trace: string | null,
  ): Promise<LaunchedRow[]> {
    const { template, event } = spec;
    return tx.query<LaunchedRow>(
      `INSERT INTO tasks (realm_id, job_id, template_id, pool_id, site_id, event_id, mode, seats_to_set, event_price_type,
         event_price_levels, proxy_template, created_by, job_index, login_id, name, scheduled_at, status,
         queue_name, boss_job_id, ready_at, queued_trace)
       SELECT $1::int, $2::int, $3::int, $4::int, $5::int, $6::int, $7, $8::int, $9, $10::jsonb, $11, $12::int,
         n."index", n.login_id, left($13, 199 - $19::int) || ' ' || lpad((n."index" + 1)::text, $19::int, '0'), s.starts_at,
         CASE WHEN $14 THEN 'idle' WHEN s.starts_at > now() THEN 'scheduled' ELSE 'queued' END,
         'site.' || $5, CASE WHEN NOT $14 THEN gen_random_uuid() END, CASE WHEN NOT $14 THEN coalesce(s.starts_at, now()) END, $20
       FROM unnest($15::int[], $16::int[]) AS n("index", login_id)
       CROSS JOIN LATERAL (SELECT CASE
         WHEN $17::timestamptz IS NULL AND ($14 OR n."index" * $18::int = 0) THEN NULL
         ELSE coalesce($17::timestamptz, now()) + make_interval(secs => n."index" * $18::int) END AS starts_at) s
       ORDER BY n."index"
       RETURNING id, status`,
      [
        template.realm_id, jobId, template.id, spec.pool_id, template.site_id, event.id, template.type,
        spec.seats_per_worker, template.price_type,
        template.price_levels === null ? null : JSON.stringify(template.price_levels),
        template.proxy_template, spec.created_by, spec.name, spec.draft,
        tasks.map(({ index }) => index), tasks.map(({ login_id }) => login_id),
        spec.scheduled_at, spec.launch_delay, String(spec.worker_count).length, trace,
      ], // prettier-ignore
    );
  }
}
