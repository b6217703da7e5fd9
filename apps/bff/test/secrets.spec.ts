import { randomBytes } from 'node:crypto';
import { operationsOf } from '../src/platform/http/openapi/operations';
import { startApp, type TestApp } from './app';
import { dump } from './dump';
import { admin, event, realm, site, user } from './factories';
import { readDocument } from './operations';
import { lease, newTask, work } from './work';

/** A value that must appear only in sealed fields; without digits, which could form a card number. */
const canary = `canary-${randomBytes(8)
  .toString('hex')
  .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`;

const loginSecrets = {
  password: `${canary} password`,
  card: `${canary} tok 4242`,
  proxy: `${canary}.proxy.example:8080`,
  address: `1 ${canary} Street`,
  home_phone: `${canary} 0201`,
  mobile_phone: `${canary} 0702`,
};
const linkSecrets = {
  cookies: `session=${canary}`,
  unique_link: `https://queue.example/u/${canary}`,
  pass_link: `https://queue.example/p/${canary}`,
  enqueue_token: `${canary}.token`,
};

let app: TestApp;
const log: string[] = [];
let owner: string;
let siteId: number;
const ids: Record<string, number> = {};

beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'debug' }, undefined, { write: (line) => void log.push(line) });
  const realmId = await realm(app);
  owner = (await user(app, 'realm_owner', realmId)).token;
  siteId = await site(app);
  const eventId = await event(app, siteId);
  const call = async (method: string, path: string, body: unknown) => {
    const response = await app.http<{ id: number }>(method, `/api${path}`, { token: owner, body });
    expect(response.status).toBeLessThan(300);
    return response.body.id;
  };
  const login = await call('POST', `/sites/${siteId}/logins`, {
    email: 'a@quayside.example',
    ...loginSecrets,
  });
  await call('PATCH', `/logins/${login}`, { name: 'Ann', ...loginSecrets });
  const link = await call('POST', `/logins/${login}/queueitlinks`, { event_id: eventId, ...linkSecrets });
  await call('PUT', `/queueitlinks/${link}`, { status: 'your_turn', ...linkSecrets });
  Object.assign(ids, { siteId, eventId, login, link, loginId: login });
  const task = await call('POST', '/tasks', { login_id: login, event_id: eventId, start: true });
  ids.task = task;
});
afterAll(() => app.close());

it('are in no response: every GET, as JSON and as CSV', async () => {
  const responses: string[] = [];
  const operations = operationsOf(await readDocument(app)).filter(
    ({ method, path }) => method === 'get' && path !== '/api/stream',
  );
  for (const token of [owner, (await admin(app)).token]) {
    for (const { path } of operations) {
      const id = /logins/.test(path) ? ids.login : /queueitlinks/.test(path) ? ids.link : 1;
      const url = path.replace('{siteId}', String(siteId)).replaceAll(/\{\w+\}/g, String(id));
      for (const accept of ['application/json', 'text/csv']) {
        const { status, body } = await app.http<unknown>('GET', url, { token, headers: { Accept: accept } });
        expect(status).toBeLessThan(500);
        responses.push(typeof body === 'string' ? body : JSON.stringify(body));
      }
    }
  }
  expect(responses.length).toBeGreaterThan(150);
  expect(responses.join('\n')).toContain('•••• 4242');
  expect(responses.filter((response) => response.includes(canary))).toEqual([]);
});

it('are in no error: wrong values, stale versions and unknown fields', async () => {
  const rejected = [
    await app.http('PATCH', `/api/logins/${ids.login}`, { token: owner, body: { ...loginSecrets, age: 'old' } }),
    await app.http('PATCH', `/api/logins/${ids.login}`, { token: owner, body: { cvv: canary } }),
    await app.http('PATCH', `/api/logins/${ids.login}`, { token: owner, body: { password: { x: canary } } }),
    await app.http('PUT', `/api/queueitlinks/${ids.link}`, { token: owner, body: { pass_link: `javascript:${canary}` } }),
    await app.http('PATCH', `/api/logins/${ids.login}`, { token: owner, body: loginSecrets, headers: { 'If-Match': '"v1"' } }),
    await app.http('POST', `/api/sites/${siteId}/logins/import`, { token: owner, text: `email,age,password\na@b.example,old,${canary}\n`, headers: { 'Content-Type': 'text/csv' } }),
    await app.http('POST', `/api/sites/${siteId}/logins`, { token: owner, text: `{"password":"${canary}`, headers: { 'Content-Type': 'application/json' } }),
  ]; // prettier-ignore
  expect(rejected.map(({ status }) => status)).toEqual([400, 400, 400, 400, 412, 400, 400]);
  expect(JSON.stringify(rejected.map(({ body }) => body as unknown))).not.toContain(canary);
});

it('are sealed at rest: in no column of the database, including the audit log, notifications and the queue', async () => {
  const texts = await dump(app);
  expect(texts.get('public.logins')).toContain('a@quayside.example');
  expect(texts.get('public.audit')).toContain('login.update');
  expect([...texts].filter(([, text]) => text.includes(canary)).map(([name]) => name)).toEqual([]);
});

it('are not in the log', () => {
  expect(log.length).toBeGreaterThan(100);
  expect(log.filter((line) => line.includes(canary))).toEqual([]);
});

it('are sent to a worker that leases a task of the login, and are not in its audit entry', async () => {
  const own = await work(app);
  const secrets = { password: `${canary} leased` };
  await app.http('PATCH', `/api/logins/${own.logins[0]}`, { token: own.owner, body: secrets });
  await newTask(own);
  expect(JSON.stringify(await lease(own))).toContain(secrets.password);
  const texts = await dump(app);
  expect(texts.get('public.audit')).toContain('login.open');
  expect([...texts].filter(([, text]) => text.includes(canary)).map(([name]) => name)).toEqual([]);
});
