import { operationsOf } from '../src/platform/http/openapi/operations';
import { startApp, type TestApp } from './app';
import { defined } from './defined';
import { dump } from './dump';
import * as make from './factories';
import { oneOfEach } from './one-of-each';
import { readDocument } from './operations';

type Refusal = { reason?: string };

/** What a view may write: its own end. A refresh has no access token, and a session's own tokens aren't those of machines. */
const allowed = ['DELETE /view-as', 'POST /auth/logout', 'POST /auth/refresh'];

/** The table whose rows a path names, where it isn't that of its first word. */
const tables: Readonly<Record<string, string>> = {
  'carted-tickets': 'holds',
  'identity-matches': 'identity_matches',
  ledger: 'tickets',
  queueitlinks: 'queue_links',
  'on-sale': 'events',
  'saved-views': 'saved_views',
  'service-tokens': 'service_tokens',
  'worker-tokens': 'worker_tokens',
};

let app: TestApp;
let boss: make.Signed;
let them: make.Signed;
let operations: ReturnType<typeof operationsOf>;
let ids: Map<string, number>;

beforeAll(async () => {
  app = await startApp();
  operations = operationsOf(await readDocument(app));
  const realmId = await make.realm(app);
  const siteId = await make.site(app);
  const eventId = await make.event(app, siteId);
  await oneOfEach(app, realmId, siteId, eventId);
  boss = await make.user(app, 'admin', null);
  them = await make.user(app, 'realm_owner', realmId);
  const personal = async (path: string, body: object) =>
    defined((await app.http<{ id: number }>('POST', `/api${path}`, { token: them.token, body })).body).id;
  await personal('/calendar/feed', { kinds: ['on_sale'], planned: false });
  ids = new Map();
  const { rows } = await app.db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'id' AND data_type IN ('integer', 'bigint')`,
  );
  for (const { name } of rows) {
    const found = await app.db.query<{ id: number }>(
      `SELECT id::int AS id FROM "${name}" ORDER BY id LIMIT 1`,
    );
    if (found.rows[0]) ids.set(name, found.rows[0].id);
  }
  const begun = await app.http('POST', '/api/view-as', {
    token: boss.token,
    body: { user_id: them.id, reason: 'Ticket 4711' },
  });
  if (begun.status !== 200) throw new Error(`The view answered ${begun.status}`);
});
afterAll(() => app.close());

/** A path on rows that exist, where there are some. */
function pathOf(path: string): string {
  const [word = ''] = path.replace('/api/', '').split('/');
  const table = tables[word] ?? word.replaceAll('-', '_');
  return path
    .replace('{siteId}', String(ids.get('sites')))
    .replace('{eventId}', String(ids.get('events')))
    .replace('{jobId}', String(ids.get('jobs')))
    .replace('{module}', 'mf-test')
    .replace('{entity}', 'note')
    .replaceAll(/\{\w+\}/g, String(ids.get(table) ?? 1));
}

const nameOf = ({ method, path }: { method: string; path: string }) =>
  `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`;

it('refuses every write of the document, and changes nothing', async () => {
  const before = await dump(app);
  const wrong: string[] = [];
  let refused = 0;
  for (const found of operations) {
    if (found.method === 'get' || allowed.includes(nameOf(found))) continue;
    const { status, body } = await app.http<Refusal>(found.method.toUpperCase(), pathOf(found.path), {
      token: boss.token,
      ...(found.method !== 'delete' && { body: {} }),
    });
    const isOfMachines = /^(worker|publisher)/.test(found.operation['x-permission'] ?? '');
    const isRight = isOfMachines ? status === 401 : status === 403 && body.reason === 'VIEW_ONLY';
    if (isRight) refused += 1;
    else wrong.push(`${nameOf(found)} answered ${status} ${JSON.stringify(body)}`);
  }
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(120);
  expect(changed(before, await dump(app))).toEqual([]);
});

it('reads every operation without changing a row, but audits exports', async () => {
  const before = await dump(app);
  const found: number[] = [];
  for (const { path, method } of operations) {
    if (method !== 'get' || path === '/api/stream') continue;
    for (const Accept of ['application/json', 'text/csv']) {
      const { status } = await app.http<unknown>('GET', pathOf(path), {
        token: boss.token,
        headers: { Accept },
      });
      expect({ path, isServerError: status >= 500 }).toEqual({ path, isServerError: false });
      found.push(status);
    }
    await fetch(app.url + pathOf(path), {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${boss.token}` },
    });
  }
  expect(found.filter((status) => status === 200).length).toBeGreaterThan(120);
  const after = await dump(app);
  expect(changed(before, after)).toEqual(['public.audit']);
  const { rows } = await app.db.query<{ action: string; who: string }>(
    `SELECT DISTINCT action, who FROM audit WHERE action <> 'request.refused' AND id > (SELECT max(id) FROM audit WHERE action = 'user.view_as')`,
  );
  expect(rows).toEqual([{ action: 'list.export', who: `${boss.email} as ${them.email}` }]);
});

/** The tables that differ between two dumps, but those of the queue. */
const changed = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...after]
    .filter(([name, text]) => !name.startsWith('pgboss.') && before.get(name) !== text)
    .map(([name]) => name);
