import { randomUUID } from 'node:crypto';
import { startApp, type TestApp } from './app';
import { admin, type Signed } from './factories';

type Realm = { id: number; name: string; code?: string };

let app: TestApp;
let token: string;
let second: Signed;

beforeAll(async () => {
  app = await startApp();
  token = (await admin(app)).token;
  second = await admin(app);
});
afterAll(() => app.close());

const create = (name: string, key: string, as = token) =>
  app.http<Realm>('POST', '/api/realms', { token: as, body: { name }, headers: { 'Idempotency-Key': key } });
const named = async (name: string) =>
  (await app.db.query('SELECT FROM realms WHERE name = $1', [name])).rows.length;

it('replays the first response to the same key and body, with one effect', async () => {
  const key = randomUUID();
  const first = await create('Replayed Realm', key);
  const again = await create('Replayed Realm', key);
  expect(first.status).toBe(201);
  expect(again.status).toBe(201);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await named('Replayed Realm')).toBe(1);
});

it('shares keys between all sessions of a user', async () => {
  const key = randomUUID();
  const first = await create('Two Sessions Realm', key);
  expect((await create('Two Sessions Realm', key, second.token)).body.id).toBe(first.body.id);
});

it('rejects a key that was used with another body', async () => {
  const key = randomUUID();
  await create('First Body Realm', key);
  expect(await create('Other Body Realm', key)).toMatchObject({
    status: 422,
    body: { code: 'IDEMPOTENCY_MISMATCH' },
  });
});

it('has one effect when the same request is sent concurrently; the others get its response or 409', async () => {
  const key = randomUUID();
  const responses = await Promise.all(Array.from({ length: 10 }, () => create('Crowded Realm', key)));
  expect(await named('Crowded Realm')).toBe(1);
  for (const { status } of responses) expect([201, 409]).toContain(status);
  expect(responses.some(({ status }) => status === 201)).toBe(true);
});

it('stores nothing for a failed request, so that it can be retried', async () => {
  const key = randomUUID();
  expect((await create('', key)).status).toBe(400);
  expect((await create('Sent Again Realm', key)).status).toBe(201);
});

it('stores the request body only as a keyed hash', async () => {
  const key = randomUUID();
  await create('Hashed Body Realm', key);
  const { rows } = await app.db.query<{ request_hash: string }>(
    'SELECT request_hash FROM idempotency_keys WHERE key = $1',
    [key],
  );
  expect(rows[0]?.request_hash).toMatch(/^[\w-]{43}$/);
});

it('expires a key after 24 hours', async () => {
  const key = randomUUID();
  await create('Forgotten Realm', key);
  await app.db.query(`UPDATE idempotency_keys SET expires_at = now() WHERE key = $1`, [key]);
  expect((await create('Remembered Realm', key)).status).toBe(201);
});

it('ignores the key at sign-in', async () => {
  const body = { email: second.email, password: 'wrong all along' };
  const headers = { 'Idempotency-Key': randomUUID() };
  expect((await app.http('POST', '/api/auth/login', { body, headers })).status).toBe(401);
  expect(
    (await app.http('POST', '/api/auth/login', { body: { ...body, password: 'another' }, headers })).status,
  ).toBe(401);
});
