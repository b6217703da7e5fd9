import { Injectable } from '@nestjs/common';
import { type TaskParent, type TaskStatus, taskStatuses } from '@tessera/domain';
import { Conditions } from '../../platform/database/conditions';
import { actorName, loginName, siteName, textOrder } from '../../platform/database/display-names';
import { type CachedListPage, type HotList, HotLists } from '../../platform/database/hot-lists';
import type { JsonRows } from '../../platform/database/json-rows';
import { findMatches } from '../../platform/database/search-matches';
import type { Found } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { notFound } from '../../platform/errors/api-error';
import { COUNT_CAP, parseList, readPagination } from '../../platform/http/list-query';
import type { SiteAddresses } from '../../platform/http/text-fields';
import type { Scope } from '../../platform/realm-scope/scope';
import { taskBudgetColumns } from '../budget-columns';
import { reasonTextSql } from './lifecycle/task-reasons';
import type { Buyer } from './lifecycle/task-rows';
import { taskModes } from './task.entity';
import {
  type MarkBoughtDto,
  summaryFields,
  TaskDto,
  type TaskEventDto,
  type TaskListQuery,
  type TaskSummary,
} from './tasks.dto';

const joins = `FROM tasks t
  JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id
  JOIN events e ON e.id = t.event_id
  JOIN sites s ON s.id = t.site_id`;
/** The tables that a search needs. */
const searchJoins = `FROM tasks t
  JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id
  JOIN events e ON e.id = t.event_id`;

const runDuration = `t.run_duration + CASE WHEN t.lease_id IS NULL THEN 0
  ELSE greatest(0, extract(epoch FROM now() - t.started_at))::int END AS run_duration`;

/** SQL of the realm of the task `$1`: timelines are indexed by realm and task. */
const realmOfTask = '(SELECT realm_id FROM tasks WHERE id = $1)';

/** Columns of the summary and of `GET /tasks`. */
const shared = `t.id, t.name, t.realm_id, l.email AS login_email, ${loginName('l')} AS login_name,
  ${siteName('s')} AS site_name, e.name AS event_name, t.status, t.status_message, t.status_reason, t.paused, t.payment_check, t.seats_to_set, t.retry_count, ${runDuration}, t.last_active, t.scheduled_at,
  t.queue_it_event_position, t.job_id, t.created_at, t.updated_at`;

const summary = `${shared}, t.basket`;

const listed = `${shared}, l.supporter_id AS login_supporter_id, s.url AS site_url, t.event_id, e.status AS event_status,
  e.ko::float8 AS event_ko, t.mode, t.template_id, t.pool_id, t.worker_index, t.command, t.command_message,
  ${taskBudgetColumns('t')},
  t.event_price_type, t.event_price_levels, t.event_areas,
  t.event_closed_count, t.sleep_time_ms, t.boss_job_id AS redis_task_id, t.queue_name, t.queue_it_event_id,
  t.queue_it_event_name, t.queue_it_event_url, t.queue_it_event_status, t.queue_it_event_redirect_url,
  t.queue_it_event_created_at, t.queue_it_event_updated_at, t.proxy, t.proxy_template`;

const detailed = `${listed}, t.login_id, t.site_id, e.guid AS event_guid, t.basket`;

/** The waiting-room position of tasks that a worker works on; an earlier run's doesn't count. */
const position = `CASE WHEN t.status IN ('waiting_room', 'running') THEN t.queue_it_event_position END`;

/** SQL of the fields that `sort` may name. */
const taskSorts = {
  created_at: 't.created_at',
  updated_at: 't.updated_at',
  name: textOrder('t.name'),
  status: 't.status',
  scheduled_at: 't.scheduled_at',
  last_active: 't.last_active',
  retry_count: 't.retry_count',
  seats_to_set: 't.seats_to_set',
  queue_it_event_position: {
    ascending: `${position} ASC NULLS LAST`,
    descending: `${position} DESC NULLS LAST`,
  },
  event_name: textOrder('e.name'),
  login_email: textOrder('l.email'),
  login_name: textOrder(loginName('l')),
};

