import { actorName, loginName } from '../../platform/database/display-names';
import { taskStatuses } from '@tessera/domain';
import type { Tx } from '../../platform/database/transactions';
import { Conditions } from '../../platform/database/conditions';
import type { HotList } from '../../platform/database/hot-lists';
import type { JsonRows } from '../../platform/database/json-rows';
import { COUNT_CAP, parseList } from '../../platform/http/list-query';
import { summaryFields, TaskDto, type TaskEventDto, type TaskListQuery, type TaskSummary } from './tasks.dto';

import { taskModes } from './task.entity';

const joins = `FROM tasks t
  JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id
  JOIN events e ON e.id = t.event_id
  JOIN sites s ON s.id = t.site_id`;
/** What a search looks at. */
const searchJoins = `FROM tasks t
  JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id
  JOIN events e ON e.id = t.event_id`;

const runDuration = `t.run_duration + CASE WHEN t.lease_id IS NULL THEN 0
  ELSE greatest(0, extract(epoch FROM now() - t.started_at))::int END AS run_duration`;

/** The columns of both the summary and `GET /tasks`. */
const shared = `t.id, t.name, t.realm_id, l.email AS login_email, ${loginName('l')} AS login_name,
  s.name AS site_name, e.name AS event_name, t.status, t.status_message, t.status_reason, t.paused, t.payment_check, t.seats_to_set, t.retry_count, ${runDuration}, t.last_active, t.scheduled_at,
  t.queue_it_event_position, t.job_id, t.created_at, t.updated_at`;

const summary = `${shared}, t.basket`;

const listed = `${shared}, l.supporter_id AS login_supporter_id, s.url AS site_url, t.event_id, e.status AS event_status,
  e.ko::float8 AS event_ko, t.mode, t.template_id, t.pool_id, t.worker_index, t.command, t.command_message, t.event_price_type, t.event_price_levels, t.event_areas,
  t.event_closed_count, t.sleep_time_ms, t.boss_job_id AS redis_task_id, t.queue_name, t.queue_it_event_id,
  t.queue_it_event_name, t.queue_it_event_url, t.queue_it_event_status, t.queue_it_event_redirect_url,
  t.queue_it_event_created_at, t.queue_it_event_updated_at, t.proxy, t.proxy_template`;

const detailed = `${listed}, t.login_id, t.site_id, e.guid AS event_guid, t.basket`;

/** The position of tasks that are on their way through a waiting room; an earlier run's is none. */
const position = `CASE WHEN t.status IN ('waiting_room', 'running') THEN t.queue_it_event_position END`;

/** What `sort` may name. */
export const taskSorts = {
  created_at: 't.created_at',
  updated_at: 't.updated_at',
  name: 'lower(t.name)',
  status: 't.status',
  scheduled_at: 't.scheduled_at',
  last_active: 't.last_active',
  retry_count: 't.retry_count',
  seats_to_set: 't.seats_to_set',
  queue_it_event_position: {
    ascending: `${position} ASC NULLS LAST`,
    descending: `${position} DESC NULLS LAST`,
  },
  event_name: 'lower(e.name)',
  login_email: 'lower(l.email)',
  login_name: `lower(${loginName('l')})`,
};

/** The WHERE of a task list. */
export function taskConditions(query: TaskListQuery): Conditions {
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
  if (query.seats_at_least) where.add(`t.seats_to_set >= ${where.param(query.seats_at_least)}`);
  if (query.changed_from || query.changed_to) addChanged(where, query);
  return where
    .period('t.finished_at', query.finished_from, query.finished_to)
    .period('t.created_at', query.created_from, query.created_to)
    .period('t.scheduled_at', query.scheduled_from, query.scheduled_to)
    .words('t.mode', query.mode, 'mode', taskModes)
    .equal('t.paused', query.paused)
    .equal('t.payment_check', query.payment_check)
    .search(['t.name', 'l.email', 'l.name', 'e.name'], query.q);
}

/** The columns that a list needs: the fewer, the quicker. Few variants, so that each stays a prepared statement. */
function listColumns({ detailed: full, fields }: TaskListQuery): string {
  const names = parseList(fields, 'fields')?.values;
  if (names) return names.every((name) => isSummaryField(name)) ? summary : detailed;
  return full ? detailed : listed;
}

