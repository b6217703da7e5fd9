import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { budgetColumns } from '../budget-columns';
import { type BudgetFields, budgetsOf } from '../budget-fields';
import type { JobConfig } from './job.entity';
import type { JobSettings, NamedRow } from './job-settings';

interface JobRow extends BudgetFields {
  config: Partial<JobConfig>;
  seats_target: number | null;
  event: NamedRow;
  pool: NamedRow | null;
}

type TemplateRow = Omit<JobSettings, 'event' | 'pool' | 'logins'> & {
  name: string;
  deleted: boolean;
  event: NamedRow | null;
  pool: NamedRow | null;
  logins: number[];
};

/** SQL of an event or a pool as JSON; null where the join found none. */
const named = (alias: string): string =>
  `CASE WHEN ${alias}.id IS NOT NULL THEN jsonb_build_object('id', ${alias}.id, 'name', ${alias}.name) END`;

/** Reads the settings of jobs and templates, to be compared. */
@Injectable()
export class JobSettingsRepository {
  /** The settings that a job was launched with. The caller has checked that its scope sees the job. */
  async ofJob(tx: Tx, id: number): Promise<JobSettings> {
    const [row] = await tx.query<JobRow>(
      `SELECT j.config, j.seats_target, ${budgetColumns('j')}, ${named('e')} AS event, ${named('p')} AS pool
       FROM jobs j JOIN events e ON e.id = j.event_id
       LEFT JOIN pools p ON p.realm_id = j.realm_id AND p.id = (j.config ->> 'pool_id')::int
       WHERE j.id = $1`,
      [id],
    );
    if (!row) throw new Error(`Job ${id} was read before`);
    const { pool_id, login_ids, ...config } = row.config;
    return {
      ...config,
      event: row.event,
      pool: pool_id === undefined ? undefined : row.pool,
      logins: pool_id ? undefined : login_ids,
      seats_target: row.seats_target,
      ...budgetsOf(row),
    };
  }

  /** A template's settings now; undefined when the scope doesn't see it. An event that is chosen at the launch is unknown. */
  async ofTemplate(
    tx: Tx,
    id: number,
  ): Promise<{ name: string; deleted: boolean; settings: JobSettings } | undefined> {
    const [row] = await tx.query<TemplateRow>(
      `SELECT m.name, m.deleted_at IS NOT NULL AS deleted, m.type, m.worker_count, m.seats_per_worker, m.launch_delay,
         m.target_count AS seats_target, ${budgetColumns('m')}, m.price_type, m.price_levels, m.proxy_template,
         ${named('e')} AS event, ${named('p')} AS pool,
         ARRAY(SELECT login_id FROM template_logins tl WHERE tl.realm_id = m.realm_id AND tl.template_id = m.id
               ORDER BY position) AS logins
       FROM templates m
       LEFT JOIN events e ON e.id = m.event_id
       LEFT JOIN pools p ON p.realm_id = m.realm_id AND p.id = m.pool_id
       WHERE m.id = $1`,
      [id],
    );
    if (!row) return undefined;
    const { name, deleted, event, logins, ...settings } = row;
    return {
      name,
      deleted,
      settings: { ...settings, event: event ?? undefined, logins: row.pool ? undefined : logins },
    };
  }
}
