import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import type { TemplateDto } from './templates.dto';

type ApiError = { code: string; details?: { field: string }[] };

describe('/api/templates', () => {
  let app: TestApp;
  let admin: string;
  let realm: number;
  let owner: string;
  let site: number;
  let event: number;

  beforeAll(async () => {
    app = await startApp();
    admin = (await make.admin(app)).token;
    site = await make.site(app, { name: 'Harbour Tickets' });
    event = await make.event(app, site, { guid: 'derby' });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    realm = await make.realm(app);
    owner = (await make.user(app, 'realm_owner', realm)).token;
  });

  const call = <T>(method: string, path = '', body?: unknown, token = owner) =>
    app.http<T>(method, `/api/templates${path}`, { token, body });
  const create = async (fields: object = {}, token = owner) =>
    (await call<TemplateDto>('POST', '', { name: 'Derby', event_id: event, ...fields }, token)).body;

  it('derives the site from the event and keeps the order of the logins', async () => {
    const [one, two] = [await make.login(app, realm, site), await make.login(app, realm, site)];
    const { status, body } = await call<TemplateDto>('POST', '', {
      name: 'Derby', eventGuid: 'derby', type: 'buy', worker_count: 2, seatsPerWorker: 2, launch_delay: 5, target_count: 4,
      price_levels: { Adult: 40 }, login_ids: [two, one],
    }); // prettier-ignore
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Derby', type: 'buy', realm_id: realm, site_id: site, site_name: 'Harbour Tickets', event_id: event, event_guid: 'derby',
      worker_count: 2, seats_per_worker: 2, launch_delay: 5, target_count: 4, price_levels: { Adult: 40 }, login_ids: [two, one],
    }); // prettier-ignore
    expect((await call<TemplateDto>('GET', `/${body.id}`)).body).toEqual(body);
  });

  it('replaces logins by a pool and back, and rejects both at once', async () => {
    const login = await make.login(app, realm, site);
    const pool = await make.pool(app, realm, site);
    const made = await create({ pool_id: pool });
    expect(made).toMatchObject({ pool_id: pool, pool_name: expect.any(String) as string, login_ids: [] });
    const change = async (fields: object) => {
      const { body } = await call<TemplateDto>('PUT', `/${made.id}`, fields);
      return [body.pool_id, body.login_ids];
    };
    expect(await change({ login_ids: [login] })).toEqual([null, [login]]);
    expect(await change({ name: 'Renamed' })).toEqual([null, [login]]);
    expect(await change({ pool_id: pool })).toEqual([pool, []]);
    expect(await change({ login_ids: [] })).toEqual([pool, []]);
    expect(await change({ pool_id: null })).toEqual([null, []]);
    const elsewhere = await make.pool(app, realm, await make.site(app));
    for (const wrong of [{ pool_id: pool, login_ids: [login] }, { pool_id: elsewhere }, { pool_id: 999_999 }])
      expect((await call<ApiError>('PUT', `/${made.id}`, wrong)).body.details).toMatchObject([
        { field: 'pool_id' },
      ]);
    await change({ pool_id: pool });
    const moved = { site_id: await make.site(app), event_id: null };
    expect((await call<ApiError>('PUT', `/${made.id}`, moved)).body.details?.[0]?.field).toBe('pool_id');
    const listed = await call<TemplateDto[]>('GET', `?pool_id=${pool}`);
    expect(listed.body.map(({ id }) => id)).toEqual([made.id]);
  });

  it('shows and sorts by the last launch, for jobs of any outcome', async () => {
    const [never, once, twice] = [await create(), await create(), await create()];
    const job = (template_id: number, created_at: string, more: object = {}) =>
      make.insert(app, 'jobs', {
        realm_id: realm,
        site_id: site,
        event_id: event,
        name: 'Job',
        template_id,
        created_at,
        ...more,
      });
    await job(once.id, '2026-03-02T10:00:00.000Z');
    await job(twice.id, '2026-03-01T10:00:00.000Z');
    await job(twice.id, '2026-03-03T10:00:00.000Z', { deleted_at: '2026-03-04T10:00:00.000Z' });
    const { body } = await call<TemplateDto[]>('GET', '?sort=-last_launched_at');
    expect(body.map(({ id, last_launched_at }) => [id, last_launched_at])).toEqual([
      [twice.id, '2026-03-03T10:00:00.000Z'],
      [once.id, '2026-03-02T10:00:00.000Z'],
      [never.id, null],
    ]);
    expect((await call<TemplateDto>('GET', `/${once.id}`)).body.last_launched_at).toBe(
      '2026-03-02T10:00:00.000Z',
    );
  });

  it('defaults to the type hold', async () => {
    expect(await create()).toMatchObject({
      type: 'hold',
      worker_count: 1,
      seats_per_worker: 1,
      launch_delay: 0,
      login_ids: [],
    });
  });

  it('changes only the fields that are sent, and the ETag with the logins', async () => {
    const login = await make.login(app, realm, site);
    const template = await create({ worker_count: 3, login_ids: [login] });
    const before = (await call('GET', `/${template.id}`)).headers.get('etag');
    const { body } = await call<TemplateDto>('PUT', `/${template.id}`, { name: 'Renamed' });
    expect(body).toMatchObject({ name: 'Renamed', worker_count: 3, event_id: event, login_ids: [login] });
    const { body: emptied, headers } = await call<TemplateDto>('PUT', `/${template.id}`, { login_ids: [] });
    expect(emptied.login_ids).toEqual([]);
    expect(headers.get('etag')).not.toBe(before);
    expect((await call<TemplateDto>('PUT', `/${template.id}`, { event_id: null })).body).toMatchObject({
      event_id: null,
      site_id: site,
    });
  });

  it.each([
    ['name', { name: '' }],
    ['type', { type: 'steal' }],
    ['worker_count', { worker_count: 0 }],
    ['launch_delay', { launch_delay: -1 }],
    ['event_id', { event_id: 999_999 }],
    ['login_ids', { login_ids: [999_999] }],
    ['proxy_template', { proxy_template: 'http://name:secret@proxy.example:8080' }],
    ['proxy_template', { proxy_template: 'name:secret@proxy.example' }],
    ['proxy_template', { proxy_template: 'proxy.example:8080:name:secret' }],
    ['event_name', { event_name: 'Derby' }],
  ])('names an invalid %s', async (field, fields) => {
    const { status, body } = await call<ApiError>('POST', '', { name: 'Derby', event_id: event, ...fields });
    expect([status, body.code, body.details?.[0]?.field]).toEqual([400, 'VALIDATION', field]);
  });

  it('rejects an event or logins of another site', async () => {
    const elsewhere = await make.site(app);
    const login = await make.login(app, realm, elsewhere);
    const field = async (fields: object) =>
      (await call<ApiError>('POST', '', { name: 'Derby', ...fields })).body.details?.[0]?.field;
    expect(await field({ event_id: event, site_id: elsewhere })).toBe('event_id');
    expect(await field({ event_id: event, login_ids: [login] })).toBe('login_ids');
    expect(await field({})).toBe('site_id');
    const template = await create();
    expect(
      (await call<ApiError>('PUT', `/${template.id}`, { site_id: elsewhere })).body.details?.[0]?.field,
    ).toBe('site_id');
    const moved = await call<TemplateDto>('PUT', `/${template.id}`, {
      site_id: elsewhere,
      event_id: null,
      login_ids: [login],
    });
    expect(moved.body).toMatchObject({ site_id: elsewhere, event_id: null, login_ids: [login] });
  });

  it('derives the realm from the rows that an admin names, and rejects rows of two realms', async () => {
    const other = await make.realm(app);
    const [mine, theirs] = [await make.login(app, realm, site), await make.login(app, other, site)];
    const body = (fields: object) => ({ name: 'Derby', event_id: event, ...fields });
    expect((await call<ApiError>('POST', '', body({}), admin)).body.details?.[0]?.field).toBe('realm_id');
    expect((await create({ login_ids: [theirs] }, admin)).realm_id).toBe(other);
    expect((await create({ realm_id: realm }, admin)).realm_id).toBe(realm);
    expect((await call<ApiError>('POST', '', body({ login_ids: [mine, theirs] }), admin)).body.code).toBe(
      'CONFLICT',
    );
    expect(
      (await call<ApiError>('POST', '', body({ login_ids: [mine], realm_id: other }), admin)).body.code,
    ).toBe('CONFLICT');
    expect((await call<ApiError>('POST', '', body({ login_ids: [theirs] }))).body.details?.[0]?.field).toBe(
      'login_ids',
    );
  });

  it('is forbidden to a realm_user, and returns 404 to another realm', async () => {
    const template = await create();
    const { token } = await make.user(app, 'realm_user', realm);
    expect((await call('GET', '', undefined, token)).status).toBe(403);
    expect((await call('GET', `/${template.id}`, undefined, token)).status).toBe(403);
    const stranger = (await make.user(app, 'realm_owner', await make.realm(app))).token;
    expect((await call('GET', '', undefined, stranger)).body).toEqual([]);
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { name: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      expect((await call(method, `/${template.id}`, body, stranger)).status).toBe(404);
    }
    expect((await call('POST', `/${template.id}/restore`, undefined, stranger)).status).toBe(404);
  });

  it('restores a template within 30 days of its deletion', async () => {
    const template = await create();
    expect((await call('DELETE', `/${template.id}`)).status).toBe(204);
    expect((await call('GET', `/${template.id}`)).status).toBe(404);
    expect((await call<TemplateDto>('POST', `/${template.id}/restore`)).body).toMatchObject({
      id: template.id,
      name: 'Derby',
    });
    expect((await call('GET', `/${template.id}`)).status).toBe(200);
    await app.db.query(`UPDATE templates SET deleted_at = now() - interval '31 days' WHERE id = $1`, [
      template.id,
    ]);
    expect((await call('POST', `/${template.id}/restore`)).status).toBe(404);
  });

  it('filters by type, event and text', async () => {
    await create({ name: 'Buy it', type: 'buy' });
    await create({ name: 'Hold it' });
    const names = async (query: string) =>
      (await call<TemplateDto[]>('GET', query)).body.map(({ name }) => name);
    expect(await names('')).toEqual(['Buy it', 'Hold it']);
    expect(await names('?type=buy')).toEqual(['Buy it']);
    expect(await names(`?event_id=${event}&q=hold`)).toEqual(['Hold it']);
  });
});
