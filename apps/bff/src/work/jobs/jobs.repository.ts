import { Injectable } from '@nestjs/common';
import { pausableStatuses, unfinishedStatuses } from '@tessera/domain';
import { seatSharesSql, triedSeatsSql, wantedSeatsSql } from '../../catalogue';
import { Conditions } from '../../platform/database/conditions';
import { textOrder } from '../../platform/database/display-names';
import { type CachedListPage, type HotList, HotLists } from '../../platform/database/hot-lists';
import { RESTORABLE_DAYS } from '../../platform/database/row-writes';
import { liveHoldSql } from '../../platform/database/seat-states';
import type { Found } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { notFound } from '../../platform/errors/api-error';
import { readPagination } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import { budgetColumns } from '../budget-columns';
import { type BudgetFields, budgetsOf } from '../budget-fields';
import { Job, type JobConfig } from './job.entity';
import { jobCostSql } from './job-costs';
import { JobDto, type JobListQuery, jobStatuses } from './jobs.dto';

/** What people change of a job. */
type ChangedJob = Pick<JobDto, 'name' | 'seats_target' | 'scheduled_at'> & BudgetFields;

const quoteList = (statuses: readonly string[]): string => statuses.map((status) => `'${status}'`).join(', ');

/** SQL of a job's figures from its counters (`job_counts`). Its status is the first one in the CASE that applies. */
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

/** A job's tasks, deleted ones included. */
const tasksOfJob = 'FROM tasks t WHERE t.realm_id = j.realm_id AND t.job_id = j.id';
/** SQL of the first start of a job's tasks. */
export const jobStartedAt = `least(j.started_at, (SELECT min(t.first_started_at) ${tasksOfJob}))`;
/** SQL of the last end of a job's tasks; null while one is unfinished. */
export const jobFinishedAt = `CASE WHEN NOT f.unfinished THEN (SELECT max(t.finished_at) ${tasksOfJob}) END`;

const joins = `FROM jobs j
  JOIN events e ON e.id = j.event_id
  LEFT JOIN templates m ON m.realm_id = j.realm_id AND m.id = j.template_id
  LEFT JOIN users u ON u.id = j.created_by
  ${jobFigures}`;

/** SQL of the joins of a job's seats, which its count doesn't need. */
const seatJoins = `CROSS JOIN LATERAL (
    SELECT ${wantedSeatsSql('sum(t.seats_to_set)')}::int AS wanted, coalesce(sum(${triedSeatsSql}), 0)::int AS trying,
      (SELECT count(*)::int FROM holds h WHERE h.realm_id = j.realm_id AND h.job_id = j.id AND ${liveHoldSql('h')}) AS held
    ${tasksOfJob} AND t.deleted_at IS NULL
  ) w`;

const shares = seatSharesSql({ wanted: 'w.wanted', won: 'f.seats_won', held: 'w.held', trying: 'w.trying' });

const columns = `j.id, j.name, j.realm_id, j.template_id, m.name AS template_name, j.site_id, j.event_id,
  e.guid AS event_guid, e.name AS event_name, f.status, j.seats_target,
  ${budgetColumns('j')},
  w.wanted AS seats_wanted, f.seats_won, w.held AS seats_held, ${shares.open} AS seats_open, ${shares.lost} AS seats_lost,
  f.counts, f.paused_tasks, ${jobCostSql('j')} AS cost, j.unpriced_seats, j.config, j.created_by, coalesce(nullif(u.name, ''), u.email) AS created_by_name, j.scheduled_at,
  ${jobStartedAt} AS started_at, ${jobFinishedAt} AS finished_at, j.created_at, j.updated_at`;

/** SQL of the fields that `sort` may name. */
const jobSorts = {
  created_at: 'j.created_at',
  updated_at: 'j.updated_at',
  name: textOrder('j.name'),
  scheduled_at: 'j.scheduled_at',
  event_name: textOrder('e.name'),
  status: 'f.status',
};

/** The list's filters. */
function jobConditions(query: JobListQuery): Conditions {
  const where = new Conditions()
    .add('j.deleted_at IS NULL')
    .words('f.status', query.status, 'status', jobStatuses);
  for (const field of ['id', 'template_id', 'site_id', 'event_id', 'realm_id'] as const) {
    where.ids(`j.${field}`, query[field], field);
  }
  return where
    .period('j.created_at', query.created_from, query.created_to)
    .period('j.scheduled_at', query.scheduled_from, query.scheduled_to)
    .search(['j.name', 'e.name'], query.q);
}

/** The list. Without a filter by status the count needs no counters. */
const jobList = ({ status, q }: JobListQuery): HotList => ({
  columns,
  from: `${joins} ${seatJoins}`,
  row: JobDto,
  counted: status ? joins : q ? 'FROM jobs j JOIN events e ON e.id = j.event_id' : 'FROM jobs j',
  dependsOn: ['jobs', 'templates', 'events', 'users', 'lapsed'],
});

/** A job that the caller has locked. */
export type LockedJob = Pick<Job, 'realm_id'> & { config: Partial<JobConfig> };

/** Reads and writes jobs. */
@Injectable()
export class JobsRepository {
  constructor(private readonly hotLists: HotLists) {}