const isSummaryField = (name: string): boolean => (summaryFields as readonly string[]).includes(name);

/** Tasks that came into another status within a time, as the timeline has it. */
function addChanged(where: Conditions, { changed_from, changed_to }: TaskListQuery): void {
  const from = changed_from ? `AND x.at >= ${where.param(changed_from)}` : '';
  const to = changed_to ? `AND x.at < ${where.param(changed_to)}` : '';
  where.add(
    `t.id IN (SELECT x.task_id FROM task_events x WHERE x.to_status IS DISTINCT FROM x.from_status ${from} ${to})`,
  );
}

/** Where tasks are counted: only a search needs the joined tables. */
export const tasksToCount = ({ q }: TaskListQuery): string => (q ? searchJoins : 'FROM tasks t');

/** The list as it is read. */
export const taskList = (query: TaskListQuery): HotList => ({
  columns: listColumns(query),
  from: joins,
  row: TaskDto,
  counted: tasksToCount(query),
  dependsOn: ['tasks', 'logins', 'sites', 'events'],
  keyset: { field: 'created_at', at: 't.created_at', id: 't.id' },
});

/** Tasks by id with every field, in the order of their ids. */
export function readTasksByIds(tx: Tx, ids: readonly number[]): Promise<(TaskDto & { version: number })[]> {
  return tx.queryPrepared(
    `SELECT ${detailed}, t.version ${joins} WHERE t.id = ANY ($1::int[]) AND t.deleted_at IS NULL ORDER BY t.id`,
    [ids],
  );
}

/** SQL of every field of tasks that a statement has just written, by the name of what it returned of them; and of `more`. */
export const writtenTasksSql = (written: string, more: string): string =>
  `SELECT ${detailed}, ${more} ${joins.replace('FROM tasks t', `FROM ${written} t`)}`;

/** As `tasksByIds`, written as JSON. */
export const readTasksAsJson = (tx: Tx, ids: readonly number[]): Promise<JsonRows> =>
  tx.queryJson(
    `SELECT ${detailed} ${joins} WHERE t.id = ANY ($1::int[]) AND t.deleted_at IS NULL ORDER BY t.id`,
    [ids],
  );

/** The live stream's rows. */
export function readTaskSummaries(tx: Tx, ids: readonly number[]): Promise<TaskSummary[]> {
  return tx.query(`SELECT ${summary} ${joins} WHERE t.id = ANY ($1::int[]) AND t.deleted_at IS NULL`, [ids]);
}

/** A part of a task's timeline, newest first. */
export function readTaskEvents(
  tx: Tx,
  taskId: number,
  before: number | null,
  limit: number,
  offset: number,
): Promise<TaskEventDto[]> {
  return tx.query(
    `SELECT v.id::float8 AS id, v.task_id, ${actorName('v')} AS actor, v.what, v.from_status AS "from",
       v.to_status AS "to", v.message, v.reason, v.at
     FROM task_events v WHERE v.task_id = $1 AND ($2::bigint IS NULL OR v.id < $2)
     ORDER BY v.id DESC LIMIT ${limit} OFFSET ${offset}`,
    [taskId, before],
  );
}

/** How many lines a timeline has, counted to one past the cap. */
export async function countTaskEvents(tx: Tx, taskId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM task_events WHERE task_id = $1 LIMIT ${COUNT_CAP + 1}) counted`,
    [taskId],
  );
  return row?.count ?? 0;
}

/** Free places under `max_tasks` of the rows' realms. */
export async function readFreeSlots(
  tx: Tx,
  rows: readonly { realm_id: number }[],
): Promise<Map<number, number>> {
  const realms = await tx.query<{ id: number; room: number }>(
    'SELECT id, greatest(0, max_tasks - active_tasks) AS room FROM realms WHERE id = ANY ($1::int[])',
    [[...new Set(rows.map(({ realm_id }) => realm_id))]],
  );
  return new Map(realms.map(({ id, room }) => [id, room]));
}
