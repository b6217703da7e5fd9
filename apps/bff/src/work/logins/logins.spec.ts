import { startApp, type TestApp } from '../../../test/app';
import { concurrently } from '../../../test/concurrently';
import * as make from '../../../test/factories';
import type { LoginDto } from './logins.dto';

type ApiError = { code: string; details?: { field: string }[]; context?: Record<string, unknown> };
const unset = { set: false, hint: null };

describe('/api/logins', () => {
  let app: TestApp;
  let admin: string;
  let realm: number;
  let owner: string;
  let user: string;
  let site: number;

  beforeAll(async () => {
    app = await startApp();
    admin = (await make.admin(app)).token;
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    realm = await make.realm(app);
    owner = (await make.user(app, 'realm_owner', realm)).token;
    user = (await make.user(app, 'realm_user', realm)).token;
    site = await make.site(app);
  });

  const call = <T>(method: string, path: string, body?: unknown, token = owner) =>
    app.http<T>(method, `/api${path}`, { token, body });
  const create = <T = LoginDto>(fields: object = {}, token = owner) =>
    call<T>('POST', `/sites/${site}/logins`, { email: 'ann@quayside.example', ...fields }, token);

  it("creates a login at a site in the caller's realm, shown by its e-mail", async () => {
    const { status, body } = await create({ supporterId: 'S-77', seats_to_set: 2, age: 31 });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'ann@quayside.example', email: 'ann@quayside.example', site_id: site, realm_id: realm, status: 'active',
      supporter_id: 'S-77', seats_to_set: 2, age: 31,
    }); // prettier-ignore
    expect((await call<LoginDto>('GET', `/logins/${body.id}`)).body).toEqual(body);
  });

  it('counts held and bought seats, and updates the counts', async () => {
    const { body } = await create();
    const event_id = await make.event(app, site);
    const hold = {
      realm_id: realm, login_id: body.id, site_id: site, event_id, event_guid: 'g', event_name: 'n',
      customer_identity: 'c', expires_at: new Date(Date.now() + 600_000),
    }; // prettier-ignore
    const listed = async () => {
      const { body: rows } = await call<LoginDto[]>('GET', `/sites/${site}/logins`);
      return [rows[0]?.hold_count, rows[0]?.ticket_count];
    };
    expect(await listed()).toEqual([0, 0]);
    await make.insert(app, 'holds', { ...hold, seat: '1' });
    const hold_id = await make.insert(app, 'holds', { ...hold, seat: '2', status: 'confirmed' });
    const { expires_at: _until, ...ticket } = hold;
    await make.insert(app, 'tickets', { ...ticket, hold_id, seat: '2', login_email: body.email });
    expect(await listed()).toEqual([1, 1]);
  });

  it('seals secrets and returns only whether they are set, with a hint for the card', async () => {
    const secrets = {
      password: 'open-sesame',
      card: 'tok_visa_4242',
      proxy: 'proxy.example:8080',
      address: '1 Quay Street',
      home_phone: '+44 1632 960201',
      mobile_phone: '+44 7700 900702',
    };
    const { body } = await create(secrets);
    expect(body.password).toEqual({ set: true, hint: null });
    expect(body.card).toEqual({ set: true, hint: '•••• 4242' });
    const { rows } = await app.db.query<{ row: string }>(
      'SELECT to_jsonb(logins)::text AS row FROM logins WHERE id = $1',
      [body.id],
    );
    const { rows: ledger } = await app.db.query<{ text: string }>(
      `SELECT coalesce(string_agg(to_jsonb(audit)::text, ''), '') AS text FROM audit`,
    );
    for (const value of Object.values(secrets)) {
      expect(JSON.stringify(body)).not.toContain(value);
      expect(rows[0]?.row).not.toContain(value);
      expect(ledger[0]?.text).not.toContain(value);
    }
  });

  it('changes only the fields that are sent; null clears a secret', async () => {
    const { body: login } = await create({ password: 'one', address: 'Quay 1', name: 'Ann' });
    const { body } = await call<LoginDto>('PATCH', `/logins/${login.id}`, { address: null, amountToBuy: 4 });
    expect(body).toMatchObject({ name: 'Ann', amount_to_buy: 4, address: unset });
    expect(body.password.set).toBe(true);
    expect((await call<LoginDto>('PATCH', `/logins/${login.id}`, { password: null })).body.password).toEqual(
      unset,
    );
  });

  it.each([
    ['email', { email: 'nobody' }],
    ['age', { age: 'old' }],
    ['seats_to_set', { seats_to_set: -1 }],
    ['status', { status: 'asleep' }],
    ['card', { card: '4242 4242 4242 4242' }],
    ['members', { members: 'mine is 4242424242424242' }],
    ['cvv', { cvv: '123' }],
    ['success_rate', { success_rate: 100 }],
    ['basket', { basket: 'https://elsewhere.example/basket' }],
    ['basket', { basket: 'javascript:alert(1)' }],
  ])('names an invalid %s', async (field, fields) => {
    const { status, body } = await create<ApiError>(fields);
    expect([status, body.code, body.details?.[0]?.field]).toEqual([400, 'VALIDATION', field]);
  });

  it("accepts a basket on the site's host", async () => {
    expect((await create({ basket: 'https://tickets.example/basket/7' })).status).toBe(201);
    const shop = await make.site(app, {
      url: 'https://club.example',
      config: { ticket_url: 'https://shop.example/tickets' },
    });
    const { status } = await call('POST', `/sites/${shop}/logins`, {
      email: 'a@b.example',
      basket: 'https://shop.example/b',
    });
    expect(status).toBe(201);
  });

  it('returns only the summary to a realm_user', async () => {
    const { body: login } = await create({ password: 'one', supporter_id: 'S' });
    const summary = {
      id: login.id,
      name: login.name,
      email: login.email,
      site_id: site,
      realm_id: realm,
      status: 'active',
      seats_to_set: null,
    };
    expect((await call('GET', '/logins', undefined, user)).body).toEqual([summary]);
    expect((await call('GET', `/sites/${site}/logins`, undefined, user)).body).toEqual([summary]);
    for (const path of ['', '/client-history', '/client-details']) {
      expect((await call('GET', `/logins/${login.id}${path}`, undefined, user)).status).toBe(403);
    }
    expect((await create({}, user)).status).toBe(403);
    expect((await call('PATCH', `/logins/${login.id}`, { name: 'x' }, user)).status).toBe(403);
    expect((await call('DELETE', `/logins/${login.id}`, undefined, user)).status).toBe(403);
  });

  it('is hidden from other realms and from users without a realm', async () => {
    const { body: login } = await create();
    const stranger = (await make.user(app, 'realm_owner', await make.realm(app))).token;
    expect((await call('GET', '/logins', undefined, stranger)).body).toEqual([]);
    expect((await call('GET', `/logins?realm_id=${realm}`, undefined, stranger)).body).toEqual([]);
    expect((await call('GET', `/logins/${login.id}`, undefined, stranger)).status).toBe(404);
    expect((await call('PATCH', `/logins/${login.id}`, { name: 'x' }, stranger)).status).toBe(404);
    expect((await call('DELETE', `/logins/${login.id}`, undefined, stranger)).status).toBe(404);
    const waiting = (await make.user(app, 'realm_user', null)).token;
    expect((await call('GET', '/logins', undefined, waiting)).body).toEqual([]);
    const ownerWithoutRealm = (await make.user(app, 'realm_owner', null)).token;
    expect((await create({}, ownerWithoutRealm)).status).toBe(403);
  });

  it("uses the caller's realm, which only an admin has to name", async () => {
    const other = await make.realm(app);
    const field = (body: ApiError) => [body.code, body.details?.[0]?.field];
    expect(field((await create<ApiError>({}, admin)).body)).toEqual(['VALIDATION', 'realm_id']);
    expect(field((await create<ApiError>({ realm_id: 999_999 }, admin)).body)).toEqual([
      'VALIDATION',
      'realm_id',
    ]);
    expect((await create({ realm_id: other }, admin)).body.realm_id).toBe(other);
    expect(field((await create<ApiError>({ realm_id: other })).body)).toEqual(['VALIDATION', 'realm_id']);
    expect((await create({ realm_id: realm })).status).toBe(201);
  });

  it('creates exactly as many logins as the limit allows under concurrent requests', async () => {
    const small = await make.realm(app, { max_logins: 10 });
    const { token } = await make.user(app, 'realm_owner', small);
    const responses = await concurrently(50, (index) =>
      create<ApiError>({ email: `b${index}@quayside.example` }, token),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(10);
    const rejected = responses.filter(({ status }) => status === 409);
    expect(rejected).toHaveLength(40);
    expect(rejected[0]?.body).toMatchObject({
      code: 'LIMIT_REACHED',
      context: { limit: 10, used: 10, asked: 1 },
    });
    const { rows } = await app.db.query('SELECT login_count FROM realms WHERE id = $1', [small]);
    expect(rows).toEqual([{ login_count: 10 }]);
    expect((await app.db.query('SELECT FROM logins WHERE realm_id = $1', [small])).rowCount).toBe(10);
  });

  it('frees a slot under the limit when a login is deleted', async () => {
    const small = await make.realm(app, { max_logins: 1 });
    const { token } = await make.user(app, 'realm_owner', small);
    const { body } = await create({}, token);
    expect((await create({}, token)).status).toBe(409);
    expect((await call('DELETE', `/logins/${body.id}`, undefined, token)).status).toBe(204);
    expect((await create({}, token)).status).toBe(201);
  });

  it('is not deleted with unfinished tasks or live holds; a deletion removes its secrets and pool memberships', async () => {
    const { body: login } = await create({ password: 'one' });
    const event = await make.event(app, site);
    const task = await make.task(app, realm, site, event, login.id);
    const rejected = await call<ApiError>('DELETE', `/logins/${login.id}`);
    expect([rejected.status, rejected.body.context?.by]).toEqual([
      409,
      { unfinished_tasks: 1, live_holds: 0, payment_checks: 0 },
    ]);
    await app.db.query(`UPDATE tasks SET status = 'stopped' WHERE id = $1`, [task]);
    const { body: pool } = await call<{ id: number }>('POST', '/pools', {
      name: 'All',
      site_id: site,
      login_ids: [login.id],
    });
    expect((await call('DELETE', `/logins/${login.id}`)).status).toBe(204);
    expect((await call('GET', `/logins/${login.id}`)).status).toBe(404);
    expect((await call<{ members: unknown[] }>('GET', `/pools/${pool.id}`)).body.members).toEqual([]);
    const { rows } = await app.db.query('SELECT email, secrets FROM logins WHERE id = $1', [login.id]);
    expect(rows).toEqual([{ email: login.email, secrets: {} }]);
  });

  it('filters by status, site and text, and sorts', async () => {
    await create({ email: 'c@quayside.example', name: 'Cleo' });
    await create({ email: 'b@quayside.example', name: 'Bo', status: 'disabled' });
    await create({ email: 'a@quayside.example' });
    const names = async (query: string) =>
      (await call<LoginDto[]>('GET', `/logins${query}`)).body.map(({ name }) => name);
    expect(await names('')).toEqual(['a@quayside.example', 'Bo', 'Cleo']);
    expect(await names('?status=!disabled&sort=-name')).toEqual(['Cleo', 'a@quayside.example']);
    expect(await names('?q=CLE')).toEqual(['Cleo']);
    expect(await names(`?site_id=${await make.site(app)}`)).toEqual([]);
  });

  it('lists logins without tickets, and those with holds only if requested', async () => {
    const event = await make.event(app, site, { guid: 'derby' });
    const [free, holding, bought, expired] = await Promise.all(
      ['f', 'h', 'b', 'g'].map((name) => make.login(app, realm, site, { name })),
    );
    const seatFields = {
      realm_id: realm,
      site_id: site,
      event_id: event,
      event_guid: 'derby',
      event_name: 'Derby',
      customer_identity: 'x',
    };
    const hold = (login_id: number, seat: string, ms: number, status = 'held') =>
      make.insert(app, 'holds', {
        ...seatFields,
        login_id,
        seat,
        status,
        expires_at: new Date(Date.now() + ms),
      });
    await hold(holding!, '1', 60_000);
    await hold(expired!, '2', -60_000);
    const ticket = { ...seatFields, login_id: bought, login_email: 'b@quayside.example' };
    await make.insert(app, 'tickets', { ...ticket, hold_id: await hold(bought!, '3', 60_000, 'confirmed') });
    const ids = async (path: string) =>
      (await call<{ id: number }[]>('GET', `/logins/${path}`, undefined, user)).body
        .map(({ id }) => id)
        .sort();
    expect(await ids(`without-tickets/${site}/${event}`)).toEqual([free, expired].sort());
    expect(await ids(`without-tickets/${site}/derby`)).toEqual([free, expired].sort());
    expect(await ids(`without-tickets-unconfirmed/${site}/derby`)).toEqual([free, holding, expired].sort());
    expect((await call('GET', `/logins/without-tickets/${site}/nothing`)).status).toBe(404);
  });

  it("returns workers' reports: the history newest first, and the latest details", async () => {
    const { body: login } = await create();
    const report = (kind: string, data: object, at: string) =>
      make.insert(app, 'login_activity', { realm_id: realm, login_id: login.id, kind, data, at });
    await report('history', { bought: 1 }, '2026-01-01T10:00:00Z');
    await report('history', { bought: 2 }, '2026-02-01T10:00:00Z');
    expect((await call('GET', `/logins/${login.id}/client-details`)).body).toEqual({
      success: true,
      data: null,
      error: null,
    });
    await report('details', { points: 7 }, '2026-02-01T10:00:00Z');
    const { body: history } = await call<{ data: unknown[] }>('GET', `/logins/${login.id}/client-history`);
    expect(history).toMatchObject({
      success: true,
      error: null,
      data: [{ data: { bought: 2 } }, { data: { bought: 1 } }],
    });
    const { body: details } = await call('GET', `/logins/${login.id}/client-details`);
    expect(details).toEqual({
      success: true,
      data: { at: '2026-02-01T10:00:00.000Z', data: { points: 7 } },
      error: null,
    });
  });
});
