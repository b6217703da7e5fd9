import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from '../src/platform/http/openapi/operations';
import { startApp, type TestApp } from './app';
import * as make from './factories';
import { recentSignIn } from './recent-sign-in-policy';
import { enableTwoFactor } from './two-factor';

type ApiError = { code: string; details?: { field: string }[]; context?: { second_factor?: boolean } };

let app: TestApp;
let operations: ReturnType<typeof operationsOf>;
beforeAll(async () => {
  app = await startApp();
  operations = operationsOf((await app.http<OpenAPIObject>('GET', '/api/openapi.json')).body);
});
afterAll(() => app.close());

const nameOf = ({ method, path }: { method: string; path: string }) =>
  `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`;
const call = (method: string, path: string, token: string, body?: unknown) =>
  app.http<ApiError>(method, `/api${path}`, { token, body });
const reauthenticate = (token: string, body: object) => call('POST', '/me/reauthenticate', token, body);
/** Moves the sign-ins of the user's sessions into the past, by the database's clock. */
const age = (userId: number, minutes: number) =>
  app.db.query(
    'UPDATE sessions SET authenticated_at = now() - make_interval(mins => $2) WHERE user_id = $1',
    [userId, minutes],
  );
const invite = (token: string, role: string) => call('POST', '/invitations', token, { role });

it('is documented for the operations that the policy names, and for no others', () => {
  const documented = operations.flatMap((found) => {
    const rule = found.operation['x-recent-sign-in'];
    return rule ? [[nameOf(found), rule === true ? null : rule]] : [];
  });
  expect(Object.fromEntries(documented)).toEqual(recentSignIn);
});

it('is required by each marked operation, and provided by the password', async () => {
  const admin = await make.user(app, 'admin', null);
  const ask = async (found: { method: string; path: string }) => {
    const which = recentSignIn[nameOf(found)];
    const marked = Array.isArray(which) ? { [which[0] as string]: 1 } : (which ?? {});
    const body = found.method === 'delete' ? undefined : marked;
    const path = found.path.replace(/^\/api/, '').replaceAll(/\{\w+\}/g, '999999999');
    const response = await call(found.method.toUpperCase(), path, admin.token, body);
    return [nameOf(found), response.status === 401 ? response.body.code : 'let through'];
  };
  const marked = operations.filter((found) => nameOf(found) in recentSignIn);
  const askAll = async () => Object.fromEntries(await Promise.all(marked.map(ask))) as object;
  const all = (outcome: string) =>
    Object.fromEntries(Object.keys(recentSignIn).map((name) => [name, outcome]));

  await age(admin.id, 6);
  expect(await askAll()).toEqual(all('REAUTH_REQUIRED'));
  expect((await reauthenticate(admin.token, { password: make.PASSWORD })).status).toBe(204);
  expect(await askAll()).toEqual(all('let through'));
});

it('is not required for other bodies, nor before the permission is checked', async () => {
  const realm = await make.realm(app);
  const owner = await make.user(app, 'realm_owner', realm);
  await age(owner.id, 6);
  expect((await invite(owner.token, 'realm_user')).status).toBe(201);
  expect((await call('DELETE', '/users/1', owner.token)).status).toBe(403);
});

it('is required for a realm’s limits in both spellings, and for no other field of a realm', async () => {
  const admin = await make.user(app, 'admin', null);
  const realm = await make.realm(app);
  await age(admin.id, 6);
  const change = (body: object) => call('PUT', `/realms/${realm}`, admin.token, body);
  expect((await change({ name: `Renamed ${realm}` })).status).toBe(200);
  for (const body of [
    { max_tasks: 9 },
    { maxTasks: 9 },
    { max_logins: null },
    { maxLogins: 9, name: 'Other' },
  ])
    expect((await change(body)).body.code).toBe('REAUTH_REQUIRED');
  expect((await reauthenticate(admin.token, { password: make.PASSWORD })).status).toBe(204);
  expect((await change({ max_tasks: 9, max_logins: 9 })).status).toBe(200);
});

it('is required for an event’s purchase limit, and for no other field of an event', async () => {
  const admin = await make.user(app, 'admin', null);
  const event = await make.event(app, await make.site(app), { max_per_customer: 2 });
  await age(admin.id, 6);
  const change = (body: object) => call('PATCH', `/events/${event}`, admin.token, body);
  expect((await change({ name: 'Renamed' })).status).toBe(200);
  for (const body of [
    { max_per_customer: 9 },
    { maxPerCustomer: null },
    { max_per_customer: null, name: 'Other' },
  ])
    expect((await change(body)).body.code).toBe('REAUTH_REQUIRED');
  const { rows } = await app.db.query('SELECT name, max_per_customer FROM events WHERE id = $1', [event]);
  expect(rows).toEqual([{ name: 'Renamed', max_per_customer: 2 }]);
  expect((await reauthenticate(admin.token, { password: make.PASSWORD })).status).toBe(204);
  expect((await change({ max_per_customer: 9 })).status).toBe(200);
});

