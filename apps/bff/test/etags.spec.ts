import { operationsOf } from '../src/platform/http/openapi/operations';
import { startApp, type TestApp } from './app';
import { admin, event, insert, realm, site, workerToken } from './factories';
import { moduleRows, ofRows } from './module-rows';
import { oneOfEach } from './one-of-each';
import { type Document, pathWith, readDocument } from './operations';

type ApiError = { code: string; context?: { current?: { id?: number } } };

/** The table of a path's first segment, or of its first two. */
const tables: Record<string, string> = {
  'carted-tickets': 'holds', events: 'events', invitations: 'invitations', jobs: 'jobs', logins: 'logins', pools: 'pools',
  queueitlinks: 'queue_links', realms: 'realms', 'saved-views': 'saved_views', sites: 'sites', tasks: 'tasks',
  templates: 'templates', tickets: 'tickets', users: 'users', 'worker-tokens': 'worker_tokens', 'service-tokens': 'service_tokens', audit: 'audit',
  modules: 'modules', 'modules/publishers': 'module_publishers', notifications: 'notifications', workers: 'workers',
  'identity-matches': 'identity_matches', mails: 'mails', 'me/passkeys': 'passkeys', webhooks: 'webhooks',
}; // prettier-ignore

/** Resources without a version: they are only ended or removed, or belong to one user. */
const unversioned = [
  'DELETE /calendar/feed',
  'DELETE /carted-tickets/group/{taskId}/{loginId}',
  'DELETE /me/linked-identities/{id}',
  'DELETE /me/sessions/{id}',
  'DELETE /modules/overrides/{name}',
  'DELETE /modules/publishers/{id}/keys/{keyId}',
  'DELETE /modules/publishers/{id}/tokens/{tokenId}',
  'DELETE /on-sale/{eventId}/payers/me',
  'DELETE /users/{id}/second-factor',
  'DELETE /users/{id}/sessions',
  'DELETE /view-as',
  'PUT /administrators/second-factor-rule',
  'PUT /approval-rules',
  'PUT /budgets/month',
  'PUT /calendar/reminders',
  'PUT /escalation',
  'PUT /me/preferences',
  'PUT /modules/overrides/{name}',
  'PUT /on-sale/{eventId}/budget',
  'PUT /on-sale/{eventId}/payers/me',
  'PUT /publishing/releases/{uploadId}/files/{sha256}',
  'PUT /realms/{id}/second-factor-rule',
];

const map = {
  svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect id="North" width="4" height="4"/></svg>',
};

const prices = { currency: 'GBP', fee_per_seat: 0, fee_per_order: 0, ranges: [] };

/** Bodies of changes that need one. */
const bodies: Record<string, object> = {
  'PUT /sites/{id}/map': map,
  'PUT /sites/{id}/prices': prices,
  'PUT /events/{id}/prices': prices,
  'PUT /identity-matches/{id}/decision': { decision: 'apart' },
  'PUT /module-data/{module}/{entity}/{id}': { data: {} },
  'PUT /users/{id}/duties': { duties: [] },
};

let app: TestApp;
let document: Document;
let token: string;
let rowsToken: string;
const ids: Record<string, number> = {};

beforeAll(async () => {
  app = await startApp();
  document = await readDocument(app);
  const signed = await admin(app);
  token = signed.token;
  const realmId = await realm(app);
  const siteId = await site(app);
  await oneOfEach(app, realmId, siteId, await event(app, siteId));
  rowsToken = await moduleRows(app, token, realmId);
  await insert(app, 'saved_views', { user_id: signed.id, page: 'tasks', name: 'Mine' });
  await insert(app, 'passkeys', {
    user_id: signed.id,
    credential_id: 'a',
    public_key: Buffer.from('a'),
    counter: 0,
    backed_up: false,
    domain: 'localhost',
    name: 'Phone',
  });
  await insert(app, 'notifications', { user_id: signed.id, topic: 'security', title: 'Mine' });
  await workerToken(app);
  await insert(app, 'module_publishers', { name: 'Team Harbour' });
  await insert(app, 'identity_matches', { kind: 'event', site_id: siteId, identity: 'guid:1', row_ids: [1] });
  await app.db.query("INSERT INTO workers (token_id, name) SELECT id, 'harbour-1' FROM worker_tokens");
  const response = await app.http('PUT', `/api/sites/${siteId}/map`, { token, body: map });
  expect(response.status).toBe(200);
  for (const [word, table] of Object.entries(tables)) {
    const { rows } = await app.db.query<{ id: number }>(`SELECT max(id)::int AS id FROM ${table}`);
    ids[word] = rows[0]!.id;
  }
});
afterAll(() => app.close());

const wordOf = (path: string) => {
  const [, , first = '', second = ''] = path.split('/');
  return Object.hasOwn(tables, `${first}/${second}`) ? `${first}/${second}` : first;
};
const nameOf = ({ method, path }: { method: string; path: string }) =>
  `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`;
const pathOf = (path: string) =>
  pathWith(
    ofRows(path).replace('{loginId}', String(ids.logins)),
    wordOf(path) === 'me' ? 'me' : ids[wordOf(path)],
  );

/** The operations that change or remove one resource. */
const changes = () =>
  operationsOf(document).filter(
    ({ method, path }) => ['put', 'patch', 'delete'].includes(method) && !path.startsWith('/api/worker/'),
  );
const supportsIfMatch = (operation: { parameters?: object[] }) =>
  (operation.parameters ?? []).some((parameter) => 'name' in parameter && parameter.name === 'If-Match');

it('documents If-Match for every change of a versioned resource', () => {
  const without = changes().filter(({ operation }) => !supportsIfMatch(operation));
  expect(without.map(nameOf).sort()).toEqual(unversioned);
});

it('rejects a change with a stale If-Match with 412 and the current row', async () => {
  const wrong: string[] = [];
  for (const change of changes().filter(({ operation }) => supportsIfMatch(operation))) {
    const { status, body } = await app.http<ApiError | null>(
      change.method.toUpperCase(),
      pathOf(change.path),
      {
        token,
        body: change.method === 'delete' ? undefined : (bodies[nameOf(change)] ?? {}),
        headers: { 'If-Match': '"v999999"', 'X-Module-Token': rowsToken },
      },
    );
    const shown = body?.context?.current !== undefined;
    if (status !== 412 || body?.code !== 'STALE' || !shown)
      wrong.push(`${nameOf(change)} answered ${status} ${JSON.stringify(body)}`);
  }
  expect(wrong).toEqual([]);
});

it('sends an ETag with every resource that has an id', async () => {
  const paths = Object.entries(document.paths).flatMap(([path, item]) =>
    /^\/api\/[\w-]+\/\{id\}$/.test(path) && item.get ? [path] : [],
  );
  expect(paths.length).toBeGreaterThan(16);
  const wrong: string[] = [];
  for (const path of paths) {
    const { status, headers } = await app.http('GET', pathOf(path), { token });
    if (status !== 200 || !/^"v\d+"$/.test(headers.get('etag') ?? ''))
      wrong.push(`${path} answered ${status} ${headers.get('etag')}`);
  }
  expect(wrong).toEqual([]);
});
