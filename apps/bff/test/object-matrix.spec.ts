import { operationsOf } from '../src/platform/http/openapi/operations';
import { startApp, type TestApp } from './app';
import { changedTables, dump } from './dump';
import { admin, event, realm, site, user } from './factories';
import { oneOfEach } from './one-of-each';
import { readDocument } from './operations';
import { sweep } from './work';

/** Bodies of operations that check them before they read the row. */
const bodies: Record<string, (rows: Rows) => unknown> = {
  'POST /jobs/{id}/control': () => ({ command: 'pause' }),
  'POST /pools/{id}/members': ({ logins }) => ({ login_id: logins }),
  'PUT /users/{id}/duties': () => ({ duties: [] }),
};

/** The table of a path's first segment; all of them have a realm. */
const tables: Record<string, string> = {
  'carted-tickets': 'holds', invitations: 'invitations', jobs: 'jobs', ledger: 'tickets', logins: 'logins', pools: 'pools',
  queueitlinks: 'queue_links', rehearsals: 'rehearsals', 'service-tokens': 'service_tokens', tasks: 'tasks', templates: 'templates', tickets: 'tickets', users: 'users',
  webhooks: 'webhooks',
}; // prettier-ignore

const callers = ['realm_user', 'realm_owner', 'admin'] as const;
type Caller = (typeof callers)[number];

/** Whether a caller holds an operation's permission. */
const holds = (permission: string, caller: Caller) =>
  caller === 'admin' || permission === 'read:own' || (permission === 'write:own' && caller === 'realm_owner');

/** The newest row of a table in a realm. */
type Rows = Record<string, number>;

let app: TestApp;
let siteId: number;
let eventId: number;
/** Operations on one object of a realm. A bulk belongs to its user and is tested with its feature. */
let operations: { name: string; method: string; path: string; permission: string; versioned: boolean }[];

beforeAll(async () => {
  app = await startApp();
  siteId = await site(app);
  eventId = await event(app, siteId);
  operations = operationsOf(await readDocument(app)).flatMap(({ method, path, operation }) => {
    const word = path.split('/')[2] ?? '';
    const ofRealm = Object.hasOwn(tables, word) && path.includes('{') && !path.includes('without-tickets');
    // No user here has two-factor authentication that could be removed.
    if (!ofRealm || path.startsWith('/api/tasks/bulk/') || path.endsWith('/second-factor')) return [];
    const parameters = (operation.parameters ?? []) as { name?: string }[];
    return [
      {
        name: `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`,
        method: method.toUpperCase(),
        path,
        permission: operation['x-permission'] ?? '',
        versioned: parameters.some(({ name }) => name === 'If-Match'),
      },
    ];
  });
});
afterAll(() => app.close());

async function rowsOf(realmId: number): Promise<Rows> {
  await oneOfEach(app, realmId, siteId, eventId);
  const found = await Promise.all(
    [...new Set([...Object.values(tables), 'tasks', 'logins', 'jobs'])].map(async (table) => {
      const sql = `SELECT max(id)::int AS id FROM ${table} WHERE realm_id = $1`;
      return [table, (await app.db.query<{ id: number }>(sql, [realmId])).rows[0]!.id] as const;
    }),
  );
  return Object.fromEntries(found);
}

/** Queries that an operation can't do without. */
const queries: Record<string, (rows: Rows) => string> = {
  'GET /jobs/{id}/compare': ({ jobs }) => `?with=${jobs}`,
};

const pathOf = (path: string, rows: Rows) =>
  path
    .replace('{taskId}', String(rows.tasks))
    .replace('{jobId}', String(rows.jobs))
    .replace('{loginId}', String(rows.logins))
    .replace('{id}', String(rows[tables[path.split('/')[2] ?? ''] ?? '']));

/** Sends a stale `If-Match` where it is supported: callers that reach the row get 412, and nothing changes. */
const ask = async (
  { name, method, path, versioned }: (typeof operations)[number],
  rows: Rows,
  token: string,
) => {
  const body = ['GET', 'DELETE'].includes(method) ? undefined : (bodies[name]?.(rows) ?? {});
  const headers = versioned ? { 'If-Match': '"v999999"' } : undefined;
  return (
    await app.http(method, pathOf(path, rows) + (queries[name]?.(rows) ?? ''), {
      token,
      body,
      ...(headers && { headers }),
    })
  ).status;
};

it('covers every operation on one object of a realm', () => {
  expect(operations.length).toBeGreaterThan(50);
});

it.each(callers)('gives %s their own object, and reveals nothing of another realm’s', async (caller) => {
  const own = await realm(app);
  const [mine, theirs] = [await rowsOf(own), await rowsOf(await realm(app))];
  const { token } = caller === 'admin' ? await admin(app) : await user(app, caller, own);
  // Sweeps first, so that no sweep changes anything during the test.
  await sweep(app);
  const before = await dump(app);
  const wrong: string[] = [];
  if (caller !== 'admin') {
    for (const operation of operations) {
      const expected = holds(operation.permission, caller) ? 404 : 403;
      const status = await ask(operation, theirs, token);
      if (status !== expected) wrong.push(`${operation.name} of another realm: ${status}, not ${expected}`);
    }
    expect(changedTables(before, await dump(app))).toEqual([]);
  }
  for (const operation of operations) {
    const status = await ask(operation, mine, token);
    const rejected = [401, 403, 404].includes(status);
    if (rejected === holds(operation.permission, caller))
      wrong.push(`${operation.name} of the own: ${status}`);
  }
  expect(wrong).toEqual([]);
});
