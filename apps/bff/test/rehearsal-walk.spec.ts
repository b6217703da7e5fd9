import { operationsOf } from '../src/platform/http/openapi/operations';
import { startApp, type TestApp } from './app';
import { defined } from './defined';
import { dumpOutsideRehearsals } from './dump';
import * as make from './factories';
import { keyedCalls } from './keyed-calls';
import { oneOfEach } from './one-of-each';
import { type Document, readDocument, resolve, type Schema } from './operations';
import { makePublisher } from './publishers';
import { endRehearsals, holdAtSandbox, rehearse, type Rehearsing, rehearsing, SANDBOX } from './rehearsal';
import { openInRehearsals } from './rehearsal-policy';
import { lease, until } from './work';

/** Ids by the word that names their kind in paths and bodies, such as `login`. */
type Ids = Record<string, number>;

/** Calls that end or renew the session that calls them. */
const ofSession = /^POST \/auth\/(login|logout|refresh)$/;
/**
 * What changes beside the rehearsal: the session, the person's own settings, when workers, tokens and modules were seen, and how
 * far the server's own work has summed up past times.
 */
const frame =
  /^public\.(sessions|preferences|worker_tokens|workers|module_tokens|module_load_reports|module_report_budgets|rollups)$/;

let app: TestApp;
let document: Document;
let operations: { name: string; method: string; path: string; use: string; body: Schema | null }[];
let mine: Rehearsing;
let sandbox: number;
let tokens: Record<string, string | undefined>;

beforeAll(async () => {
  app = await startApp({ SANDBOX_URL: SANDBOX });
  document = await readDocument(app);
  operations = operationsOf(document).map(({ method, path, operation }) => {
    const content =
      operation.requestBody && 'content' in operation.requestBody && operation.requestBody.content;
    const schema = content ? (content['application/json']?.schema as Schema | undefined) : undefined;
    return {
      name: `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`,
      method: method.toUpperCase(),
      path,
      use: operation['x-rehearsal'] ?? '',
      body: schema ?? null,
    };
  });
  // What other specs left to be sent would be tried again meanwhile.
  await app.db.query('DELETE FROM webhooks');
  sandbox = await make.site(app, { url: SANDBOX });
  mine = await rehearsing(app, 4);
  await oneOfEach(app, mine.realmId, mine.siteId, mine.eventId);
  const other = await rehearsing(app, 1);
  tokens = {
    anonymous: undefined,
    waiting: (await make.user(app, 'realm_user', null)).token,
    realm_user: (await make.user(app, 'realm_user', mine.realmId)).token,
    realm_owner: mine.owner,
    'owner of another realm': other.owner,
    admin: (await make.admin(app)).token,
    worker: mine.worker,
    publisher: (await makePublisher(app, ['mf-sample'])).token,
  };
});
afterAll(() => app.close());
/** No test leases what another has left running, or works in a realm that one has suspended. */
afterEach(async () => {
  const asked = { token: tokens['admin'] };
  await app.http('PUT', `/api/realms/${mine.realmId}`, { ...asked, body: { status: 'active' } });
  const { body } = await app.http<{ id: number }[]>('GET', '/api/rehearsals?status=running', asked);
  for (const { id } of body) await app.http('DELETE', `/api/rehearsals/${id}`, asked);
  await endRehearsals(app);
});

/** The newest rows of a realm, and the given site and event. */
async function idsOf(realmId: number, siteId: number, eventId: number): Promise<Ids> {
  const tables = {
    login: 'logins',
    pool: 'pools',
    template: 'templates',
    job: 'jobs',
    task: 'tasks',
    ticket: 'tickets',
    hold: 'holds',
    link: 'queue_links',
    user: 'users',
    invitation: 'invitations',
  };
  const found: Ids = { realm: mine.realmId, site: siteId, event: eventId };
  for (const [word, table] of Object.entries(tables)) {
    const sql = `SELECT coalesce(max(id), 999999999)::int AS id FROM ${table} WHERE realm_id = $1`;
    found[word] = defined((await app.db.query<{ id: number }>(sql, [realmId])).rows[0]).id;
  }
  return found;
}

/** What a path's first segment lists. */
const segments: Record<string, string> = {
  'carted-tickets': 'hold', 'pay-queue': 'task', 'on-sale': 'event', ledger: 'ticket', queueitlinks: 'link',
}; // prettier-ignore

const pathOf = (path: string, ids: Ids, rehearsalId: number): string => {
  const segment = path.split('/')[2] ?? '';
  const word = segments[segment] ?? segment.replace(/s$/, '');
  const own = word === 'rehearsal' ? rehearsalId : (ids[word] ?? 1);
  return path
    .replaceAll(/\{(login|task|site|event|job)Id\}/g, (_, kind: string) => String(ids[kind]))
    .replace('{id}', String(own))
    .replace('{leaseId}', '42424242-4242-4242-8242-424242424242')
    .replaceAll(/\{\w+\}/g, 'mf-sample');
};

/** A value for a field: an existing row where its name is that of one. */
function valueOf(name: string, schema: Schema, ids: Ids, all: boolean): unknown {
  const { type, format, enum: words, items, properties = {}, required = [] } = resolve(document, schema);
  const kind = /^(?:.*_)?(\w+?)_ids?$/.exec(name)?.[1] ?? (name === 'ids' ? 'task' : '');
  if (type === 'array') return [valueOf(name, items ?? {}, ids, all)];
  if (type === 'object') {
    const names = Object.keys(properties).filter((field) => all || required.includes(field));
    return Object.fromEntries(
      names.map((field) => [field, valueOf(field, properties[field] ?? {}, ids, all)]),
    );
  }
  if (ids[kind] !== undefined) return ids[kind];
  if (words) return words[0];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return 2;
  if (format === 'date-time') return '2030-06-01T18:00:00.000Z';
  if (format === 'uri' || name.includes('url')) return 'https://tickets.example/x';
  if (name.includes('email')) return 'walk@quayside.example';
  if (name === 'currency') return 'GBP';
  return 'gull-feather-mast';
}

