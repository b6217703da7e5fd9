import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { sweep } from '../../../test/work';
import type { LinkDto, LinkStepDto } from './links.dto';

type ApiError = { code: string; details?: { field: string }[]; context?: Record<string, unknown> };

describe('/api/queueitlinks', () => {
  let app: TestApp;
  let realm: number;
  let owner: string;
  let site: number;
  let event: number;
  let login: number;

  beforeAll(async () => {
    app = await startApp();
    site = await make.site(app);
    event = await make.event(app, site, { guid: 'derby', event_url: 'https://tickets.example/derby' });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    realm = await make.realm(app);
    owner = (await make.user(app, 'realm_owner', realm)).token;
    login = await make.login(app, realm, site, { name: 'Ann' });
  });

  const call = <T>(method: string, path: string, body?: unknown, token = owner) =>
    app.http<T>(method, `/api${path}`, { token, body });
  const create = <T = LinkDto>(fields: object = {}, token = owner) =>
    call<T>('POST', `/logins/${login}/queueitlinks`, { event_id: event, ...fields }, token);

  it('creates a link of a login for an event', async () => {
    const { status, body } = await create({
      position: 120,
      status: 'waiting',
      enqueueTokenExpires: '2026-12-01T10:00:00+01:00',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      login_id: login, login_name: 'Ann', realm_id: realm, site_id: site, event_id: event, event_guid: 'derby', status: 'waiting', position: 120,
      event_url: 'https://tickets.example/derby', enqueue_token_expires: '2026-12-01T09:00:00.000Z', assigned_to_task_ids: [],
    }); // prettier-ignore
    expect((await call<LinkDto>('GET', `/queueitlinks/${body.id}`)).body).toEqual(body);
    await call('PUT', `/queueitlinks/${body.id}`, { status: 'cancelled' });
    expect((await create({ event_id: undefined, event_guid: 'derby' })).body.event_id).toBe(event);
  });

  it('seals the secrets and returns only whether they are set', async () => {
    const secrets = {
      cookies: 'session=abc', unique_link: 'https://queue.example/u/77', pass_link: 'https://queue.example/p/77', enqueue_token: 'tok-77',
    }; // prettier-ignore
    const { body } = await create(secrets);
    for (const name of ['cookies', 'unique_link', 'pass_link', 'enqueue_token'] as const)
      expect(body[name]).toEqual({ set: true, hint: null });
    const { rows } = await app.db.query<{ row: string }>(
      'SELECT to_jsonb(queue_links)::text AS row FROM queue_links WHERE id = $1',
      [body.id],
    );
    const { rows: auditRows } = await app.db.query<{ text: string }>(
      `SELECT coalesce(string_agg(to_jsonb(audit)::text, ''), '') AS text FROM audit`,
    );
    for (const value of Object.values(secrets)) {
      expect(JSON.stringify([rows, body, auditRows])).not.toContain(value);
    }
    const { body: changed } = await call<LinkDto>('PUT', `/queueitlinks/${body.id}`, {
      cookies: null,
      status: 'your_turn',
    });
    expect(changed).toMatchObject({ cookies: { set: false }, pass_link: { set: true }, status: 'your_turn' });
  });

  it('accepts only tasks of its login', async () => {
    const own = await make.task(app, realm, site, event, login);
    const others = await make.task(app, realm, site, event, await make.login(app, realm, site));
    const { body: link } = await create({ assigned_to_task_ids: [own] });
    expect(link.assigned_to_task_ids).toEqual([own]);
    const rejected = await call<ApiError>('PUT', `/queueitlinks/${link.id}`, {
      assigned_to_task_ids: [own, others],
    });
    expect([rejected.status, rejected.body.code, rejected.body.context]).toEqual([
      409,
      'CONFLICT',
      { task_ids: [others] },
    ]);
    expect(
      (await create<ApiError>({ status: 'expired', assigned_to_task_ids: [others] })).body.context,
    ).toEqual({ task_ids: [others] });
    expect(
      (await create<ApiError>({ status: 'expired', assigned_to_task_ids: [999_999] })).body.details?.[0]
        ?.field,
    ).toBe('assigned_to_task_ids');
    const { rows } = await app.db.query('SELECT task_id FROM queue_link_tasks WHERE link_id = $1', [link.id]);
    expect(rows).toEqual([{ task_id: own }]);
    expect(
      (await call<LinkDto>('PUT', `/queueitlinks/${link.id}`, { assigned_to_task_ids: [] })).body
        .assigned_to_task_ids,
    ).toEqual([]);
  });

  it.each([
    ['event_id', { event_id: undefined }],
    ['event_id', { event_id: 999_999 }],
    ['status', { status: 'first' }],
    ['pass_link', { pass_link: 'javascript:alert(1)' }],
    ['unique_link', { unique_link: 'nowhere' }],
    ['enqueue_token_expires', { enqueue_token_expires: 'soon' }],
    ['login_id', { login_id: 3 }],
  ])('names an invalid %s', async (field, fields) => {
    const { status, body } = await create<ApiError>(fields);
    expect([status, body.code, body.details?.[0]?.field]).toEqual([400, 'VALIDATION', field]);
  });

  it("refuses an event of another site than the login's", async () => {
    const elsewhere = await make.event(app, await make.site(app));
    expect((await create<ApiError>({ event_id: elsewhere })).body.details?.[0]?.field).toBe('event_id');
  });

  it('is read-only for a realm_user, and hidden from other realms', async () => {
    const { body: link } = await create();
    const { token } = await make.user(app, 'realm_user', realm);
    expect((await call<LinkDto[]>('GET', '/queueitlinks', undefined, token)).body).toHaveLength(1);
    expect((await create({}, token)).status).toBe(403);
    expect((await call('PUT', `/queueitlinks/${link.id}`, {}, token)).status).toBe(403);
    const stranger = (await make.user(app, 'realm_owner', await make.realm(app))).token;
    expect((await call('GET', '/queueitlinks', undefined, stranger)).body).toEqual([]);
    expect((await create({}, stranger)).status).toBe(404);
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/restore'],
    ] as const) {
      const body = method === 'PUT' ? {} : undefined;
      expect((await call(method, `/queueitlinks/${link.id}${path}`, body, stranger)).status).toBe(404);
    }
  });

  it('allows one live link per login and event under concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => create<LinkDto & ApiError>()));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(7).fill(409)]);
    const { id } = responses.find(({ status }) => status === 201)!.body;
    const again = await create<ApiError>({ status: 'waiting' });
    expect([again.body.code, again.body.context]).toEqual(['CONFLICT', { link_id: id }]);
    const { body: over } = await create({ status: 'expired' });
    const revived = await call<ApiError>('PUT', `/queueitlinks/${over.id}`, { status: 'your_turn' });
    expect([revived.status, revived.body.code]).toEqual([409, 'CONFLICT']);
    await call('DELETE', `/queueitlinks/${id}`);
    expect((await create()).status).toBe(201);
    expect((await call<ApiError>('POST', `/queueitlinks/${id}/restore`)).status).toBe(409);
    const other = await make.login(app, realm, site);
    expect((await call('POST', `/logins/${other}/queueitlinks`, { event_id: event })).status).toBe(201);
  });

  it('lists its history, and only to its realm', async () => {
    const { body: link } = await create({ position: 900 });
    for (const change of [
      { status: 'waiting', position: 400 },
      { position: 12 },
      { status_msg: 'Soon' },
      { status: 'your_turn', position: null },
    ])
      await call('PUT', `/queueitlinks/${link.id}`, change);
    const history = await call<LinkStepDto[]>('GET', `/queueitlinks/${link.id}/history`);
    expect(history.body.map(({ status, position }) => [status, position])).toEqual([
      ['your_turn', null],
      ['waiting', 12],
      ['waiting', 400],
      ['prequeue', 900],
    ]);
    expect(history.headers.get('x-total-count')).toBe('4');
    const paged = await call<LinkStepDto[]>('GET', `/queueitlinks/${link.id}/history?page=2&page_size=3`);
    expect(paged.body.map(({ position }) => position)).toEqual([900]);
    const stranger = (await make.user(app, 'realm_owner', await make.realm(app))).token;
    expect((await call('GET', `/queueitlinks/${link.id}/history`, undefined, stranger)).status).toBe(404);
  });

  it("expires with its token by the database's clock, unless it was entered", async () => {
    const { body: waiting } = await create({ status: 'waiting', position: 7 });
    const other = await make.login(app, realm, site);
    const { body: entered } = await call<LinkDto>('POST', `/logins/${other}/queueitlinks`, {
      event_id: event,
      status: 'entered',
    });
    await app.db.query(
      "UPDATE queue_links SET enqueue_token_expires = now() - interval '1 second' WHERE id = ANY ($1)",
      [[waiting.id, entered.id]],
    );
    await sweep(app);
    const now = async (id: number) => (await call<LinkDto>('GET', `/queueitlinks/${id}`)).body;
    expect(await now(waiting.id)).toMatchObject({
      status: 'expired',
      position: null,
      status_msg: waiting.status_msg,
    });
    expect((await now(entered.id)).status).toBe('entered');
    expect((await create()).status).toBe(201);
  });

  it('is deleted with its login and can no longer be restored', async () => {
    const { body: link } = await create({ cookies: 'session=abc' });
    expect((await call('DELETE', `/logins/${login}`)).status).toBe(204);
    expect((await call('GET', `/queueitlinks/${link.id}`)).status).toBe(404);
    expect((await call('POST', `/queueitlinks/${link.id}/restore`)).status).toBe(404);
    const { rows } = await app.db.query('SELECT secrets FROM queue_links WHERE id = $1', [link.id]);
    expect(rows).toEqual([{ secrets: {} }]);
  });

  it('lists the newest first, filters, and restores a deleted link', async () => {
    const { body: first } = await create({ status: 'waiting' });
    const { body: second } = await create({ status: 'expired' });
    const ids = async (query: string) =>
      (await call<LinkDto[]>('GET', `/queueitlinks${query}`)).body.map(({ id }) => id);
    expect(await ids('')).toEqual([second.id, first.id]);
    expect(await ids('?status=!expired')).toEqual([first.id]);
    expect(await ids(`?login_id=${login}&sort=created_at`)).toEqual([first.id, second.id]);
    expect((await call('DELETE', `/queueitlinks/${first.id}`)).status).toBe(204);
    expect(await ids('')).toEqual([second.id]);
    expect((await call<LinkDto>('POST', `/queueitlinks/${first.id}/restore`)).body.id).toBe(first.id);
    expect(await ids('?status=waiting')).toEqual([first.id]);
  });
});
