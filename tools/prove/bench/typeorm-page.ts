import { type DataSource, EntitySchema, type EntitySchemaColumnOptions, IsNull } from 'typeorm';

/** A row as TypeORM makes it. */
type Row = Record<string, unknown> & {
  realm_id: number;
  deleted_at: Date | null;
  created_at: Date;
  id: number;
  login: Record<string, unknown>;
  site: Record<string, unknown>;
  event: Record<string, unknown>;
};

const columns = (type: EntitySchemaColumnOptions['type'], ...names: string[]) =>
  Object.fromEntries(
    names.map((name) => [name, { type, nullable: true } satisfies EntitySchemaColumnOptions]),
  );

const id: EntitySchemaColumnOptions = { type: 'int', primary: true, generated: true };
const to = (target: string, name: string) => ({ type: 'many-to-one', target, joinColumn: { name } }) as const;

const login = new EntitySchema<Row>({
  name: 'logins',
  columns: { id, ...columns('text', 'email', 'name', 'supporter_id') },
});
const site = new EntitySchema<Row>({
  name: 'sites',
  columns: { id, ...columns('text', 'name', 'display_name', 'url') },
});
const event = new EntitySchema<Row>({
  name: 'events',
  columns: { id, ...columns('text', 'guid', 'name', 'status'), ...columns('bigint', 'ko') },
});
const task = new EntitySchema<Row>({
  name: 'tasks',
  columns: {
    id,
    ...columns(
      'int',
      'realm_id',
      'login_id',
      'site_id',
      'event_id',
      'seats_to_set',
      'retry_count',
      'run_duration',
    ),
    ...columns('int', 'queue_it_event_position', 'job_id', 'template_id', 'pool_id', 'worker_index'),
    ...columns('int', 'event_closed_count', 'sleep_time_ms'),
    ...columns('text', 'name', 'status', 'status_message', 'mode', 'basket', 'command', 'command_message'),
    ...columns('text', 'event_price_type', 'queue_name', 'proxy', 'proxy_template'),
    ...columns(
      'text',
      'queue_it_event_id',
      'queue_it_event_name',
      'queue_it_event_url',
      'queue_it_event_status',
    ),
    ...columns('text', 'queue_it_event_redirect_url'),
    ...columns('uuid', 'boss_job_id'),
    ...columns('boolean', 'paused', 'payment_check'),
    ...columns('numeric', 'budget_per_task', 'budget_per_seat'),
    ...columns('text', 'budget_currency'),
    ...columns('jsonb', 'event_price_levels', 'event_areas', 'status_reason'),
    ...columns('timestamptz', 'last_active', 'scheduled_at', 'created_at', 'updated_at', 'deleted_at'),
    ...columns('timestamptz', 'queue_it_event_created_at', 'queue_it_event_updated_at'),
  },
  relations: {
    login: to('logins', 'login_id'),
    site: to('sites', 'site_id'),
    event: to('events', 'event_id'),
  },
});

/** The four tables that the page reads. */
export const schemas = [login, site, event, task];

const taskColumns = Object.keys(task.options.columns).filter(
  (name) => !['deleted_at', 'boss_job_id'].includes(name),
);

/** The same page as plain SQL; `npm run bench` checks that all have the product's rows. */
export const pageSql = `
  SELECT ${taskColumns.map((name) => `t.${name}`).join(', ')}, t.boss_job_id AS redis_task_id,
    l.email AS login_email, l.name AS login_name, l.supporter_id AS login_supporter_id, s.name AS site_name, s.url AS site_url,
    e.name AS event_name, e.guid AS event_guid, e.status AS event_status, e.ko::float8 AS event_ko
  FROM tasks t
  JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id
  JOIN events e ON e.id = t.event_id
  JOIN sites s ON s.id = t.site_id
  WHERE t.realm_id = $1 AND t.deleted_at IS NULL
  ORDER BY t.created_at DESC, t.id DESC LIMIT 100`;

/** The first page of a realm's tasks as entities with their relations, mapped to what the page shows of them. */
export async function findPage(orm: DataSource, realm: number): Promise<object[]> {
  const rows = await orm.getRepository<Row>('tasks').find({
    where: { realm_id: realm, deleted_at: IsNull() },
    relations: { login: true, site: true, event: true },
    order: { created_at: 'DESC', id: 'DESC' },
    take: 100,
  });
  return rows.map(shown);
}

function shown({ login, site, event, deleted_at: _, boss_job_id, ...task }: Row) {
  return {
    ...task,
    redis_task_id: boss_job_id,
    login_email: login.email,
    login_name: login.name || login.email,
    login_supporter_id: login.supporter_id,
    site_name: site.name,
    site_url: site.url,
    event_name: event.name,
    event_guid: event.guid,
    event_status: event.status,
    event_ko: event.ko === null ? null : Number(event.ko),
  };
}