/** Sends a request within a rehearsal; what a stream goes on to send isn't awaited. */
async function send(method: string, path: string, rehearsalId: number, token?: string, body?: unknown) {
  const abort = new AbortController();
  const response = await fetch(app.url + path, {
    method,
    headers: {
      'X-Rehearsal': String(rehearsalId),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: abort.signal,
  });
  abort.abort();
  return response.status;
}

/** Calls every operation within a rehearsal, with rows outside and inside, as each caller; returns what was wrong. */
async function walk(started: { id: number; rehearsal_event_id: number }, callers: readonly string[]) {
  const { rows } = await app.db.query<{ id: number }>(
    'SELECT rehearsal_realm_id AS id FROM rehearsals WHERE id = $1',
    [started.id],
  );
  const targets = [
    await idsOf(mine.realmId, mine.siteId, mine.eventId),
    await idsOf(defined(rows[0]).id, sandbox, started.rehearsal_event_id),
  ];
  const wrong: string[] = [];
  for (const caller of callers)
    for (const { name, method, path, use, body } of operations) {
      if (ofSession.test(name)) continue;
      for (const ids of targets)
        for (const all of body ? [false, true] : [false]) {
          const sent = body ? valueOf('', body, ids, all) : method === 'POST' ? {} : undefined;
          const status = await send(method, pathOf(path, ids, started.id), started.id, tokens[caller], sent);
          const isRejected = status === 401 || status === 403;
          if (status >= 500 || (use === 'closed' && !isRejected))
            wrong.push(`${name} answered ${status} to ${caller}`);
        }
    }
  return wrong;
}

/** The tables whose rows differ outside of rehearsals. */
const changed = (before: Map<string, string>, after: Map<string, string>) =>
  [...after].filter(([name, text]) => !frame.test(name) && before.get(name) !== text).map(([name]) => name);

/** Waits until the notifications about what the preparation did are there. */
const sentNotifications = () =>
  until(async () => {
    const sql = 'SELECT FROM pending_notifications WHERE at <= clock_timestamp()';
    return (await app.db.query(sql)).rows.length === 0;
  }, 'every notification');

/** The sites that rows of rehearsals refer to. */
async function sitesOfRehearsals(): Promise<number[]> {
  const { rows } = await app.db.query<{ id: number }>(
    ['logins', 'pools', 'templates', 'jobs', 'tasks', 'holds', 'tickets']
      .map((table) => `SELECT site_id AS id FROM ${table} WHERE realm_id >= 1000000000`)
      .join(' UNION '),
  );
  return rows.map(({ id }) => id);
}

it('opens exactly the listed changes within a rehearsal', () => {
  const open = operations.filter(({ method, use }) => method !== 'GET' && use !== 'closed');
  expect(open.map(({ name }) => name).sort()).toEqual([...openInRehearsals].sort());
});

it('changes no row outside the rehearsal, and leases at the sandbox only, when any role calls every operation', async () => {
  const started = await rehearse(mine);
  const [first] = await lease(mine, 1);
  await holdAtSandbox(mine, defined(first), [1, 2]);
  const before = await dumpOutsideRehearsals(app);
  expect(await walk(started, Object.keys(tokens))).toEqual([]);
  expect(changed(before, await dumpOutsideRehearsals(app))).toEqual([]);
  expect(await sitesOfRehearsals()).toEqual([sandbox]);
  const leases = await lease(mine, 10);
  expect([...new Set(leases.map(({ site }) => site.id))]).toEqual(leases.length > 0 ? [sandbox] : []);
});

it('changes nothing by the calls that take effect outside', async () => {
  const started = await rehearse(mine);
  const calls = [];
  for (const [name, call] of Object.entries(keyedCalls(app)))
    if (name !== 'POST /modules/reports') calls.push({ name, ...(await call()) });
  await sentNotifications();
  const before = await dumpOutsideRehearsals(app);
  for (const { path, body, text, headers } of calls)
    await fetch(`${app.url}/api${path}`, {
      method: 'POST',
      headers: {
        'X-Rehearsal': String(started.id),
        Authorization: `Bearer ${tokens['admin']}`,
        ...(text === undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: text ?? JSON.stringify(body ?? {}),
    });
  expect(calls.length).toBeGreaterThan(40);
  const after = await dumpOutsideRehearsals(app);
  expect(changed(before, after)).toEqual([]);
});

it.each([
  ['stopped', (id: number) => app.http('POST', `/api/rehearsals/${id}/stop`, { token: mine.owner })],
  ['deleted', (id: number) => app.http('DELETE', `/api/rehearsals/${id}`, { token: mine.owner })],
  [
    'suspended with its realm',
    async () => {
      const body = { status: 'suspended' };
      await app.http('PUT', `/api/realms/${mine.realmId}`, { token: tokens['admin'], body });
    },
  ],
] as const)('leases nothing once it was %s, whatever is called then', async (_, end) => {
  const started = await rehearse(mine);
  await end(started.id);
  const before = await dumpOutsideRehearsals(app);
  expect(await walk(started, ['realm_owner', 'admin'])).toEqual([]);
  expect(changed(before, await dumpOutsideRehearsals(app))).toEqual([]);
  expect(await lease(mine, 10)).toEqual([]);
  await endRehearsals(app);
  expect(await lease(mine, 10)).toEqual([]);
});
