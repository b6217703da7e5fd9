import { startApp, type TestApp } from '../../../../test/app';
import * as make from '../../../../test/factories';
import { enableTwoFactor } from '../../../../test/two-factor';

type ApiError = { code: string; details?: { field: string }[] };
const password = 'three-lanterns-by-the-quay';

let app: TestApp;
let realm: number;
let owner: make.Signed;
let person: make.Signed;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.query('DELETE FROM guess_budgets');
  realm = await make.realm(app);
  owner = await make.user(app, 'realm_owner', realm);
  person = await make.user(app, 'realm_user', realm);
});

const call = <T = ApiError>(method: string, path: string, token?: string, body?: unknown) =>
  app.http<T>(method, `/api${path}`, { token, body });
const forgot = (email: string) => call('POST', '/auth/forgot-password', undefined, { email });
const link = (token: string, id: number) =>
  call<{ token: string } & ApiError>('POST', `/users/${id}/password-reset`, token);
const reset = (token: string, next = password) =>
  call('POST', '/auth/reset-password', undefined, { token, password: next });
const notified = async (user: make.Signed) =>
  (await call<{ title: string }[]>('GET', '/notifications?topic=security', user.token)).body.filter(
    ({ title }) => title === 'Someone forgot their password',
  ).length;

it('responds alike for any address, and notifies the realm’s owners and the administrators once an hour', async () => {
  const stranger = await make.user(app, 'realm_owner', await make.realm(app));
  for (const email of [person.email, person.email.toUpperCase(), 'nobody@quayside.example'])
    expect(await forgot(email)).toMatchObject({ status: 200, body: { mailed: false } });
  expect([await notified(owner), await notified(stranger), await notified(person)]).toEqual([1, 0, 0]);
  expect(await notified(await make.admin(app))).toBeGreaterThan(0);
  const listed = await call<{ reset_requested_at: string | null }>('GET', `/users/${person.id}`, owner.token);
  expect(listed.body.reset_requested_at).not.toBeNull();
});

it('is limited by address', async () => {
  const responses = [];
  for (let index = 0; index < 12; index += 1)
    responses.push((await forgot(`n${index}@quayside.example`)).status);
  expect(responses.filter((status) => status === 429)).toHaveLength(2);
});

it('sets a new password once, ends the sessions, and leaves two-factor authentication on', async () => {
  await forgot(person.email);
  await enableTwoFactor(app, person.token);
  const { status, body } = await link(owner.token, person.id);
  expect(status).toBe(201);
  expect((await reset(body.token, 'short')).body.details).toMatchObject([{ field: 'password' }]);
  expect((await reset(body.token)).status).toBe(204);
  expect((await reset(body.token)).body.details).toMatchObject([{ field: 'token' }]);
  const refreshed = await call('POST', '/auth/refresh', person.refreshToken);
  expect(refreshed.status).toBe(401);
  const login = await call('POST', '/auth/login', undefined, { email: person.email, password });
  expect(login.body.code).toBe('SECOND_FACTOR_REQUIRED');
  const listed = await call<{ reset_requested_at: string | null }>('GET', `/users/${person.id}`, owner.token);
  expect(listed.body.reset_requested_at).toBeNull();
});

it('can be created by owners for their realm and by administrators, never for oneself', async () => {
  const admin = await make.user(app, 'admin', realm);
  const stranger = await make.user(app, 'realm_user', await make.realm(app));
  expect((await link(owner.token, admin.id)).status).toBe(403);
  expect((await link(owner.token, stranger.id)).status).toBe(404);
  expect((await link(owner.token, owner.id)).status).toBe(409);
  expect((await link(person.token, owner.id)).status).toBe(403);
  expect((await link(admin.token, owner.id)).status).toBe(201);
});

it('is invalid once it is replaced, has expired, or its creator may no longer create it', async () => {
  const first = (await link(owner.token, person.id)).body.token;
  const second = (await link(owner.token, person.id)).body.token;
  expect((await reset(first)).status).toBe(400);
  await app.db.query(`UPDATE password_resets SET token_expires_at = now() WHERE user_id = $1`, [person.id]);
  expect((await reset(second)).status).toBe(400);
  const third = (await link(owner.token, person.id)).body.token;
  await app.db.query(`UPDATE users SET role = 'realm_user' WHERE id = $1`, [owner.id]);
  expect((await reset(third)).status).toBe(400);
});
