import type { TestApp } from './app';
import { defined } from './defined';

type Values = Record<string, unknown>;

/** Inserts a row of one realm into every table that has realms, with row-level security bypassed. */
export async function oneOfEach(
  app: TestApp,
  realmId: number,
  siteId: number,
  eventId: number,
): Promise<void> {
  const put = async (table: string, values: Values): Promise<number> => {
    const row: Values = { realm_id: realmId, ...values };
    const names = Object.keys(row);
    const { rows } = await app.db.query<{ id: number }>(
      `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(', ')})
       VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING *`,
      Object.values(row),
    );
    return defined(rows[0]).id;
  };
  const at = { site_id: siteId, event_id: eventId };
  // Not due, else the server would expire holds before a test reads them.
  const inAnHour = new Date(Date.now() + 3_600_000);
  const shown = {
    event_guid: 'guid',
    event_name: 'Harbour City v Northgate Rovers',
    customer_identity: 'a@quayside.example',
  };
  const user_id = await put('users', { email: `r${realmId}@quayside.example`, password_hash: 'x' });
  await put('second_factor_rules', { required_from: inAnHour });
  await put('invitations', { role: 'realm_user', token_hash: `t${realmId}`, expires_at: new Date() });
  await put('service_tokens', { name: 'Export', token_hash: `s${realmId}`, expires_at: new Date() });
  const login_id = await put('logins', { site_id: siteId, email: 'a@quayside.example' });
  await put('login_activity', { login_id, kind: 'history', data: {} });
  const pool_id = await put('pools', { site_id: siteId, name: 'Pool' });
  await put('pool_members', { pool_id, login_id, position: 1 });
  const template_id = await put('templates', { ...at, name: 'Template' });
  await put('template_logins', { template_id, login_id, position: 1 });
  const job_id = await put('jobs', { ...at, template_id, name: 'Job' });
  await put('job_plan_lines', { job_id, job_index: 0, login_id, seats: 2, verdict: 'ok' });
  // Its own task, so that the newest task has none.
  const ownTask = await put('tasks', { ...at, login_id });
  await put('payment_checks', { task_id: ownTask });
  await put('login_checks', { ...at, login_id, due_at: inAnHour });
  await put('pay_claims', {
    id: ownTask,
    user_id,
    who: 'test',
    claimed_at: new Date(),
    expires_at: inAnHour,
  });
  const task_id = await put('tasks', { ...at, job_id, template_id, pool_id, login_id });
  await put('task_events', { task_id, actor_kind: 'system', who: 'test', what: 'create' });
  await put('status_change_counts', { at: inAnHour, from_status: '', to_status: 'idle', changes: 1 });
  const operation_id = await put('bulk_operations', { user_id, who: 'test', command: 'stop', total: 1 });
  await put('bulk_items', { operation_id, task_id });
  const link_id = await put('queue_links', { event_id: eventId, login_id });
  await put('queue_link_tasks', { link_id, login_id, task_id });
  await put('task_positions', { task_id, slot: 1, position: 1 });
  const hold_id = await put('holds', {
    ...at,
    ...shown,
    row: String(realmId),
    task_id,
    job_id,
    login_id,
    expires_at: inAnHour,
  });
  // A second hold of another seat, without a ticket.
  await put('holds', {
    ...at,
    ...shown,
    seat: String(realmId),
    task_id,
    job_id,
    login_id,
    expires_at: inAnHour,
  });
  await put('tickets', {
    ...at,
    ...shown,
    hold_id,
    task_id,
    job_id,
    login_id,
    login_email: 'a@quayside.example',
  });
  const ofModule = { module: 'mf-test', entity: 'note', data: { status: 'open' }, index1: 'open' };
  // Without references, of which a row has at most one.
  await put('module_rows', { ...ofModule, id: 'first' });
  await put('module_rows', { ...ofModule, id: 'second' });
  await put('notifications', { user_id, topic: 'security', title: 'Title' });
  await put('identity_providers', {
    name: 'Quayside',
    issuer: 'https://login.quayside.example',
    client_id: 'tessera-console',
    scopes: 'openid',
  });
  await put('mails', { user_id, kind: 'notice', next_attempt_at: inAnHour });
  const webhook_id = await put('webhooks', {
    name: 'Webhook',
    url: 'https://quayside.example',
    topics: ['orders'],
    // Nothing is sent meanwhile.
    enabled: false,
  });
  // Not due, as above.
  const message = { topic: 'orders', type: 'orders.recorded', data: '{}', sequence: 1 };
  await put('webhook_deliveries', { webhook_id, ...message, next_attempt_at: inAnHour });
  await put('event_budgets', { event_id: eventId, amount: 100, currency: 'GBP' });
  await put('event_payers', { event_id: eventId, user_id });
  await put('payment_times', { event_id: eventId, user_id, seconds: 60 });
  await put('month_budgets', { currency: 'GBP', from_month: '2026-01-01', amount: 1000 });
  await put('approval_rules', { currency: 'GBP', per_launch: 1000 });
  await put('approvals', {
    kind: 'month_budget',
    object: 'GBP',
    body: '{}',
    name: 'GBP',
    reason: 'Reason',
    asked_who: 'test',
    expires_at: inAnHour,
  });
  await put('escalation_settings', { minutes: null });
  await put('escalations', { subject: 'seats:1', amount: 1 });
  // Of the future, so that it isn't counted meanwhile.
  await put('pending_notifications', { draft: '{}', at: inAnHour });
  await put('rehearsals', {
    rehearsal_realm_id: realmId,
    source: 'event',
    event_id: eventId,
    rehearsal_event_id: eventId,
    rehearsal_job_id: job_id,
    name: 'Rehearsal',
    event_name: shown.event_name,
    scenario: 'calm',
    seed: 1,
    settings: { type: 'hold', tasks: 1, seats_per_worker: 1, launch_delay: 0, seats_target: null },
    status: 'finished',
    starts_at: inAnHour,
  });
  await put('pauses', { reason: 'Reason', paused_who: 'test', ended_at: new Date() });
  await put('change_requests', {
    kind: 'max_tasks',
    object: '',
    asked: 5,
    reason: 'Reason',
    asked_who: 'test',
  });
  await put('limit_warnings', { kind: 'tasks', percent: 90 });
  await put('audit', { actor_kind: 'system', who: 'test', action: 'list.export', entity: 'test' });
  await put('idempotency_keys', {
    user_id,
    role: 'realm_user',
    route: 'POST /x',
    key: 'k',
    request_hash: 'h',
    response_status: 200,
  });
  await release(app, put);
}

async function release(app: TestApp, put: (table: string, values: Values) => Promise<number>): Promise<void> {
  const module = await app.db.query<{ id: number }>(
    `INSERT INTO modules (name, title) VALUES ('mf-test', 'Test') ON CONFLICT (name) DO UPDATE SET title = 'Test' RETURNING id`,
  );
  const module_id = defined(module.rows[0]).id;
  const made = await app.db.query<{ id: number }>(
    'INSERT INTO module_releases (module_id, version) VALUES ($1, gen_random_uuid()::text) RETURNING id',
    [module_id],
  );
  const assignment = { release_id: defined(made.rows[0]).id, channel: 'canary' };
  await put('module_assignments', { module_id, ...assignment });
  await put('module_past_assignments', { ...assignment, assigned_at: new Date() });
}
