import { startApp, type TestApp } from './app';
import { changedTables, dump } from './dump';
import * as make from './factories';

type ApiError = { code: string };

/** The rows of a realm, all of one site and event that both realms use. */
type Rows = {
  realm: number;
  owner: string;
  login: number;
  other: number;
  pool: number;
  template: number;
  job: number;
  task: number;
  link: number;
  hold: number;
  ticket: number;
};

let app: TestApp;
let site: number;
let event: number;
let mine: Rows;
let theirs: Rows;

async function rowsOf(): Promise<Rows> {
  const realm = await make.realm(app);
  const own = { realm_id: realm, site_id: site, event_id: event };
  const login = await make.login(app, realm, site);
  const other = await make.login(app, realm, site);
  const template = await make.template(app, realm, site, event);
  await make.insert(app, 'template_logins', { realm_id: realm, template_id: template, login_id: login, position: 1 }).catch(() => 0); // prettier-ignore
  const pool = await make.pool(app, realm, site);
  const job = await make.job(app, realm, site, event, { template_id: template });
  const task = await make.task(app, realm, site, event, login, { job_id: job, status: 'carted' });
  const shown = { event_guid: 'guid', event_name: 'Derby', customer_identity: `c${realm}` };
  const held = { ...own, ...shown, login_id: login, task_id: task, expires_at: new Date(Date.now() + 6e5) };
  const hold = await make.insert(app, 'holds', { ...held, seat: '1' });
  const sold = await make.insert(app, 'holds', { ...held, seat: '2', status: 'confirmed' });
  const ticket = await make.insert(app, 'tickets', { ...own, ...shown, login_id: login, hold_id: sold, login_email: 'a@quayside.example' }); // prettier-ignore
  const link = await make.insert(app, 'queue_links', { realm_id: realm, event_id: event, login_id: login });
  const owner = (await make.user(app, 'realm_owner', realm)).token;
  return { realm, owner, login, other, pool, template, job, task, link, hold, ticket };
}

beforeAll(async () => {
  app = await startApp();
  site = await make.site(app);
  event = await make.event(app, site, { guid: 'guid' });
  mine = await rowsOf();
  theirs = await rowsOf();
});
afterAll(() => app.close());

/** Ids that an owner may not name: of another realm's rows, and of rows that don't exist. */
const bodies = (): [string, string, unknown][] => {
  const elsewhere = 999_999;
  const task = { login_id: mine.login, event_id: event };
  const link = { event_id: event };
  return [
    ['POST', '/tasks', { ...task, login_id: theirs.login }],
    ['POST', '/tasks', [task, { ...task, login_id: theirs.login }]],
    ['POST', '/tasks', { ...task, event_id: elsewhere }],
    ['POST', '/tasks', { ...task, realm_id: theirs.realm }],
    ['PATCH', `/tasks/${theirs.task}`, { name: 'mine' }],
    ['POST', '/purchases', { loginId: theirs.login, siteId: site, eventGuid: 'guid' }],
    ['POST', '/tasks/bought', { loginId: theirs.login, siteId: site, eventGuid: 'guid' }],
    ['POST', '/jobs', { template_id: theirs.template }],
    ['POST', '/jobs', { template_id: mine.template, pool_id: theirs.pool }],
    ['POST', '/jobs', { template_id: mine.template, login_ids: [mine.login, theirs.login] }],
    ['POST', '/jobs', { template_id: mine.template, event_id: elsewhere }],
    ['POST', '/jobs/preview', { template_id: theirs.template }],
    ['POST', '/jobs/preview', { template_id: mine.template, login_ids: [theirs.login] }],
    ['PATCH', `/jobs/${theirs.job}`, { name: 'mine' }],
    ['POST', `/jobs/${theirs.job}/control`, { command: 'stop' }],
    ['POST', '/templates', { name: 'T', site_id: site, event_id: event, login_ids: [theirs.login] }],
    ['POST', '/templates', { name: 'T', site_id: site, event_id: elsewhere }],
    ['POST', '/templates', { name: 'T', site_id: elsewhere, event_id: event }],
    ['PUT', `/templates/${mine.template}`, { login_ids: [mine.login, theirs.login] }],
    ['PUT', `/templates/${mine.template}`, { event_id: elsewhere }],
    ['PUT', `/templates/${theirs.template}`, { name: 'mine' }],
    ['POST', '/pools', { name: 'P', site_id: site, login_ids: [theirs.login] }],
    ['POST', '/pools', { name: 'P', site_id: site, realm_id: theirs.realm }],
    ['POST', `/pools/${mine.pool}/members`, { login_ids: [mine.login, theirs.login] }],
    ['POST', `/pools/${mine.pool}/members`, { login_id: theirs.login }],
    ['POST', `/pools/${theirs.pool}/members`, { login_ids: [mine.login] }],
    ['PUT', `/pools/${mine.pool}/members/${theirs.login}`, { position: 1 }],
    ['POST', `/logins/${theirs.login}/queueitlinks`, link],
    ['POST', `/logins/${mine.login}/queueitlinks`, { event_id: elsewhere }],
    ['POST', `/logins/${mine.login}/queueitlinks`, { ...link, assigned_to_task_ids: [theirs.task] }],
    ['POST', `/logins/${mine.other}/queueitlinks`, { ...link, assigned_to_task_ids: [mine.task] }],
    ['PUT', `/queueitlinks/${mine.link}`, { assigned_to_task_ids: [mine.task, theirs.task] }],
    ['PUT', `/queueitlinks/${theirs.link}`, { assigned_to_task_ids: [mine.task] }],
    ['POST', '/carted-tickets/confirm', { ticket_ids: [theirs.hold] }],
    ['DELETE', `/carted-tickets/${theirs.hold}`, undefined],
    ['PUT', `/tickets/${theirs.ticket}`, { status: 'USED' }],
    ['POST', `/sites/${site}/logins`, { email: 'a@quayside.example', realm_id: theirs.realm }],
    ['PATCH', `/logins/${mine.login}`, { realm_id: theirs.realm }],
    ['PATCH', `/logins/${theirs.login}`, { name: 'mine' }],
    ['POST', '/invitations', { role: 'realm_user', realm_id: theirs.realm }],
    ['POST', '/invitations', { role: 'admin' }],
    ['POST', '/service-tokens', { name: 'S', expires_in_days: 1, realm_ids: [theirs.realm] }],
    [
      'POST',
      '/webhooks',
      { name: 'W', url: 'https://142.250.74.10', topics: ['orders'], realm_id: theirs.realm },
    ],
  ];
};

