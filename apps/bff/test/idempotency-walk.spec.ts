import { randomUUID } from 'node:crypto';
import { operationsOf } from '../src/platform/http/openapi/operations';
import { startApp, type TestApp } from './app';
import { changedTables, dump } from './dump';
import * as make from './factories';
import { type Call, keyedCalls } from './keyed-calls';
import { type Document, readDocument } from './operations';
import { ignoring } from './unkeyed-calls';

type ApiError = { code: string };

let app: TestApp;
let document: Document;
let signed: make.Signed;
beforeAll(async () => {
  app = await startApp({ SANDBOX_URL: 'http://127.0.0.1:3901' });
  // What other specs left to be sent would be tried again meanwhile.
  await app.db.query('DELETE FROM webhooks');
  document = await readDocument(app);
  signed = await make.admin(app);
});
afterAll(() => app.close());

const posts = () =>
  operationsOf(document)
    .filter(({ method }) => method === 'post')
    .map(({ path, operation }) => ({
      name: `POST ${path.replace(/^\/api/, '')}`,
      keyed: (operation.parameters ?? []).some(
        (parameter) => 'name' in parameter && parameter.name === 'Idempotency-Key',
      ),
    }));

const send = ({ path, headers, ...asked }: Call, key: string, other = false) =>
  app.http<ApiError>('POST', `/api${path}`, {
    token: signed.token,
    ...asked,
    ...(other && { [asked.text === undefined ? 'body' : 'text']: { other: true } }),
    ...(other && asked.text !== undefined && { text: 'email\r\nother@quayside.example' }),
    headers: { ...headers, 'Idempotency-Key': key },
  });

/** Where it is recorded who did what: the audit log, and the timelines of tasks. */
const records = /^public\.(audit|task_events)/;

/** What changes nothing that others see, or nothing at all. */
const unrecorded = new Set([
  'POST /identity-providers/try',
  'POST /jobs/preview',
  'POST /sites/{id}/map/preview',
  'POST /modules/reports',
  'POST /notifications/dismiss',
  'POST /notifications/read',
  'POST /notifications/restore',
  // Here a test of one's own devices, and an operation that has ended.
  'POST /notifications/send',
  'POST /tasks/bulk/{id}/abort',
  'POST /saved-views',
]);

/** The errors in how a POST handles the key. */
async function faultsOf(name: string, make: () => Promise<Call>): Promise<string[]> {
  const call = await make();
  const key = randomUUID();
  const faults: string[] = [];
  const must = (right: boolean, what: string) => right || faults.push(what);

  // Simulates a running request with the key, which holds the lock that each takes first.
  const running = await app.db.connect();
  await running.query('BEGIN');
  const id = [signed.id, null, 'admin', `POST /api${call.path}`, key];
  await running.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', [JSON.stringify(id)]);
  const meanwhile = await send(call, key);
  await running.query('COMMIT');
  running.release();
  must(meanwhile.status === 409 && meanwhile.body.code === 'CONFLICT', `running: ${meanwhile.status}`);
  must(meanwhile.headers.has('retry-after'), 'running: no Retry-After');

  const before = await dump(app);
  const first = await send(call, key);
  const after = await dump(app);
  must(first.status >= 200 && first.status < 300, `first: ${first.status} ${JSON.stringify(first.body)}`);
  must(!first.headers.has('idempotency-replayed'), 'first: says that it is a replay');
  const changed = changedTables(before, after);
  must(changed.includes('public.idempotency_keys'), 'first: its answer was not kept');
  const recorded = changed.some((table) => records.test(table));
  must(
    recorded !== unrecorded.has(name),
    `first: ${recorded ? 'a' : 'no'} row of the audit log or a timeline`,
  );

  const again = await send(call, key);
  must(again.status === first.status, `again: ${again.status}`);
  must(JSON.stringify(again.body) === JSON.stringify(first.body), `again: ${JSON.stringify(again.body)}`);
  must(again.headers.get('etag') === first.headers.get('etag'), 'again: another ETag');
  must(again.headers.get('idempotency-replayed') === 'true', 'again: not a replay');

  const other = await send(call, key, true);
  must(other.status === 422 && other.body.code === 'IDEMPOTENCY_MISMATCH', `other body: ${other.status}`);
  must(
    changedTables(after, await dump(app)).length === 0,
    `again: ${changedTables(after, await dump(app)).join()}`,
  );
  return faults;
}

it('covers every POST of the API document', () => {
  const all = posts();
  expect(all.filter(({ keyed }) => keyed).map(({ name }) => name)).toEqual(
    Object.keys(keyedCalls(app)).sort(),
  );
  expect(all.filter(({ keyed }) => !keyed).map(({ name }) => name)).toEqual([...ignoring].sort());
});

it('records a POST, and replays an idempotent one; 422 for a different body; 409 while in flight', async () => {
  const wrong: Record<string, string[]> = {};
  for (const [name, call] of Object.entries(keyedCalls(app))) {
    const faults = await faultsOf(name, call).catch((error: unknown) => [String(error)]);
    if (faults.length > 0) wrong[name] = faults;
  }
  expect(wrong).toEqual({});
});

it('ignores the key where sessions start or end and where a secret is shown', async () => {
  const realm = await make.realm(app);
  const worker = await make.workerToken(app);
  const password = 'gull-feather-on-the-mast';
  const somebody = await make.user(app, 'realm_user', realm);
  const headers = { 'Idempotency-Key': randomUUID() };
  const twice = async (path: string, asked: { token?: string; body?: object }) => {
    const ask = () => app.http<Record<string, unknown>>('POST', `/api${path}`, { ...asked, headers });
    return [await ask(), await ask()] as const;
  };
  const { token } = signed;
  const calls: [string, { token?: string; body?: object }][] = [
    ['/auth/login', { body: { email: somebody.email, password: make.PASSWORD } }],
    ['/auth/refresh', { token: somebody.refreshToken }],
    ['/invitations', { token, body: { role: 'realm_user', realm_id: realm } }],
    ['/worker-tokens', { token, body: { name: 'Harbour' } }],
    ['/service-tokens', { token, body: { name: 'Harbour', expires_in_days: 30, realm_ids: [realm] } }],
    ['/worker/v1/lease', { token: worker, body: { worker: 'w', capacity: 1, wait_s: 0 } }],
  ];
  for (const [path, asked] of calls) {
    const responses = await twice(path, asked);
    for (const { status, headers } of responses)
      expect([path, Math.floor(status / 100), headers.has('idempotency-replayed')]).toEqual([path, 2, false]);
    // A secret differs each time; a previous refresh token has the same successor for 30 s anyway.
    if (['/invitations', '/worker-tokens', '/service-tokens'].includes(path))
      expect(responses[0].body.token).not.toBe(responses[1].body.token);
  }
  const [made, taken] = await twice('/auth/register', {
    body: { email: 'keyed@quayside.example', password },
  });
  expect([made.status, taken.status]).toEqual([201, 409]);
  const changed = { current_password: make.PASSWORD, new_password: password };
  const session = await make.signIn(app, somebody.email);
  const [first, second] = await twice('/me/password', { token: session.token, body: changed });
  expect([first.status, second.headers.has('idempotency-replayed')]).toEqual([200, false]);
  expect(second.status).not.toBe(200);
  const { rows } = await app.db.query('SELECT FROM idempotency_keys WHERE key = $1', [
    headers['Idempotency-Key'],
  ]);
  expect(rows).toEqual([]);
});
