/** A page of 100 full tasks as plain SQL, for the references; `npm run bench` checks that it has the product's rows. */
export const pageSql = `
  SELECT t.id, t.name, t.realm_id, l.email AS login_email, l.name AS login_name, e.name AS event_name, t.status, t.status_message,
    t.status_reason, t.payment_check, t.paused,
    t.seats_to_set, t.last_active, t.scheduled_at, t.queue_it_event_position, t.job_id, t.created_at, t.updated_at,
    t.login_id, l.supporter_id AS login_supporter_id, t.site_id, s.name AS site_name, s.url AS site_url, t.event_id,
    e.guid AS event_guid, e.status AS event_status, e.ko::float8 AS event_ko, t.mode, t.basket, t.retry_count,
    t.run_duration, t.template_id, t.pool_id, t.worker_index, t.command, t.command_message, t.event_price_type,
    t.event_price_levels, t.event_areas, t.event_closed_count, t.sleep_time_ms, t.boss_job_id AS redis_task_id,
    t.queue_name, t.queue_it_event_id, t.queue_it_event_name, t.queue_it_event_url, t.queue_it_event_status,
    t.queue_it_event_redirect_url, t.queue_it_event_created_at, t.queue_it_event_updated_at, t.proxy, t.proxy_template
  FROM tasks t
  JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id
  JOIN events e ON e.id = t.event_id
  JOIN sites s ON s.id = t.site_id
  WHERE t.realm_id = $1 AND t.deleted_at IS NULL
  ORDER BY t.created_at DESC, t.id DESC LIMIT 100`;
