import { Injectable } from '@nestjs/common';
import { failedStatuses, type TaskStatus } from '@tessera/domain';
import { type PlannedCosts, wantedSeatsSql } from '../../catalogue';
import { liveHoldSql } from '../../platform/database/seat-states';
import type { Tx } from '../../platform/database/transactions';
import { plannedCostsSql } from '../../work';
import type { CurrencyTotal, DashboardDto, LimitUse, MessageCount, NextStart, Span } from './dashboard.dto';
import type { StepChanges } from './tasks-over-time';

type RealmId = number | null;

/** The length of each span and of its steps, in seconds. */
export const chartSteps: Record<Span, { length: number; step: number }> = {
  '1h': { length: 3600, step: 60 },
  '24h': { length: 24 * 3600, step: 1800 },
  '7d': { length: 7 * 24 * 3600, step: 4 * 3600 },
};

/** The length of a period of `status_change_counts`, in seconds. */
const COUNTED_SECONDS = 1800;

/** Written out, so that the planner sees which index has them. */
const failed = failedStatuses.map((status) => `'${status}'`).join(', ');

/** The starts of the periods that figures count: today in a time zone, and the last 24 hours. */
type PeriodStarts = Pick<DashboardDto, 'today_from' | 'failed_since'>;

/** The work that isn't finished. `launched_jobs` are those whose tasks aren't all still to be started by a person. */
type UnfinishedWork = Pick<DashboardDto, 'unfinished' | 'unfinished_jobs' | 'places_known' | 'best_place'> & {
  launched_jobs: number[];
};

/** Reads the dashboard's figures. `realm` null: of all realms that the scope sees. */
@Injectable()
export class DashboardRepository {
  /** The starts by the database's clock, in whole milliseconds, so that lists filtered by them count the same rows. */
  async readPeriodStarts(tx: Tx, timeZone: string): Promise<PeriodStarts> {
    const [row] = await tx.query<PeriodStarts>(
      `SELECT date_trunc('day', now(), $1) AS today_from,
         date_trunc('milliseconds', now() - interval '24 hours') AS failed_since`,
      [timeZone],
    );
    if (!row) throw new Error('A SELECT without FROM has one row');
    return row;
  }

