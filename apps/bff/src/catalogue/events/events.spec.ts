import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import type { SeatBalance } from '../seats/seat-balance';
import type { CountedEventDto, EventDto } from './events.dto';

type ApiError = { code: string; details?: { field: string }[]; context?: Record<string, unknown> };
const tomorrow = () => Math.floor(Date.now() / 1000) + 86_400;

describe('/api/events', () => {
  let app: TestApp;
  let admin: string;
  let realm: number;
  let owner: string;
  let site: number;

  beforeAll(async () => {
    app = await startApp();
    admin = (await make.admin(app)).token;
    realm = await make.realm(app);
    owner = (await make.user(app, 'realm_owner', realm)).token;
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    site = await make.site(app);
  });

  const call = <T>(method: string, path: string, body?: unknown, token = owner) =>
    app.http<T>(method, `/api/events${path}`, { token, body });
  const created = async (fields: object = {}, token = owner) =>
    (
      await call<EventDto>(
        'POST',
        '',
        { site_id: site, name: 'Harbour City v Northgate Rovers', guid: 'hc-nr', ...fields },
        token,
      )
    ).body;

  it("is created by an owner with the owner's realm", async () => {
    const ko = tomorrow();
    const { status, body } = await call<EventDto>('POST', '', {
      siteId: site,
      name: 'Final',
      guid: 'final',
      ko,
      eventUrl: 'https://tickets.example/final',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      site_id: site,
      guid: 'final',
      ko,
      in_future: true,
      status: 'announced',
      created_by_realm_id: realm,
    });
    expect(body.event_url).toBe('https://tickets.example/final');
    expect((await call<EventDto>('PATCH', `/${body.id}`, { ko: 1000 })).body).toMatchObject({
      ko: 1000,
      in_future: false,
    });
  });

  it.each([
    ['name', { name: '' }],
    ['site_id', { site_id: 999_999 }],
    ['status', { status: 'soon' }],
    ['url', { url: 'nowhere' }],
    ['ko', { ko: 'Saturday' }],
    ['in_future', { in_future: true }],
  ])('names an invalid %s', async (field, input) => {
    const { status, body } = await call<ApiError>('POST', '', { site_id: site, name: 'Final', ...input });
    expect([status, body.details?.[0]?.field]).toEqual([400, field]);
  });

  it("counts the realm's waiting links, held seats and bought seats", async () => {
    const event = await make.event(app, site);
    const other = await make.realm(app);
    const at = { site_id: site, event_id: event, event_guid: 'g', event_name: 'n', customer_identity: 'c' };
    const soon = new Date(Date.now() + 600_000);
    for (const realm_id of [realm, realm, other]) {
      const login_id = await make.login(app, realm_id, site);
      const task = { realm_id, site_id: site, event_id: event, login_id };
      await make.insert(app, 'tasks', { ...task, seats_to_set: 4, status: 'waiting_room' });
      await make.insert(app, 'tasks', { ...task, seats_to_set: 3, status: 'failed' });
      const task_id = await make.insert(app, 'tasks', { ...task, seats_to_set: 2, status: 'carted' });
      await make.insert(app, 'queue_links', { realm_id, login_id, event_id: event, status: 'waiting' });
      const hold = { ...at, realm_id, login_id, task_id };
      await make.insert(app, 'holds', { ...hold, seat: '1', expires_at: soon });
      await make.insert(app, 'holds', { ...hold, seat: '2', expires_at: new Date(0) });
      const hold_id = await make.insert(app, 'holds', {
        ...hold,
        seat: '3',
        status: 'confirmed',
        expires_at: soon,
      });
      await make.insert(app, 'tickets', {
        ...at,
        realm_id,
        login_id,
        task_id,
        hold_id,
        login_email: 'a@quayside.example',
      });
    }
    const list = await app.http<CountedEventDto[]>('GET', `/api/sites/${site}/events`, { token: owner });
    expect(list.body[0]).toMatchObject({ waiting_count: 2, hold_count: 2, ticket_count: 2 });
    expect((await call<SeatBalance>('GET', `/${event}/seats`)).body).toEqual({
      wanted: 18, won: 2, held: 2, open: 8, lost: 6, extra: 0,
    }); // prettier-ignore
    expect((await call<SeatBalance>('GET', `/${event}/seats`, undefined, admin)).body.wanted).toBe(27);
    expect((await call('GET', '/999999/seats')).status).toBe(404);
  });

  it('has a time at which its tickets go on sale', async () => {
    const { id } = await created({ on_sale_at: '2027-05-01T10:00:00+01:00' });
    const { body } = await call<EventDto>('GET', `/${id}`);
    expect(body.on_sale_at).toBe('2027-05-01T09:00:00.000Z');
    expect((await call<EventDto>('PATCH', `/${id}`, { on_sale_at: null })).body.on_sale_at).toBeNull();
    expect(
      (await call<ApiError>('PATCH', `/${id}`, { on_sale_at: 'Saturday' })).body.details?.[0]?.field,
    ).toBe('on_sale_at');
  });

  it('has a guid that is unique within its site', async () => {
    await created();
    expect(
      (await call<ApiError>('POST', '', { site_id: site, name: 'Again', guid: 'hc-nr' })).body.code,
    ).toBe('CONFLICT');
    site = await make.site(app);
    expect((await created()).guid).toBe('hc-nr');
  });

  it('lets only administrators change guid, site and limit per customer', async () => {
    const event = await created();
    for (const change of [{ guid: 'other' }, { site_id: await make.site(app) }, { max_per_customer: 4 }]) {
      expect((await call('PATCH', `/${event.id}`, change)).status).toBe(403);
      expect((await call('PATCH', `/${event.id}`, change, admin)).status).toBe(200);
    }
    expect((await call('POST', '', { site_id: site, name: 'Final', max_per_customer: 2 })).status).toBe(403);
  });

  it('is changed by the realm that created it until another realm uses it, and always by an admin', async () => {
    const event = await created();
    const other = await make.realm(app);
    const stranger = (await make.user(app, 'realm_owner', other)).token;
    expect((await call<EventDto>('GET', `/${event.id}`, undefined, stranger)).body.name).toBe(event.name);
    expect((await call('PATCH', `/${event.id}`, { name: 'Mine' }, stranger)).status).toBe(403);
    expect((await call('PATCH', `/${event.id}`, { name: 'Renamed' })).status).toBe(200);
    await make.task(app, other, site, event.id, await make.login(app, other, site));
    expect((await call('PATCH', `/${event.id}`, { name: 'Once more' })).status).toBe(403);
    expect((await call('PATCH', `/${event.id}`, { name: 'By an admin' }, admin)).status).toBe(200);
  });

  it('is found by a part of its name or guid, ignoring case, with wildcards of SQL taken literally', async () => {
    await created();
    await created({ name: 'Cup final 100%', guid: 'cup_2026' });
    const find = async (q: string, token = owner) =>
      (await call<EventDto[]>('GET', `?site_id=${site}&q=${encodeURIComponent(q)}`, undefined, token)).body
        .map(({ guid }) => guid)
        .sort();
    for (const token of [owner, admin]) {
      expect(await find('NORTHGATE', token)).toEqual(['hc-nr']);
      expect(await find('cup_2', token)).toEqual(['cup_2026']);
      expect(await find('00%', token)).toEqual(['cup_2026']);
      expect(await find('%%%', token)).toEqual([]);
      expect(await find('c', token)).toEqual(['cup_2026', 'hc-nr']);
    }
  });

  it('is read-only for a realm_user', async () => {
    const event = await created();
    const { token } = await make.user(app, 'realm_user', realm);
    expect((await call('GET', `/${event.id}`, undefined, token)).status).toBe(200);
    expect((await call('POST', '', { site_id: site, name: 'x' }, token)).status).toBe(403);
    expect((await call('PATCH', `/${event.id}`, { name: 'x' }, token)).status).toBe(403);
  });

  it('is deleted by an admin unless it has unfinished tasks or live holds', async () => {
    const event = await created();
    const login = await make.login(app, realm, site);
    const task = await make.task(app, realm, site, event.id, login);
    await make.insert(app, 'holds', {
      realm_id: realm, task_id: task, login_id: login, site_id: site, event_id: event.id, event_guid: 'g', event_name: 'n',
      customer_identity: 'a', expires_at: new Date(Date.now() + 60_000),
    }); // prettier-ignore
    expect((await call('DELETE', `/${event.id}`)).status).toBe(403);
    const { status, body } = await call<ApiError>('DELETE', `/${event.id}`, undefined, admin);
    expect([status, body.context?.by]).toEqual([409, { unfinished_tasks: 1, live_holds: 1 }]);
    await app.db.query(`UPDATE tasks SET status = 'stopped' WHERE id = $1`, [task]);
    await app.db.query(`UPDATE holds SET status = 'expired' WHERE task_id = $1`, [task]);
    expect((await call('DELETE', `/${event.id}`, undefined, admin)).status).toBe(204);
    expect((await call('GET', `/${event.id}`)).status).toBe(404);
  });

  it('sorts by kick-off and name, unknown times last, and filters by site, status and time', async () => {
    const ko = tomorrow();
    await created({ guid: '1', name: 'B', ko });
    await created({ guid: '2', name: 'A', ko });
    await created({ guid: '3', name: 'No date' });
    await created({ guid: '4', name: 'Long ago', ko: 1000, status: 'closed' });
    const names = async (query: string) =>
      (await app.http<EventDto[]>('GET', `/api/sites/${site}/events${query}`, { token: owner })).body.map(
        ({ name }) => name,
      );
    expect(await names('')).toEqual(['Long ago', 'A', 'B', 'No date']);
    expect(await names('?sort=-ko')).toEqual(['A', 'B', 'Long ago', 'No date']);
    expect(await names('?in_future=true')).toEqual(['A', 'B']);
    expect(await names('?status=!closed&q=o')).toEqual(['No date']);
    const { body } = await call<EventDto[]>('GET', `?site_id=${site}&status=closed`);
    expect(body.map(({ guid }) => guid)).toEqual(['4']);
  });
});
