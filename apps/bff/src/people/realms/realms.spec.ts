import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import type { RealmDto } from './realms.dto';

type ApiError = {
  code: string;
  message: string;
  details?: { field: string }[];
  context?: Record<string, unknown>;
};

describe('/api/realms', () => {
  let app: TestApp;
  let admin: string;

  beforeAll(async () => {
    app = await startApp();
    admin = (await make.admin(app)).token;
  });
  afterAll(() => app.close());

  const call = <T>(method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    app.http<T>(method, `/api/realms${path}`, { token: admin, body, headers });

  it('creates a realm with limits of 0', async () => {
    const { status, body, headers } = await call<RealmDto>('POST', '', { name: 'Quayside Desk' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Quayside Desk', status: 'active', max_tasks: 0, max_logins: 0 });
    expect(body).toMatchObject({ user_count: 0, active_tasks: 0, login_count: 0 });
    expect(headers.get('etag')).toBe('"v1"');
    expect((await call<RealmDto>('GET', `/${body.id}`)).body).toEqual(body);
  });

  it('counts users, logins and unfinished tasks', async () => {
    const id = await make.realm(app);
    const site = await make.site(app);
    const event = await make.event(app, site);
    const login = await make.login(app, id, site);
    await make.user(app, 'realm_user', id);
    await make.task(app, id, site, event, login);
    await make.task(app, id, site, event, login, { status: 'bought' });
    const { body } = await call<RealmDto>('GET', `/${id}`);
    expect(body).toMatchObject({ user_count: 1, login_count: 1, active_tasks: 1 });
  });

  it('changes only the fields sent, in snake_case or camelCase', async () => {
    const id = await make.realm(app, { name: 'North Quay', max_tasks: 5, max_logins: 5 });
    const { status, body } = await call<RealmDto>('PUT', `/${id}`, { maxTasks: 7, status: 'suspended' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'North Quay', max_tasks: 7, max_logins: 5, status: 'suspended' });
  });

  it('gives its users a time zone until it is cleared', async () => {
    const { body: created } = await call<RealmDto>('POST', '', {
      name: 'Auckland Desk',
      time_zone: 'Pacific/Auckland',
    });
    const { token } = await make.user(app, 'realm_user', created.id);
    const zoneOfMe = async () =>
      (await app.http<{ realm_time_zone: string | null }>('GET', '/api/me', { token })).body.realm_time_zone;
    expect([created.time_zone, await zoneOfMe()]).toEqual(['Pacific/Auckland', 'Pacific/Auckland']);
    const { body: cleared } = await call<RealmDto>('PUT', `/${created.id}`, { time_zone: null });
    expect([cleared.time_zone, await zoneOfMe()]).toEqual([null, null]);
    const { body: rejected } = await call<ApiError>('PUT', `/${created.id}`, { time_zone: 'UTC; SELECT 1' });
    expect(rejected).toMatchObject({ code: 'VALIDATION', details: [{ field: 'time_zone' }] });
  });

  it('accepts a limit below the current use', async () => {
    const id = await make.realm(app);
    await make.login(app, id, await make.site(app));
    expect((await call('PUT', `/${id}`, { max_logins: 0 })).status).toBe(200);
  });

  it.each([
    ['name', { name: '' }],
    ['max_tasks', { name: 'A', max_tasks: -1 }],
    ['max_logins', { name: 'A', max_logins: 1.5 }],
    ['status', { name: 'A', status: 'closed' }],
    ['time_zone', { name: 'A', time_zone: 'Atlantis/Capital' }],
    ['active_tasks', { name: 'A', active_tasks: 3 }],
  ])('refuses a bad %s and names the field', async (field, input) => {
    const { status, body } = await call<ApiError>('POST', '', input);
    expect([status, body.code]).toEqual([400, 'VALIDATION']);
    expect(body.details?.map((detail) => detail.field)).toEqual([field]);
  });

  it('returns 412 with the current row after another change', async () => {
    const id = await make.realm(app);
    expect((await call('PUT', `/${id}`, { max_tasks: 1 }, { 'If-Match': '"v1"' })).status).toBe(200);
    const { status, body } = await call<ApiError>('PUT', `/${id}`, { max_tasks: 2 }, { 'If-Match': '"v1"' });
    expect([status, body.code]).toEqual([412, 'STALE']);
    expect(body.context?.current).toMatchObject({ id, max_tasks: 1 });
  });

  it('keeps the ETag while only counters change', async () => {
    const id = await make.realm(app);
    await make.login(app, id, await make.site(app));
    expect((await call('GET', `/${id}`)).headers.get('etag')).toBe('"v1"');
  });

  it('is not deleted while it has users, logins or unfinished tasks', async () => {
    const id = await make.realm(app);
    await make.login(app, id, await make.site(app));
    await make.user(app, 'realm_user', id);
    const { status, body } = await call<ApiError>('DELETE', `/${id}`);
    expect([status, body.code]).toEqual([409, 'IN_USE']);
    expect(body.context?.by).toEqual({ users: 1, logins: 1, unfinished_tasks: 0 });
  });

  it('returns 404 for a deleted realm', async () => {
    const id = await make.realm(app);
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect((await call('GET', `/${id}`)).status).toBe(404);
    expect((await call<ApiError>('POST', '', { name: 'Other' })).status).toBe(201);
  });

  it('pages, sorts, filters and counts', async () => {
    for (const name of ['Zebra A', 'Zebra B', 'Zebra C']) await make.realm(app, { name });
    const { body, headers } = await call<RealmDto[]>('GET', '?q=zebra&sort=-name&page=1&page_size=2');
    expect(body.map(({ name }) => name)).toEqual(['Zebra C', 'Zebra B']);
    expect(headers.get('x-total-count')).toBe('3');
    expect(headers.get('link')).toContain('rel="next"');
    const { status, body: problem } = await call<ApiError>('GET', '?sort=colour');
    expect([status, problem.details?.[0]?.field]).toEqual([400, 'sort']);
  });

  it('is for administrators only', async () => {
    const owner = await make.user(app, 'realm_owner', await make.realm(app));
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['PUT', '/1'],
      ['DELETE', '/1'],
    ] as const) {
      const body = method === 'POST' || method === 'PUT' ? { name: 'x' } : undefined;
      expect((await app.http(method, `/api/realms${path}`, { token: owner.token, body })).status).toBe(403);
    }
    expect((await app.http('GET', '/api/realms')).status).toBe(401);
  });

  it('rejects a name that another realm has, also for the second of two parallel requests', async () => {
    const { body } = await call<RealmDto>('POST', '', { name: 'Quayside North' });
    const again = await call<object>('POST', '', { name: 'quayside NORTH' });
    expect(again).toMatchObject({ status: 409, body: { code: 'CONFLICT', details: [{ field: 'name' }] } });
    const other = await call<RealmDto>('POST', '', { name: 'Quayside South' });
    expect((await call('PUT', `/${other.body.id}`, { name: 'Quayside North' })).status).toBe(409);
    expect((await call('PUT', `/${body.id}`, { name: 'Quayside North' })).status).toBe(200);
    const both = await Promise.all([1, 2].map(() => call('POST', '', { name: 'Quayside East' })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('audits changes', async () => {
    const { body } = await call<RealmDto>('POST', '', { name: 'Audited' });
    await call('PUT', `/${body.id}`, { max_tasks: 3 });
    const { rows } = await app.db.query(
      `SELECT action, who, before, after FROM audit WHERE entity = 'realm' AND entity_id = $1 ORDER BY id`,
      [String(body.id)],
    );
    expect(rows).toMatchObject([
      { action: 'realm.create', who: 'admin@tessera.example' },
      { action: 'realm.update', before: { max_tasks: 0 }, after: { max_tasks: 3 } },
    ]);
  });
});