  /** A page of the list, newest first by default. */
  list(scope: Scope, query: JobListQuery, ifNoneMatch?: string): Promise<CachedListPage> {
    const pagination = readPagination(query, jobSorts, '-created_at', 'j.id');
    const where = () => jobConditions(query);
    return this.hotLists.read(scope, jobList(query), { query, pagination, where, ifNoneMatch });
  }

  /** @throws 404 when the scope doesn't see the job */
  async get(tx: Tx, id: number): Promise<Found<JobDto>> {
    const found = await this.findJob(tx, id);
    if (!found) throw notFound('Job');
    return found;
  }

  /** As `get`; undefined when the scope doesn't see the job. */
  async findJob(tx: Tx, id: number): Promise<Found<JobDto> | undefined> {
    const [found] = await tx.queryPrepared<JobDto & { version: number }>(
      `SELECT ${columns}, j.version ${joins} ${seatJoins} WHERE j.id = $1 AND j.deleted_at IS NULL`,
      [id],
    );
    if (!found) return undefined;
    const { version, ...row } = found;
    return { version, row };
  }

  /** A job that was deleted and can be restored; undefined for every other. */
  async findDeleted(tx: Tx, id: number): Promise<{ name: string; deleted_at: Date } | undefined> {
    const [row] = await tx.query<{ name: string; deleted_at: Date }>(
      `SELECT name, deleted_at FROM jobs WHERE id = $1 AND deleted_at > now() - interval '${RESTORABLE_DAYS} days'`,
      [id],
    );
    return row;
  }

  /** The live stream's rows. */
  readLive(tx: Tx, ids: readonly number[]): Promise<JobDto[]> {
    return tx.query<JobDto>(
      `SELECT ${columns} ${joins} ${seatJoins} WHERE j.id = ANY ($1::int[]) AND j.deleted_at IS NULL`,
      [ids],
    );
  }

  /**
   * Locks a job's row; undefined when the scope doesn't see it. NO KEY, because a worker that holds seats checks its foreign
   * key to the job while it has a lock on its task, which this transaction may wait for.
   */
  async lock(tx: Tx, id: number): Promise<LockedJob | undefined> {
    const [row] = await tx.query<LockedJob>(
      'SELECT realm_id, config FROM jobs WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
      [id],
    );
    return row;
  }

  /** Sets the fields that people may change. */
  async updateJob(
    tx: Tx,
    id: number,
    { name, seats_target, scheduled_at, ...row }: ChangedJob,
  ): Promise<void> {
    await tx.manager.update(
      Job,
      { id },
      {
        name,
        seats_target,
        ...budgetsOf(row),
        scheduled_at: scheduled_at === null ? null : new Date(scheduled_at),
      },
    );
  }

  /** Sets the seconds between the starts of two tasks. */
  async setLaunchDelay(tx: Tx, id: number, seconds: number): Promise<void> {
    await tx.execute(
      `UPDATE jobs SET config = config || jsonb_build_object('launch_delay', $2::int) WHERE id = $1`,
      [id, seconds],
    );
  }

  /** Waits until nobody reserves or spends by a realm's present budgets, and lets nobody do so until the transaction ends. */
  async beginSettingBudgets(tx: Tx, realmId: number): Promise<void> {
    await tx.query('SELECT set_budgets($1)', [realmId]);
  }

  /** Sets the starts of a job's tasks that haven't begun, `delay` seconds apart from `from` (null: now). */
  async scheduleTasks(tx: Tx, jobId: number, from: string | null, delay: number): Promise<void> {
    await tx.execute(
      `UPDATE tasks SET scheduled_at = CASE WHEN $2::timestamptz IS NULL AND coalesce(job_index, 0) * $3::int = 0 THEN NULL
         ELSE coalesce($2::timestamptz, now()) + make_interval(secs => coalesce(job_index, 0) * $3::int) END
       WHERE job_id = $1 AND status IN ('idle', 'scheduled') AND deleted_at IS NULL`,
      [jobId, from, delay],
    );
  }

  /** Counts a job's tasks that need a payment check. */
  async countPaymentChecks(tx: Tx, id: number): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM tasks WHERE job_id = $1 AND payment_check AND deleted_at IS NULL',
      [id],
    );
    return row?.count ?? 0;
  }

  /** Deletes a job and its tasks softly. One instant for all of them, by which `restore` finds the tasks. */
  async softDelete(tx: Tx, id: number): Promise<void> {
    await tx.execute('UPDATE jobs SET deleted_at = now() WHERE id = $1', [id]);
    await tx.execute('UPDATE tasks SET deleted_at = now() WHERE job_id = $1 AND deleted_at IS NULL', [id]);
  }

  /** Undoes a deletion of the last 30 days, with the tasks that were deleted with the job; returns whether there was one. */
  async restore(tx: Tx, id: number): Promise<boolean> {
    const [deleted] = await tx.query<{ at: string }>(
      `SELECT deleted_at::text AS at FROM jobs WHERE id = $1 AND deleted_at > now() - interval '${RESTORABLE_DAYS} days' FOR UPDATE`,
      [id],
    );
    if (!deleted) return false;
    await tx.execute(
      'UPDATE tasks SET deleted_at = NULL WHERE job_id = $1 AND deleted_at = $2::timestamptz',
      [id, deleted.at],
    );
    await tx.execute('UPDATE jobs SET deleted_at = NULL WHERE id = $1', [id]);
    return true;
  }
}
