import { taskStatuses } from '@tessera/access';
import type { Tx } from '../../platform/database/transactions';
import { Conditions } from '../../platform/database/conditions';
import type { HotList } from '../../platform/database/hot-lists';
import type { JsonRows } from '../../platform/database/json-rows';
import { COUNT_CAP } from '../../platform/http/list-query';
import {
  type TaskDto,
  type TaskEventDto,
  type TaskListQuery,
  taskModes,
  type TaskSummary,
} from './tasks.dto';

const fewJoins = `FROM tasks t
  JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id
  JOIN events e ON e.id = t.event_id`;
const joins = `${fewJoins}
  JOIN sites s ON s.id = t.site_id`;

const runDuration = `t.run_duration + CASE WHEN t.lease_id IS NULL THEN 0
  ELSE greatest(0, extract(epoch FROM now() - t.started_at))::int END AS run_duration`;

/** The columns that lists and the live stream show. */
const summary = `t.id, t.name, t.realm_id, l.email AS login_email, e.name AS event_name, t.status, t.status_message,
  t.paused, t.seats_to_set, t.last_active, t.scheduled_at, t.queue_it_event_position, t.job_id, t.created_at, t.updated_at`;

const detailed = `${summary}, t.login_id, l.supporter_id AS login_supporter_id, t.site_id,
  coalesce(nullif(s.display_name, ''), s.name) AS site_name, s.url AS site_url, t.event_id, e.guid AS event_guid,
  e.status AS event_status, e.ko::float8 AS event_ko, t.mode, t.basket, t.retry_count, ${runDuration}, t.template_id,
  t.pool_id, t.worker_index, t.command, t.command_message, t.event_price_type, t.event_price_levels, t.event_areas,
  t.event_closed_count, t.sleep_time_ms, t.boss_job_id AS redis_task_id, t.queue_name, t.queue_it_event_id,
  t.queue_it_event_name, t.queue_it_event_url, t.queue_it_event_status, t.queue_it_event_redirect_url,
  t.queue_it_event_created_at, t.queue_it_event_updated_at, t.proxy, t.proxy_template`;

/** What `sort` may name. */
export const taskSorts = {
  created_at: 't.created_at',
  updated_at: 't.updated_at',
  name: 'lower(t.name)',
  status: 't.status',
  scheduled_at: 't.scheduled_at',
  last_active: 't.last_active',
  retry_count: 't.retry_count',
  event_name: 'lower(e.name)',
  login_email: 'lower(l.email)',
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
  return where
    .period('t.finished_at', query.finished_from, query.finished_to)
    .words('t.mode', query.mode, 'mode', taskModes)
    .equal('t.paused', query.paused)
    .search(['t.name', 'l.email', 'e.name'], query.q);
}

/** The list as it is read: the summary, or every field. Only a search needs the joined tables to count. */
export const taskList = ({ detailed: full, q }: TaskListQuery): HotList => ({
  columns: full ? detailed : summary,
  from: full ? joins : fewJoins,
  counted: q ? fewJoins : 'FROM tasks t',
  shows: full ? ['tasks', 'logins', 'sites', 'events'] : ['tasks', 'logins', 'events'],
  keyset: { field: 'created_at', at: 't.created_at', id: 't.id' },
});

/** Tasks by id with every field, in the order of their ids. */
export function tasksByIds(tx: Tx, ids: readonly number[]): Promise<(TaskDto & { version: number })[]> {
  return tx.repeat(
    `SELECT ${detailed}, t.version ${joins} WHERE t.id = ANY ($1::int[]) AND t.deleted_at IS NULL ORDER BY t.id`,
    [ids],
  );
}

/** SQL of every field of tasks that a statement has just written, by the name of what it returned of them; and of `more`. */
export const writtenTasks = (written: string, more: string): string =>
  `SELECT ${detailed}, ${more} ${joins.replace('FROM tasks t', `FROM ${written} t`)}`;

/** As `tasksByIds`, written as JSON. */
export const tasksAsJson = (tx: Tx, ids: readonly number[]): Promise<JsonRows> =>
  tx.json(`SELECT ${detailed} ${joins} WHERE t.id = ANY ($1::int[]) AND t.deleted_at IS NULL ORDER BY t.id`, [
    ids,
  ]);

/** The live stream's rows. */
export function taskSummaries(tx: Tx, ids: readonly number[]): Promise<TaskSummary[]> {
  return tx.query(`SELECT ${summary} ${fewJoins} WHERE t.id = ANY ($1::int[]) AND t.deleted_at IS NULL`, [
    ids,
  ]);
}

/** A part of a task's timeline, newest first. */
export function taskEvents(
  tx: Tx,
  taskId: number,
  before: number | null,
  limit: number,
  offset: number,
): Promise<TaskEventDto[]> {
  return tx.query(
    `SELECT id::float8 AS id, task_id, who AS actor, what, from_status AS "from", to_status AS "to", message, at
     FROM task_events WHERE task_id = $1 AND ($2::bigint IS NULL OR id < $2)
     ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`,
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
export async function freePlaces(
  tx: Tx,
  rows: readonly { realm_id: number }[],
): Promise<Map<number, number>> {
  const realms = await tx.query<{ id: number; room: number }>(
    'SELECT id, greatest(0, max_tasks - active_tasks) AS room FROM realms WHERE id = ANY ($1::int[])',
    [[...new Set(rows.map(({ realm_id }) => realm_id))]],
  );
  return new Map(realms.map(({ id, room }) => [id, room]));
}
