import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import type { PoolDto } from './pools.dto';

type ApiError = { code: string; details?: { field: string }[] };

describe('/api/pools', () => {
  let app: TestApp;
  let admin: string;
  let realm: number;
  let owner: string;
  let site: number;
  let logins: number[];

  beforeAll(async () => {
    app = await startApp();
    admin = (await make.admin(app)).token;
    site = await make.site(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    realm = await make.realm(app);
    owner = (await make.user(app, 'realm_owner', realm)).token;
    logins = [];
    for (let count = 0; count < 4; count += 1) logins.push(await make.login(app, realm, site));
  });

  const call = <T>(method: string, path = '', body?: unknown, token = owner) =>
    app.http<T>(method, `/api/pools${path}`, { token, body });
  const create = async (fields: object = {}, token = owner) =>
    (await call<PoolDto>('POST', '', { name: 'Season tickets', site_id: site, ...fields }, token)).body;
  const order = (pool: PoolDto) => pool.members.map(({ login_id }) => login_id);

  it('creates a pool with its members in order', async () => {
    const pool = await create({ loginIds: [logins[2], logins[0]] });
    expect(pool).toMatchObject({ name: 'Season tickets', realm_id: realm, site_id: site });
    expect(pool.members).toMatchObject([
      { login_id: logins[2], position: 1, status: 'active' },
      { login_id: logins[0], position: 2, status: 'active' },
    ]);
    expect(pool.members[0]?.added_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect((await call<PoolDto>('GET', `/${pool.id}`)).body).toEqual(pool);
  });

  it('filters logins by membership and by absence from pools', async () => {
    const pool = await create({ login_ids: [logins[0], logins[1]] });
    await create({ name: 'Another', login_ids: [logins[1], logins[2]] });
    const found = async (filter: string) => {
      const { body } = await app.http<{ id: number }[]>('GET', `/api/logins?pool_id=${filter}`, {
        token: owner,
      });
      return body.map(({ id }) => id).sort((a, b) => a - b);
    };
    expect(await found(String(pool.id))).toEqual([logins[0], logins[1]]);
    expect(await found(`!${pool.id}`)).toEqual([logins[2], logins[3]]);
  });

  it('appends one or many logins, each at most once', async () => {
    const pool = await create();
    const { status } = await call('POST', `/${pool.id}/members`, { login_id: logins[0] });
    expect(status).toBe(201);
    const { body } = await call<PoolDto>('POST', `/${pool.id}/members`, {
      login_ids: [logins[1], logins[0], logins[2]],
    });
    expect(order(body)).toEqual([logins[0], logins[1], logins[2]]);
    expect(body.members.map(({ position }) => position)).toEqual([1, 2, 3]);
  });

  it('moves a member up, down and to the end', async () => {
    const [a, b, c, d] = logins;
    const pool = await create({ login_ids: logins });
    const move = async (login: number | undefined, position: number) =>
      order((await call<PoolDto>('PUT', `/${pool.id}/members/${login}`, { position })).body);
    expect(await move(d, 1)).toEqual([d, a, b, c]);
    expect(await move(d, 3)).toEqual([a, b, d, c]);
    expect(await move(a, 99)).toEqual([b, d, c, a]);
    const { body } = await call<PoolDto>('PUT', `/${pool.id}/members/${c}`, { status: 'disabled' });
    expect(body.members.find(({ login_id }) => login_id === c)).toMatchObject({
      status: 'disabled',
      position: 3,
    });
  });

  it('renumbers members after a removal, and changes the ETag with the members', async () => {
    const pool = await create({ login_ids: logins });
    const { headers } = await call('GET', `/${pool.id}`);
    expect((await call('DELETE', `/${pool.id}/members/${logins[1]}`)).status).toBe(204);
    const after = await call<PoolDto>('GET', `/${pool.id}`);
    expect(order(after.body)).toEqual([logins[0], logins[2], logins[3]]);
    expect(after.body.members.map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(after.headers.get('etag')).not.toBe(headers.get('etag'));
    expect((await call('DELETE', `/${pool.id}/members/${logins[1]}`)).status).toBe(404);
  });

  it('keeps positions consistent under concurrent changes', async () => {
    const pool = await create({ login_ids: logins });
    await Promise.all(
      [...logins].reverse().map((login) => call('PUT', `/${pool.id}/members/${login}`, { position: 1 })),
    );
    const { body } = await call<PoolDto>('GET', `/${pool.id}`);
    expect(body.members.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
    expect(order(body).sort()).toEqual([...logins].sort());
  });

  it.each([
    ['name', { name: '' }],
    ['site_id', { site_id: 999_999 }],
    ['login_ids', { login_ids: [999_999] }],
    ['members', { members: [] }],
  ])('names an invalid %s', async (field, fields) => {
    const { status, body } = await call<ApiError>('POST', '', { name: 'Pool', site_id: site, ...fields });
    expect([status, body.details?.[0]?.field]).toEqual([400, field]);
  });

  it('accepts only logins of its own site and realm', async () => {
    const pool = await create();
    const field = async (id: number, token = owner) => {
      const { body } = await call<ApiError>('POST', `/${pool.id}/members`, { login_id: id }, token);
      return [body.code, body.details?.[0]?.field];
    };
    expect(await field(await make.login(app, realm, await make.site(app)))).toEqual([
      'VALIDATION',
      'login_id',
    ]);
    const theirs = await make.login(app, await make.realm(app), site);
    expect(await field(theirs)).toEqual(['VALIDATION', 'login_id']);
    expect(await field(theirs, admin)).toEqual(['CONFLICT', undefined]);
    expect((await call('POST', `/${pool.id}/members`, {})).status).toBe(400);
  });

  it('is read-only for a realm_user, and returns 404 to another realm', async () => {
    const pool = await create({ login_ids: [logins[0]] });
    const { token } = await make.user(app, 'realm_user', realm);
    expect((await call<PoolDto[]>('GET', '', undefined, token)).body).toHaveLength(1);
    const stranger = (await make.user(app, 'realm_owner', await make.realm(app))).token;
    expect((await call('GET', '', undefined, stranger)).body).toEqual([]);
    const writes: [string, string, unknown][] = [
      ['PUT', '', { name: 'x' }],
      ['DELETE', '', undefined],
      ['POST', '/restore', undefined],
      ['POST', '/members', { login_id: logins[1] }],
      ['PUT', `/members/${logins[0]}`, { position: 1 }],
      ['DELETE', `/members/${logins[0]}`, undefined],
    ];
    for (const [method, path, body] of writes) {
      expect((await call(method, `/${pool.id}${path}`, body, token)).status).toBe(403);
      expect((await call(method, `/${pool.id}${path}`, body, stranger)).status).toBe(404);
    }
  });

  it('changes the name, and the site while the pool is empty', async () => {
    const elsewhere = await make.site(app);
    const pool = await create({ login_ids: [logins[0]] });
    expect((await call<PoolDto>('PUT', `/${pool.id}`, { name: 'Renamed' })).body).toMatchObject({
      name: 'Renamed',
    });
    const rejected = await call<ApiError>('PUT', `/${pool.id}`, { site_id: elsewhere });
    expect([rejected.status, rejected.body.details?.[0]?.field]).toEqual([400, 'site_id']);
    await call('DELETE', `/${pool.id}/members/${logins[0]}`);
    expect((await call<PoolDto>('PUT', `/${pool.id}`, { site_id: elsewhere })).body.site_id).toBe(elsewhere);
  });

  it('restores a deleted pool with its members', async () => {
    const pool = await create({ login_ids: [logins[0]] });
    expect((await call('DELETE', `/${pool.id}`)).status).toBe(204);
    expect((await call('GET', `/${pool.id}`)).status).toBe(404);
    expect(order((await call<PoolDto>('POST', `/${pool.id}/restore`)).body)).toEqual([logins[0]]);
  });

  it('has pages of ten unless the query names a size', async () => {
    for (let count = 0; count < 11; count += 1) await make.pool(app, realm, site);
    const { body, headers } = await call<PoolDto[]>('GET', '?page=1');
    expect(body).toHaveLength(10);
    expect(headers.get('x-total-count')).toBe('11');
  });
});