/** The filters of a task list; `found` are the tasks that `q` finds, if they were looked up. */
function taskConditions(query: TaskListQuery, found?: readonly number[] | null): Conditions {
  const where = new Conditions().add('t.deleted_at IS NULL');
  where.words('t.status', query.status, 'status', taskStatuses);
  for (const field of [
    'id',
    'site_id',
    'event_id',
    'login_id',
    'job_id',
    'template_id',
    'pool_id',
    'realm_id',
    'seats_to_set',
  ] as const) {
    where.ids(`t.${field}`, query[field], field);
  }
  where.ids('t.leased_by', query.worker_id, 'worker_id');
  if (query.seats_at_least) where.add(`t.seats_to_set >= ${where.param(query.seats_at_least)}`);
  if (query.changed_from || query.changed_to) addStatusChangePeriod(where, query);
  return where
    .period('t.finished_at', query.finished_from, query.finished_to)
    .period('t.created_at', query.created_from, query.created_to)
    .period('t.scheduled_at', query.scheduled_from, query.scheduled_to)
    .words('t.mode', query.mode, 'mode', taskModes)
    .equal(reasonTextSql('t.status_reason', 't.status_message'), query.reason)
    .equal('t.paused', query.paused)
    .equal('t.payment_check', query.payment_check)
    .searchFound('t.id', found, ['t.name', 'l.email', 'l.name', 'e.name'], query.q);
}

/** The fewest columns that answer the query. There are three variants only, so that each stays a prepared statement. */
function listColumns({ detailed: full, fields }: TaskListQuery): string {
  const names = parseList(fields, 'fields')?.values;
  if (names) return names.every((name) => isSummaryField(name)) ? summary : detailed;
  return full ? detailed : listed;
}

const isSummaryField = (name: string): boolean => (summaryFields as readonly string[]).includes(name);

/** Tasks that changed their status within a period, by their timelines. */
function addStatusChangePeriod(where: Conditions, { changed_from, changed_to }: TaskListQuery): void {
  const from = changed_from ? `AND x.at >= ${where.param(changed_from)}` : '';
  const to = changed_to ? `AND x.at < ${where.param(changed_to)}` : '';
  where.add(
    `t.id IN (SELECT x.task_id FROM task_events x WHERE x.to_status IS DISTINCT FROM x.from_status ${from} ${to})`,
  );
}

/** The source of a count; only a search needs the joined tables. */
const countSource = ({ q }: TaskListQuery): string => (q ? searchJoins : 'FROM tasks t');

const taskList = (query: TaskListQuery): HotList => ({
  columns: listColumns(query),
  from: joins,
  row: TaskDto,
  counted: countSource(query),
  dependsOn: ['tasks', 'logins', 'sites', 'events'],
  keyset: { field: 'created_at', at: 't.created_at', id: 't.id' },
});

/**
 * SQL that reads every field of tasks which the same statement has just written. `written` names the CTE of their rows,
 * `more` further columns.
 */
export const writtenTasksSql = (written: string, more: string): string =>
  `SELECT ${detailed}, ${more} ${joins.replace('FROM tasks t', `FROM ${written} t`)}`;

type TaskWithVersion = TaskDto & { version: number };

/** Reads tasks, their timelines, and what they belong to. */
@Injectable()
export class TasksRepository {
  constructor(private readonly hotLists: HotLists) {}

  /** A page of the list, by number or by cursor. */
  list(scope: Scope, query: TaskListQuery, ifNoneMatch?: string): Promise<CachedListPage> {
    const pagination = readPagination(query, taskSorts, '-created_at', 't.id');
    const where = (found?: readonly number[] | null) => taskConditions(query, found);
    const search = { table: 'tasks', text: query.q } as const;
    return this.hotLists.read(scope, taskList(query), { query, pagination, where, search, ifNoneMatch });
  }