it('are rejected in every body, and nothing changes', async () => {
  const before = await dump(app);
  const wrong: string[] = [];
  for (const [method, path, body] of bodies()) {
    const { status, body: problem } = await app.http<ApiError>(method, `/api${path}`, {
      token: mine.owner,
      body,
    });
    if (status < 400 || status >= 500)
      wrong.push(`${method} ${path} ${JSON.stringify(body)} answered ${status} ${JSON.stringify(problem)}`);
  }
  expect(wrong).toEqual([]);
  expect(changedTables(before, await dump(app))).toEqual([]);
});

it('are skipped where results are reported by row, and nothing of theirs changes', async () => {
  const before = await dump(app);
  const bulk = await app.http<{ ineligible: unknown }>('POST', '/api/tasks/bulk', {
    token: mine.owner,
    body: { command: 'stop', ids: [theirs.task] },
  });
  expect(bulk.body).toMatchObject({ eligible: 0 });
  expect(changedTables(before, await dump(app))).toEqual([]);
  const confirmed = await app.http<{ confirmed: { id: number }[]; failed: { id: number }[] }>(
    'POST',
    '/api/carted-tickets/confirm',
    { token: mine.owner, body: { ticket_ids: [mine.hold, theirs.hold] } },
  );
  expect(confirmed.body.confirmed).toHaveLength(1);
  expect(confirmed.body.failed).toMatchObject([{ id: theirs.hold, code: 'NOT_FOUND' }]);
  const { rows } = await app.db.query('SELECT status FROM holds WHERE id = $1', [theirs.hold]);
  expect(rows).toEqual([{ status: 'held' }]);
});

it('of two realms are rejected from an administrator too', async () => {
  const { token } = await make.admin(app);
  const before = await dump(app);
  const mixed: [string, string, unknown][] = [
    ['POST', '/tasks', [mine, theirs].map(({ login }) => ({ login_id: login, event_id: event }))],
    ['POST', '/pools', { name: 'P', site_id: site, login_ids: [mine.login, theirs.login] }],
    ['POST', '/pools', { name: 'P', site_id: site, realm_id: mine.realm, login_ids: [theirs.login] }],
    ['POST', `/pools/${mine.pool}/members`, { login_ids: [theirs.login] }],
    ['POST', '/templates', { name: 'T', site_id: site, event_id: event, login_ids: [mine.login, theirs.login] }],
    ['PUT', `/templates/${mine.template}`, { login_ids: [theirs.login] }],
    ['POST', '/jobs', { template_id: mine.template, pool_id: theirs.pool }],
    ['POST', '/jobs', { template_id: mine.template, login_ids: [theirs.login] }],
    ['POST', `/logins/${mine.login}/queueitlinks`, { event_id: event, assigned_to_task_ids: [theirs.task] }],
  ]; // prettier-ignore
  for (const [method, path, body] of mixed) {
    const { status } = await app.http(method, `/api${path}`, { token, body });
    expect([400, 409]).toContain(status);
  }
  expect(changedTables(before, await dump(app))).toEqual([]);
});
