import { Injectable } from '@nestjs/common';
import { rehearsalScenarios } from '@tessera/domain';
import { Conditions } from '../../platform/database/conditions';
import { textOrder } from '../../platform/database/display-names';
import { RowReader, type RowSource } from '../../platform/database/row-reader';
import { insertRow, updateRow } from '../../platform/database/row-writes';
import { liveHoldSql } from '../../platform/database/seat-states';
import type { Tx } from '../../platform/database/transactions';
import { jobCostSql } from '../jobs/job-costs';
import { timelineOf } from '../tasks/timelines';
import { Rehearsal, rehearsalStatuses } from './rehearsal.entity';
import type { RehearsedMoney, RehearsedTask, TimelineLine } from './rehearsal-report';
import type { RehearsalDto, RehearsalListQuery } from './rehearsals.dto';

const source: RowSource<RehearsalListQuery> = {
  what: 'Rehearsal',
  table: 'rehearsals',
  columns: `h.id, h.realm_id, h.name, h.source, h.template_id, h.job_id, h.event_id, h.event_name, h.scenario, h.seed, h.status,
    h.settings, h.rehearsal_event_id, h.rehearsal_job_id, h.purged_at IS NULL AS enterable, h.created_by,
    coalesce(nullif(u.name, ''), u.email) AS created_by_name, h.started_at, h.starts_at, h.finished_at, h.report,
    h.created_at, h.updated_at`,
  from: 'FROM rehearsals h LEFT JOIN users u ON u.id = h.created_by',
  id: 'h.id',
  version: 'h.version',
  visible: 'h.deleted_at IS NULL',
  filter: (query) =>
    new Conditions()
      .words('h.status', query.status, 'status', rehearsalStatuses)
      .words('h.scenario', query.scenario, 'scenario', rehearsalScenarios)
      .ids('h.template_id', query.template_id, 'template_id')
      .ids('h.job_id', query.job_id, 'job_id')
      .ids('h.event_id', query.event_id, 'event_id')
      .ids('h.realm_id', query.realm_id, 'realm_id')
      .search(['h.name', 'h.event_name'], query.q),
  sorts: {
    started_at: 'h.started_at',
    name: textOrder('h.name'),
    event_name: textOrder('h.event_name'),
    scenario: 'h.scenario',
    status: 'h.status',
    created_at: 'h.created_at',
  },
  defaultSort: '-started_at',
};

/** What a task of a rehearsal has. */
type TaskSeats = Pick<RehearsedTask, 'held' | 'bought' | 'seats'>;

/** A rehearsal with the realm that it runs in. */
export type RehearsalRow = Pick<
  Rehearsal,
  | 'id'
  | 'realm_id'
  | 'rehearsal_realm_id'
  | 'rehearsal_job_id'
  | 'rehearsal_event_id'
  | 'starts_at'
  | 'status'
> & { settings: RehearsalDto['settings'] };

/** What a realm's rehearsals take, and its own limit of unfinished tasks. */
export interface RehearsalUsage {
  max_tasks: number;
  /** Running rehearsals, and the tasks of their plans. */
  running: number;
  running_tasks: number;
  /** Those started within 24 hours. */
  started: number;
  /** Tasks of the rehearsals whose rows haven't been removed. */
  kept_tasks: number;
}

const ROW = `id, realm_id, rehearsal_realm_id, rehearsal_job_id, rehearsal_event_id, starts_at, status, settings`;

/** A rehearsal that nothing has ended by then is ended, so that none takes workers for ever. */
const LONGEST = "interval '30 minutes'";
/** Held seats that last longer than this are an end: a person would pay them. */
const SAFE_HOLD = "interval '2 minutes'";
/** How long the rows of a rehearsal stay; its report stays longer. */
const KEPT = "interval '7 days'";

/** What a rehearsal's realm contains, in the order in which it is deleted. */
const PURGED = [
  'module_rows',
  'module_row_counts',
  'tickets',
  'holds',
  'event_budgets',
  'event_payers',
  'payment_times',
  'queue_links',
  'bulk_operations',
  'tasks',
  'jobs',
  'templates',
  'pools',
  'login_activity',
  'logins',
] as const;

/** Reads and writes rehearsals, and reads what happened in them. */
@Injectable()
export class RehearsalsRepository extends RowReader<RehearsalDto, RehearsalListQuery> {
  constructor() {
    super(source);
  }

  insertRehearsal(tx: Tx, row: Omit<Partial<Rehearsal>, 'settings'> & { settings: object }): Promise<number> {
    return insertRow(tx, Rehearsal, row);
  }