  /** Counts the tasks that meet a list's filters, by status. */
  async countByStatus(tx: Tx, query: TaskListQuery): Promise<Partial<Record<TaskStatus, number>>> {
    const where = taskConditions(query, await findMatches(tx, 'tasks', query.q));
    const rows = await tx.query<{ status: TaskStatus; count: number }>(
      `SELECT t.status, count(*)::int AS count ${countSource(query)} WHERE ${where.sql} GROUP BY t.status`,
      where.params,
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  }

  /** One task with every field. @throws 404 when the scope doesn't see it */
  async get(tx: Tx, id: number): Promise<Found<TaskDto>> {
    const [found] = await this.readWithVersions(tx, [id]);
    if (!found) throw notFound('Task');
    const { version, ...row } = found;
    return { version, row };
  }

  /** Tasks with every field, in the order of their ids. */
  async findByIds(tx: Tx, ids: readonly number[]): Promise<TaskDto[]> {
    return (await this.readWithVersions(tx, ids)).map(({ version: _, ...task }) => task);
  }

  /** As `findByIds`, written as JSON. */
  findByIdsAsJson(tx: Tx, ids: readonly number[]): Promise<JsonRows> {
    return tx.queryJson(
      `SELECT ${detailed} ${joins} WHERE t.id = ANY ($1::int[]) AND t.deleted_at IS NULL ORDER BY t.id`,
      [ids],
    );
  }

  /** The ids of at most `limit` tasks that meet a list's filters. */
  async findIds(tx: Tx, filter: TaskListQuery, limit: number): Promise<number[]> {
    const where = taskConditions(filter, await findMatches(tx, 'tasks', filter.q));
    const rows = await tx.query<{ id: number }>(
      `SELECT t.id ${searchJoins} WHERE ${where.sql} ORDER BY t.id LIMIT ${limit}`,
      where.params,
    );
    return rows.map(({ id }) => id);
  }

  /** The live stream's rows. */
  readLive(tx: Tx, ids: readonly number[]): Promise<TaskSummary[]> {
    return tx.query<TaskSummary>(
      `SELECT ${summary} ${joins} WHERE t.id = ANY ($1::int[]) AND t.deleted_at IS NULL`,
      [ids],
    );
  }

  /** Timeline entries, newest first, with ids below `before` if given. */
  readEvents(
    tx: Tx,
    taskId: number,
    { before, limit, offset }: { before: number | null; limit: number; offset: number },
  ): Promise<TaskEventDto[]> {
    return tx.query<TaskEventDto>(
      `SELECT v.id::float8 AS id, v.task_id, ${actorName('v')} AS actor, v.what, v.from_status AS "from",
         v.to_status AS "to", v.message, v.reason, v.at
       FROM task_events v WHERE v.realm_id = ${realmOfTask} AND v.task_id = $1 AND ($2::bigint IS NULL OR v.id < $2)
       ORDER BY v.id DESC LIMIT ${limit} OFFSET ${offset}`,
      [taskId, before],
    );
  }

  /** The length of a timeline, counted to one past the cap. */
  async countEvents(tx: Tx, taskId: number): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM (SELECT 1 FROM task_events WHERE realm_id = ${realmOfTask} AND task_id = $1 LIMIT ${COUNT_CAP + 1}) counted`,
      [taskId],
    );
    return row?.count ?? 0;
  }

  /** @throws 404 when the scope doesn't see the job */
  async requireJob(tx: Tx, id: number): Promise<void> {
    const [job] = await tx.query('SELECT id FROM jobs WHERE id = $1 AND deleted_at IS NULL', [id]);
    if (!job) throw notFound('Job');
  }

  /** Free slots under `max_tasks`, by realm. */
  async countFreeSlots(tx: Tx, realmIds: readonly number[]): Promise<Map<number, number>> {
    const realms = await tx.query<{ id: number; free: number }>(
      'SELECT id, greatest(0, max_tasks - active_tasks) AS free FROM realms WHERE id = ANY ($1::int[])',
      [[...new Set(realmIds)]],
    );
    return new Map(realms.map(({ id, free }) => [id, free]));
  }

  /** The deleted parent of each task that can't be started again for that reason; the widest parent if there are several. */
  async findDeletedParents(tx: Tx, taskIds: readonly number[]): Promise<ReadonlyMap<number, TaskParent>> {
    const rows = await tx.query<{ id: number; deleted: TaskParent }>(
      `SELECT t.id, CASE WHEN s.deleted_at IS NOT NULL THEN 'site' WHEN e.deleted_at IS NOT NULL THEN 'event'
         ELSE 'login' END AS deleted
       ${joins}
       WHERE t.id = ANY ($1::int[])
         AND (s.deleted_at IS NOT NULL OR e.deleted_at IS NOT NULL OR l.deleted_at IS NOT NULL)`,
      [taskIds],
    );
    return new Map(rows.map(({ id, deleted }) => [id, deleted]));
  }

  /**
   * Finds the login, the site and the event that a purchase names, including deleted ones.
   *
   * @throws 404 for one that doesn't exist, that the scope doesn't see, or that isn't of the site
   */
  async findBuyer(
    tx: Tx,
    { loginId, siteId, eventGuid }: MarkBoughtDto,
  ): Promise<{ buyer: Buyer; site: SiteAddresses }> {
    const [site] = await tx.query<SiteAddresses>(
      "SELECT url, config ->> 'ticket_url' AS ticket_url FROM sites WHERE id = $1",
      [siteId],
    );
    if (!site) throw notFound('Site');
    const [event] = await tx.query<{ id: number }>('SELECT id FROM events WHERE site_id = $1 AND guid = $2', [
      siteId,
      eventGuid,
    ]);
    if (!event) throw notFound('Event');
    const [login] = await tx.query<{ id: number }>('SELECT id FROM logins WHERE site_id = $1 AND id = $2', [
      siteId,
      loginId,
    ]);
    if (!login) throw notFound('Login');
    return { buyer: { login_id: login.id, event_id: event.id }, site };
  }

  private readWithVersions(tx: Tx, ids: readonly number[]): Promise<TaskWithVersion[]> {
    return tx.queryPrepared<TaskWithVersion>(
      `SELECT ${detailed}, t.version ${joins} WHERE t.id = ANY ($1::int[]) AND t.deleted_at IS NULL ORDER BY t.id`,
      [ids],
    );
  }
}