it('is required before a site’s address or configuration changes', async () => {
  const admin = await make.user(app, 'admin', null);
  const site = await make.site(app);
  await age(admin.id, 6);
  for (const [method, path, body] of [
    ['PUT', `/sites/${site}`, { url: 'https://other.example' }],
    ['PATCH', `/sites/${site}/config`, { ticket_url: 'https://other.example' }],
    ['PATCH', `/sites/${site}/config`, { queueit_domain: 'other.example' }],
    ['POST', '/sites', { name: 'Other', url: 'https://other.example' }],
  ] as const)
    expect((await call(method, path, admin.token, body)).body.code).toBe('REAUTH_REQUIRED');
  const { rows } = await app.db.query('SELECT url, config FROM sites WHERE id = $1', [site]);
  expect(rows).toEqual([{ url: 'https://tickets.example', config: {} }]);
});

it('compares values as validation will read them', async () => {
  const admin = await make.user(app, 'admin', null);
  await age(admin.id, 6);
  for (const role of ['admin', ' admin', 'admin\n'])
    expect((await invite(admin.token, role)).body.code).toBe('REAUTH_REQUIRED');
});

it('counts only for its own session, and is not provided by a refresh', async () => {
  const here = await make.user(app, 'admin', null);
  const there = await make.signIn(app, here.email);
  await age(here.id, 6);
  expect((await reauthenticate(here.token, { password: make.PASSWORD })).status).toBe(204);
  expect((await invite(here.token, 'admin')).status).toBe(201);
  const refreshed = await app.http<{ token: string }>('POST', '/api/auth/refresh', {
    token: there.refreshToken,
  });
  for (const token of [there.token, refreshed.body.token])
    expect((await invite(token, 'admin')).body.code).toBe('REAUTH_REQUIRED');
});

it('names a wrong password, and limits guesses', async () => {
  const admin = await make.user(app, 'admin', null);
  const wrong = () => reauthenticate(admin.token, { password: 'not it' });
  expect(await wrong()).toMatchObject({ status: 400, body: { details: [{ field: 'password' }] } });
  for (let attempt = 1; attempt < 10; attempt += 1) await wrong();
  expect((await reauthenticate(admin.token, { password: make.PASSWORD })).status).toBe(429);
});

it('needs the code of two-factor authentication too when it is on', async () => {
  const admin = await make.user(app, 'admin', null);
  const [recoveryCode] = await enableTwoFactor(app, admin.token);
  await age(admin.id, 6);
  const password = make.PASSWORD;
  expect((await invite(admin.token, 'admin')).body).toMatchObject({
    code: 'REAUTH_REQUIRED',
    context: { second_factor: true },
  });
  for (const code of [undefined, '000000'])
    expect(await reauthenticate(admin.token, { password, code })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'code' }] },
    });
  expect((await invite(admin.token, 'admin')).status).toBe(401);
  expect((await reauthenticate(admin.token, { password, code: recoveryCode })).status).toBe(204);
  expect((await invite(admin.token, 'admin')).status).toBe(201);
});

it('is not provided by a change of the password, which needs no code', async () => {
  const admin = await make.user(app, 'admin', null);
  await age(admin.id, 6);
  const changed = await app.http<{ token: string }>('POST', '/api/me/password', {
    token: admin.token,
    body: { current_password: make.PASSWORD, new_password: 'three-lanterns-by-the-quay' },
  });
  expect((await invite(changed.body.token, 'admin')).body.code).toBe('REAUTH_REQUIRED');
});

it('does not allow changes of the own account under /users', async () => {
  const admin = await make.user(app, 'admin', null);
  await enableTwoFactor(app, admin.token);
  const calls: [string, string, object?][] = [
    ['POST', 'password', { password: 'three-lanterns-by-the-quay' }],
    ['DELETE', 'second-factor'],
    ['DELETE', 'sessions'],
  ];
  for (const [method, what, body] of calls)
    expect(await call(method, `/users/${admin.id}/${what}`, admin.token, body)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    });
  expect((await call('GET', '/me/second-factor', admin.token)).body).toMatchObject({ enabled: true });
  expect((await call('GET', '/me', admin.token)).status).toBe(200);
});