  updateRehearsal(
    tx: Tx,
    id: number,
    change: Partial<Pick<Rehearsal, 'status' | 'finished_at' | 'report' | 'deleted_at' | 'purged_at'>>,
  ): Promise<void> {
    return updateRow(tx, Rehearsal, id, change);
  }

  /** As `find`, locked until the transaction ends. */
  async findRehearsal(tx: Tx, id: number): Promise<RehearsalRow | undefined> {
    const [row] = await tx.query<RehearsalRow>(
      `SELECT ${ROW} FROM rehearsals WHERE id = $1 AND deleted_at IS NULL`,
      [id],
    );
    return row;
  }

  async findForUpdate(tx: Tx, id: number): Promise<RehearsalRow | undefined> {
    const [row] = await tx.query<RehearsalRow>(
      `SELECT ${ROW} FROM rehearsals WHERE id = $1 AND deleted_at IS NULL FOR UPDATE`,
      [id],
    );
    return row;
  }

  /** What counts against the limits of a realm's rehearsals. Another start of the realm waits until the transaction ends. */
  async lockUsage(tx: Tx, realmId: number): Promise<RehearsalUsage> {
    await tx.execute(`SELECT pg_advisory_xact_lock($1, hashtext('rehearsals'))`, [realmId]);
    const [row] = await tx.query<RehearsalUsage>(
      `SELECT r.max_tasks, coalesce(u.running, 0) AS running, coalesce(u.running_tasks, 0) AS running_tasks,
         coalesce(u.started, 0) AS started, coalesce(u.kept_tasks, 0) AS kept_tasks
       FROM realms r CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE is_running)::int AS running, sum(tasks) FILTER (WHERE is_running)::int AS running_tasks,
           count(*) FILTER (WHERE is_of_today)::int AS started, sum(tasks) FILTER (WHERE is_kept)::int AS kept_tasks
         FROM (SELECT (settings ->> 'tasks')::int AS tasks, status = 'running' AND deleted_at IS NULL AS is_running,
             created_at > now() - interval '24 hours' AS is_of_today, purged_at IS NULL AS is_kept
           FROM rehearsals WHERE realm_id = r.id AND (purged_at IS NULL OR created_at > now() - interval '24 hours')) h) u
       WHERE r.id = $1`,
      [realmId],
    );
    if (!row) throw new Error('The realm that rehearses exists');
    return row;
  }

