/** The page of 100 tasks as SQL of its own, for the references: the bench checks that it has the product's members. */
const summary = `t.id, t.name, t.realm_id, l.email AS login_email, e.name AS event_name, t.status, t.status_message,
  t.paused, t.seats_to_set, t.last_active, t.scheduled_at, t.queue_it_event_position, t.job_id, t.created_at, t.updated_at`;

/** The summary's fields as a list takes them. */
export const summaryFields = [...summary.matchAll(/(\w+)(?:,|$)/g)].map(([, name]) => name).join(',');

const full = `${summary}, coalesce(nullif(l.name, ''), l.email) AS login_name, t.status_reason, t.payment_check,
  t.login_id, l.supporter_id AS login_supporter_id, t.site_id,
  s.name AS site_name, s.url AS site_url, t.event_id, e.guid AS event_guid,
  e.status AS event_status, e.ko::float8 AS event_ko, t.mode, t.basket, t.retry_count,
  t.run_duration + CASE WHEN t.lease_id IS NULL THEN 0
    ELSE greatest(0, extract(epoch FROM now() - t.started_at))::int END AS run_duration, t.template_id,
  t.pool_id, t.worker_index, t.command, t.command_message, t.event_price_type, t.event_price_levels, t.event_areas,
  t.event_closed_count, t.sleep_time_ms, t.boss_job_id AS redis_task_id, t.queue_name, t.queue_it_event_id,
  t.queue_it_event_name, t.queue_it_event_url, t.queue_it_event_status, t.queue_it_event_redirect_url,
  t.queue_it_event_created_at, t.queue_it_event_updated_at, t.proxy, t.proxy_template`;

const page = (columns: string, joins = ''): string => `SELECT ${columns} FROM tasks t
  JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id
  JOIN events e ON e.id = t.event_id ${joins}
  WHERE t.realm_id = $1 AND t.deleted_at IS NULL ORDER BY t.created_at DESC, t.id DESC LIMIT 100`;

export const pages = { summary: page(summary), full: page(full, 'JOIN sites s ON s.id = t.site_id') };
