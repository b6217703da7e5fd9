import { startApp, type TestApp } from './app';
import { changedTables, dump } from './dump';
import * as make from './factories';

let app: TestApp;
let token: string;
let site: number;
let event: number;
type Rows = {
  realm: number;
  login: number;
  pool: number;
  template: number;
  task: number;
  link: number;
  hold: number;
};
let one: Rows;
let other: Rows;

async function rowsOf(): Promise<Rows> {
  const realm = await make.realm(app);
  const login = await make.login(app, realm, site);
  const task = await make.task(app, realm, site, event, login, { status: 'carted' });
  return {
    realm,
    login,
    task,
    pool: await make.pool(app, realm, site),
    template: await make.template(app, realm, site, event),
    link: await make.insert(app, 'queue_links', { realm_id: realm, event_id: event, login_id: login }),
    hold: await make.insert(app, 'holds', {
      realm_id: realm,
      site_id: site,
      event_id: event,
      login_id: login,
      task_id: task,
      event_guid: 'guid',
      event_name: 'Derby',
      customer_identity: `c${realm}`,
      expires_at: new Date(Date.now() + 600_000),
    }),
  };
}

beforeAll(async () => {
  app = await startApp();
  token = (await make.admin(app)).token;
  site = await make.site(app);
  event = await make.event(app, site);
  one = await rowsOf();
  other = await rowsOf();
});
afterAll(() => app.close());

/** All requests of administrators that can name rows of two realms in their path and body. */
const asks = (): [string, string, unknown][] => {
  const task = { login_id: one.login, event_id: event };
  const launch = { template_id: one.template, login_ids: [one.login] };
  return [
    ['POST', '/tasks', [task, { ...task, login_id: other.login }]],
    ['POST', '/tasks', { ...task, realm_id: other.realm }],
    ['POST', '/tasks', { ...task, pool_id: other.pool }],
    ['POST', '/tasks/bulk', { command: 'start', ids: [one.task, other.task] }],
    ['POST', '/jobs', { ...launch, login_ids: [one.login, other.login] }],
    ['POST', '/jobs', { template_id: one.template, pool_id: other.pool }],
    ['POST', '/jobs/preview', { ...launch, login_ids: [other.login] }],
    ['POST', '/jobs/preview', { template_id: one.template, pool_id: other.pool }],
    [
      'POST',
      '/templates',
      { name: 'T', site_id: site, event_id: event, login_ids: [one.login, other.login] },
    ],
    ['POST', '/templates', { name: 'T', site_id: site, realm_id: other.realm, login_ids: [one.login] }],
    ['POST', '/templates', { name: 'T', site_id: site, realm_id: one.realm, pool_id: other.pool }],
    ['PUT', `/templates/${one.template}`, { pool_id: other.pool }],
    ['PUT', `/templates/${one.template}`, { login_ids: [other.login] }],
    ['POST', '/pools', { name: 'P', site_id: site, login_ids: [one.login, other.login] }],
    ['POST', '/pools', { name: 'P', site_id: site, realm_id: other.realm, login_ids: [one.login] }],
    ['POST', `/pools/${one.pool}/members`, { login_ids: [other.login] }],
    ['POST', `/logins/${one.login}/queueitlinks`, { event_id: event, assigned_to_task_ids: [other.task] }],
    ['PUT', `/queueitlinks/${one.link}`, { assigned_to_task_ids: [other.task] }],
    ['POST', '/carted-tickets/confirm', { ticket_ids: [one.hold, other.hold] }],
  ];
};

it('returns 409 and changes nothing when a request of an administrator names rows of two realms', async () => {
  const before = await dump(app);
  const wrong: string[] = [];
  for (const [method, path, body] of asks()) {
    const response = await app.http<{ code?: string }>(method, `/api${path}`, { token, body });
    if (response.status !== 409 || response.body.code !== 'CONFLICT')
      wrong.push(
        `${method} ${path} ${JSON.stringify(body)} answered ${response.status} ${JSON.stringify(response.body)}`,
      );
  }
  expect(wrong).toEqual([]);
  expect(changedTables(before, await dump(app))).toEqual([]);
});