  /**
   * A running rehearsal whose tasks have all ended, or hold seats that a person would have time to pay; or that runs for
   * too long, or whose realm was suspended (`halted`). Locked; another server's is skipped.
   */
  async findEnded(tx: Tx): Promise<(RehearsalRow & { halted: boolean }) | undefined> {
    const [row] = await tx.query<RehearsalRow & { halted: boolean }>(
      `SELECT ${ROW}, NOT realm_is_active(h.realm_id) AS halted FROM rehearsals h WHERE status = 'running' AND deleted_at IS NULL
         AND (h.starts_at < now() - ${LONGEST} OR NOT realm_is_active(h.realm_id) OR NOT EXISTS (
           SELECT FROM tasks t WHERE t.realm_id = h.rehearsal_realm_id AND t.unfinished AND t.deleted_at IS NULL
             AND NOT (t.status = 'carted' AND t.mode = 'hold' AND EXISTS (
               SELECT FROM holds s WHERE s.realm_id = t.realm_id AND s.task_id = t.id AND s.status = 'held'
                 AND s.expires_at > now() + ${SAFE_HOLD}))))
       ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    return row;
  }

  /** A rehearsal that was deleted, or ended so long ago that its rows are removed. Locked; another server's is skipped. */
  async findExpired(tx: Tx): Promise<RehearsalRow | undefined> {
    const [row] = await tx.query<RehearsalRow>(
      `SELECT ${ROW} FROM rehearsals WHERE purged_at IS NULL
         AND (deleted_at IS NOT NULL OR finished_at < now() - ${KEPT})
       ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    return row;
  }

  /** Removes the rows of a rehearsal's realm; its audit log ends with the retention of the audit log. */
  async purge(tx: Tx, row: RehearsalRow): Promise<void> {
    const realm = [row.rehearsal_realm_id];
    for (const table of PURGED) await tx.execute(`DELETE FROM ${table} WHERE realm_id = $1`, realm);
    await tx.execute('UPDATE events SET deleted_at = now() WHERE id = $1', [row.rehearsal_event_id]);
    await tx.execute(
      'UPDATE realms SET deleted_at = now(), max_tasks = 0, max_logins = 0 WHERE id = $1',
      realm,
    );
    await tx.execute('UPDATE rehearsals SET purged_at = now() WHERE id = $1', [row.id]);
  }

  /** The tasks of a rehearsal as they are now, by their index in the plan. */
  async findTasks(tx: Tx, row: RehearsalRow): Promise<RehearsedTask[]> {
    const job = [row.rehearsal_realm_id, row.rehearsal_job_id];
    const tasks = await tx.query<Omit<RehearsedTask, keyof TaskSeats>>(
      `SELECT id, coalesce(job_index, id) AS index, status, mode, seats_to_set, retry_count, scheduled_at
       FROM tasks WHERE realm_id = $1 AND job_id = $2 AND deleted_at IS NULL ORDER BY job_index, id`,
      job,
    );
    // Joined here: PostgreSQL would count the seats of the whole realm once for each task, as `timelineOf` explains.
    const taken = await tx.query<TaskSeats & { task_id: number }>(
      `SELECT task_id, (count(*) FILTER (WHERE ${liveHoldSql('holds')}))::int AS held,
         (count(*) FILTER (WHERE status = 'confirmed'))::int AS bought, array_agg(concat_ws(' · ', area, "row", seat)) AS seats
       FROM holds WHERE realm_id = $1 AND job_id = $2 AND (status = 'confirmed' OR ${liveHoldSql('holds')})
       GROUP BY task_id`,
      job,
    );
    const seatsOf = new Map(taken.map(({ task_id, ...seats }) => [task_id, seats]));
    return tasks.map((task) => ({ ...task, ...(seatsOf.get(task.id) ?? { held: 0, bought: 0, seats: [] }) }));
  }

  /** What the job of a rehearsal was to cost, and what the seats cost that its tasks hold or bought. */
  async readMoney(tx: Tx, row: RehearsalRow): Promise<RehearsedMoney> {
    const [money] = await tx.query<RehearsedMoney>(
      `WITH charged AS (
         SELECT currency, price FROM holds
         WHERE realm_id = $1 AND job_id = $2 AND (status = 'confirmed' OR ${liveHoldSql('holds')}))
       SELECT ${jobCostSql('j')} AS cost,
         coalesce((SELECT jsonb_agg(jsonb_build_object('currency', c.currency, 'seats', c.seats, 'total', c.total) ORDER BY c.currency)
           FROM (SELECT currency, count(*) AS seats, sum(price) AS total FROM charged WHERE price IS NOT NULL GROUP BY currency) c),
           '[]') AS charged,
         (SELECT count(*)::int FROM charged WHERE price IS NULL) AS uncharged_seats
       FROM jobs j WHERE j.realm_id = $1 AND j.id = $2`,
      [row.rehearsal_realm_id, row.rehearsal_job_id],
    );
    return money ?? { cost: null, charged: [], uncharged_seats: 0 };
  }

  /** The timelines of a rehearsal's tasks. */
  findTimeline(tx: Tx, row: RehearsalRow): Promise<TimelineLine[]> {
    return tx.query<TimelineLine>(
      `SELECT e.task_id, e.at, e.what, e.to_status, e.message, e.reason
       FROM tasks t CROSS JOIN ${timelineOf('t', "$3::timestamptz - interval '1 hour'")} e
       WHERE t.realm_id = $1 AND t.job_id = $2 AND t.deleted_at IS NULL
       ORDER BY e.at, e.id`,
      [row.rehearsal_realm_id, row.rehearsal_job_id, row.starts_at],
    );
  }

  /** The workers that are connected, and the tasks that they take at once, by the database's clock. */
  async readCapacity(tx: Tx): Promise<{ workers: number; slots: number; now: Date }> {
    const [row] = await tx.query<{ workers: number; slots: number; now: Date }>(
      `SELECT count(*)::int AS workers, coalesce(sum(capacity), 0)::int AS slots, now() AS now
       FROM workers w WHERE NOT w.draining AND NOT worker_lost(w) AND w.last_seen_at > now() - interval '1 hour'`,
    );
    if (!row) throw new Error('An aggregate has one row');
    return row;
  }

  /** The realms of a rehearsal that exists still; undefined for any other id. */
  async findEnterable(
    tx: Tx,
    id: number,
  ): Promise<{ realm_id: number; rehearsal_realm_id: number } | undefined> {
    const [row] = await tx.query<{ realm_id: number; rehearsal_realm_id: number }>(
      'SELECT realm_id, rehearsal_realm_id FROM rehearsals WHERE id = $1 AND deleted_at IS NULL AND purged_at IS NULL',
      [id],
    );
    return row;
  }
}