  async countUnfinished(tx: Tx, realm: RealmId): Promise<Partial<Record<TaskStatus, number>>> {
    const rows = await tx.query<{ status: TaskStatus; count: number }>(
      `SELECT status, count(*)::int AS count FROM tasks
       WHERE unfinished AND deleted_at IS NULL AND ($1::int IS NULL OR realm_id = $1) GROUP BY status`,
      [realm],
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  }

  /** Unfinished tasks by status, their jobs, and the known positions in waiting rooms; in one pass over the tasks. */
  async readUnfinishedWork(tx: Tx, realm: RealmId): Promise<UnfinishedWork> {
    const [row] = await tx.query<UnfinishedWork>(
      `WITH u AS MATERIALIZED (
         SELECT status, job_id, queue_it_event_position AS position FROM tasks
         WHERE unfinished AND deleted_at IS NULL AND ($1::int IS NULL OR realm_id = $1))
       SELECT (SELECT coalesce(jsonb_object_agg(status, n), '{}')
           FROM (SELECT status, count(*) AS n FROM u GROUP BY status) s) AS unfinished,
         (SELECT count(DISTINCT job_id)::int FROM u) AS unfinished_jobs,
         ARRAY(SELECT DISTINCT job_id FROM u WHERE status <> 'idle' AND job_id IS NOT NULL) AS launched_jobs,
         (SELECT count(position)::int FROM u WHERE status = 'waiting_room') AS places_known,
         (SELECT min(position) FROM u WHERE status = 'waiting_room') AS best_place`,
      [realm],
    );
    if (!row) throw new Error('A SELECT without FROM has one row');
    return row;
  }

  /**
   * Counts the seats that the jobs and single tasks of today have not bought. Of today is what runs, starts today or ended
   * today: with the seats bought today the sum stays as it was launched when seats are lost.
   */
  async countWantedSeats(tx: Tx, realm: RealmId, { today_from }: PeriodStarts): Promise<number> {
    const [row] = await tx.query<{ seats: number }>(
      `WITH today AS (
         SELECT realm_id, job_id, id, seats_to_set FROM tasks
         WHERE unfinished AND status <> 'idle' AND deleted_at IS NULL
           AND (status <> 'scheduled' OR scheduled_at < $2::timestamptz + interval '1 day')
           AND ($1::int IS NULL OR realm_id = $1)
         UNION ALL
         SELECT realm_id, job_id, id, seats_to_set FROM tasks
         WHERE NOT unfinished AND finished_at >= $2 AND deleted_at IS NULL AND ($1::int IS NULL OR realm_id = $1)
       )
       SELECT coalesce(sum(greatest(0, u.wanted - u.won)), 0)::int AS seats
       FROM (
         SELECT ${wantedSeatsSql(`(SELECT sum(t.seats_to_set) FROM tasks t
             WHERE t.realm_id = j.realm_id AND t.job_id = j.id AND t.deleted_at IS NULL)`)} AS wanted,
           (SELECT coalesce(sum(c.total), 0) FROM job_counts c
            WHERE c.realm_id = j.realm_id AND c.job_id = j.id AND c.counted = 'ticket') AS won
         FROM (SELECT DISTINCT realm_id, job_id FROM today WHERE job_id IS NOT NULL) d
         JOIN jobs j ON j.realm_id = d.realm_id AND j.id = d.job_id
         UNION ALL
         SELECT d.seats_to_set, (SELECT count(*) FROM tickets k
           WHERE k.realm_id = d.realm_id AND k.task_id = d.id AND k.deleted_at IS NULL)
         FROM today d WHERE d.job_id IS NULL) u`,
      [realm, today_from],
    );
    return row?.seats ?? 0;
  }

  /** The live holds, when the next one expires, and how many expire within that second. */
  async readHolds(
    tx: Tx,
    realm: RealmId,
  ): Promise<Pick<DashboardDto, 'held' | 'next_lapse_at' | 'next_lapse_seats'>> {
    const [row] = await tx.query<Pick<DashboardDto, 'held' | 'next_lapse_at' | 'next_lapse_seats'>>(
      `SELECT count(*)::int AS held, min(first) AS next_lapse_at,
         (count(*) FILTER (WHERE expires_at < first + interval '1 second'))::int AS next_lapse_seats
       FROM (
         SELECT expires_at, min(expires_at) OVER () AS first FROM holds
         WHERE ${liveHoldSql('holds')} AND ($1::int IS NULL OR realm_id = $1)) h`,
      [realm],
    );
    return row ?? { held: 0, next_lapse_at: null, next_lapse_seats: 0 };
  }

  /** Counts positions in waiting rooms that may still lead to a sale. */
  async countQueuePlaces(tx: Tx, realm: RealmId): Promise<number> {
    const [row] = await tx.query<{ positions: number }>(
      `SELECT count(*)::int AS positions FROM queue_links WHERE deleted_at IS NULL
         AND status IN ('prequeue', 'waiting', 'your_turn', 'entered') AND ($1::int IS NULL OR realm_id = $1)`,
      [realm],
    );
    return row?.positions ?? 0;
  }

  /** Sums up the tickets bought today, by currency. */
  sumBoughtToday(tx: Tx, realm: RealmId, { today_from }: PeriodStarts): Promise<CurrencyTotal[]> {
    return tx.query(
      `SELECT currency, count(*)::int AS seats, coalesce(sum(price), 0)::float8 AS total FROM tickets
       WHERE deleted_at IS NULL AND created_at >= $2 AND ($1::int IS NULL OR realm_id = $1)
       GROUP BY currency ORDER BY seats DESC, currency`,
      [realm, today_from],
    );
  }

  /** What jobs cost together, by their plans. */
  async readPlannedCosts(tx: Tx, jobIds: readonly number[]): Promise<PlannedCosts> {
    const [row] = await tx.query<PlannedCosts>(
      plannedCostsSql('FROM jobs j WHERE j.id = ANY ($1::int[]) AND j.deleted_at IS NULL'),
      [jobIds],
    );
    if (!row) throw new Error('An aggregate has one row');
    return row;
  }

  /** Counts the tasks that failed or expired in the last 24 hours, by message; `reason` is the most frequent one. */
  countFailureMessages(tx: Tx, realm: RealmId, { failed_since }: PeriodStarts): Promise<MessageCount[]> {
    return tx.query(
      `SELECT nullif(status_message, '') AS message, mode() WITHIN GROUP (ORDER BY status_reason) AS reason, count(*)::int AS count
       FROM tasks
       WHERE status IN (${failed}) AND finished_at >= $2 AND deleted_at IS NULL AND ($1::int IS NULL OR realm_id = $1)
       GROUP BY 1 ORDER BY 3 DESC, 1`,
      [realm, failed_since],
    );
  }

  /** The use of the limits, summed over the realms. */
  async readLimitUse(tx: Tx, realm: RealmId): Promise<{ tasks: LimitUse; logins: LimitUse }> {
    const [row] = await tx.query<{ tasks: LimitUse; logins: LimitUse }>(
      `SELECT json_build_object('used', coalesce(sum(active_tasks), 0), 'max', coalesce(sum(max_tasks), 0)) AS tasks,
         json_build_object('used', coalesce(sum(login_count), 0), 'max', coalesce(sum(max_logins), 0)) AS logins
       FROM realms WHERE deleted_at IS NULL AND ($1::int IS NULL OR id = $1)`,
      [realm],
    );
    return row ?? { tasks: { used: 0, max: 0 }, logins: { used: 0, max: 0 } };
  }

  /**
   * Counts status changes by time step, the oldest first; includes steps without any. Past half hours are counted already
   * (`StatusChangeCounts`); the others, and steps shorter than that, are counted from the timelines.
   */
  countStatusChanges(tx: Tx, realm: RealmId, span: Span): Promise<StepChanges[]> {
    const { length, step } = chartSteps[span];
    const bin = (at: string) => `date_bin(make_interval(secs => $3), ${at}, 'epoch'::timestamptz)`;
    const start = bin('now() - make_interval(secs => $2)');
    return tx.query(
      `WITH counted AS (
         SELECT ${step % COUNTED_SECONDS === 0 ? `greatest(counted_until, ${start})` : start} AS until
         FROM rollups WHERE name = 'status_changes'
       ), changes AS (
         SELECT ${bin('at')} AS at, nullif(from_status, '') AS from_status, to_status, changes AS n FROM status_change_counts
         WHERE at >= ${start} AND at < (SELECT until FROM counted) AND ($1::int IS NULL OR realm_id = $1)
         UNION ALL
         SELECT ${bin('at')}, from_status, to_status, count(*)::int FROM task_events
         WHERE at >= (SELECT until FROM counted) AND to_status IS DISTINCT FROM from_status
           AND ($1::int IS NULL OR realm_id = $1)
         GROUP BY 1, 2, 3
       ), entered AS (
         SELECT at, jsonb_object_agg(to_status, n) AS counts
         FROM (SELECT at, to_status, sum(n)::int AS n FROM changes GROUP BY 1, 2) AS e GROUP BY at
       ), exited AS (
         SELECT at, jsonb_object_agg(from_status, n) AS counts
         FROM (SELECT at, from_status, sum(n)::int AS n FROM changes WHERE from_status IS NOT NULL GROUP BY 1, 2) AS g
         GROUP BY at
       )
       SELECT s.at, coalesce(e.counts, '{}') AS entered, coalesce(g.counts, '{}') AS "left"
       FROM generate_series(${start}, now(), make_interval(secs => $3)) AS s(at)
       LEFT JOIN entered e ON e.at = s.at LEFT JOIN exited g ON g.at = s.at ORDER BY s.at`,
      [realm, length, step],
    );
  }

  /** The next scheduled starts: one entry per job, and one per task without a job. */
  listNextStarts(tx: Tx, realm: RealmId): Promise<NextStart[]> {
    return tx.query(
      `SELECT t.job_id, coalesce(j.name, min(t.name)) AS name, count(*)::int AS tasks, min(t.scheduled_at) AS scheduled_at
       FROM tasks t LEFT JOIN jobs j ON j.id = t.job_id
       WHERE t.status = 'scheduled' AND t.deleted_at IS NULL AND ($1::int IS NULL OR t.realm_id = $1)
       GROUP BY t.job_id, j.name, CASE WHEN t.job_id IS NULL THEN t.id END
       ORDER BY min(t.scheduled_at), min(t.id) LIMIT 5`,
      [realm],
    );
  }

  /** Counts what a new user creates first. */
  async countSetup(tx: Tx, realm: RealmId): Promise<Record<string, number>> {
    const [row] = await tx.query<Record<string, number>>(
      `SELECT (SELECT count(*)::int FROM sites WHERE deleted_at IS NULL) AS sites,
         (SELECT count(*)::int FROM events WHERE deleted_at IS NULL AND ($1::int IS NULL OR created_by_realm_id = $1
            OR id IN (SELECT event_id FROM templates WHERE deleted_at IS NULL AND realm_id = $1))) AS events,
         (SELECT coalesce(sum(login_count), 0)::int FROM realms WHERE $1::int IS NULL OR id = $1) AS logins,
         (SELECT count(*)::int FROM templates WHERE deleted_at IS NULL AND ($1::int IS NULL OR realm_id = $1)) AS templates,
         ${['rehearsals', 'jobs', 'holds', 'tickets'].map(anyOf).join(', ')}`,
      [realm],
    );
    return row ?? {};
  }
}

/** Whether the realm has rows in a table, as 1 or 0. */
const anyOf = (table: string): string =>
  `(SELECT count(*)::int FROM (SELECT 1 FROM ${table} WHERE $1::int IS NULL OR realm_id = $1 LIMIT 1) ${table}) AS ${table}`;
