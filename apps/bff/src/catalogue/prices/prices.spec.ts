import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import type { PriceListDto, PriceProposalDto } from './prices.dto';

type ApiError = {
  code: string;
  details?: { field: string; code: string }[];
  context?: { reason?: string; current?: PriceListDto };
};

const range = (min: number, max: number, level = '', area = '') => ({ level, area, min, max });
const pounds = (...ranges: object[]) => ({ currency: 'GBP', fee_per_seat: 1.5, fee_per_order: 2.25, ranges });

describe('price lists', () => {
  let app: TestApp;
  let admin: string;
  let realm: number;
  let owner: string;
  let site: number;
  let event: number;

  beforeAll(async () => {
    app = await startApp();
    admin = (await make.admin(app)).token;
    realm = await make.realm(app);
    owner = (await make.user(app, 'realm_owner', realm)).token;
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    site = await make.site(app);
    event = await make.event(app, site, { created_by_realm_id: realm, category: 'football' });
  });

  const ofSite = () => `sites/${site}`;
  const ofEvent = () => `events/${event}`;
  const get = async (of: string, token = owner) => {
    const { status, body, headers } = await app.http<PriceListDto>('GET', `/api/${of}/prices`, { token });
    return { status, body, tag: headers.get('etag') ?? '' };
  };
  const put = <T = PriceListDto>(of: string, body: object, token = admin, ifMatch?: string) =>
    app.http<T>('PUT', `/api/${of}/prices`, {
      token,
      body,
      ...(ifMatch !== undefined && { headers: { 'If-Match': ifMatch } }),
    });

  it('are empty at first, in the currency of the site', async () => {
    const none = { site_id: site, currency: 'GBP', fee_per_seat: 0, fee_per_order: 0, ranges: [] };
    expect(await get(ofSite())).toMatchObject({
      status: 200,
      body: { ...none, event_id: null },
      tag: '"v0"',
    });
    expect(await get(ofEvent())).toMatchObject({ status: 200, body: { ...none, event_id: event } });
  });

  it('keep ranges in their order, with fees, and are removed without ranges', async () => {
    const list = pounds(range(53, 62.5, 'premium'), range(38, 38, 'standard', 'North'), range(26.1, 40));
    expect(await put(ofSite(), list)).toMatchObject({ status: 200, body: list });
    expect((await get(ofSite())).body).toMatchObject(list);
    expect((await put(ofSite(), pounds())).body.ranges).toEqual([]);
    expect((await get(ofSite())).body.ranges).toEqual([]);
  });

  it.each([
    ['JPY', { fee_per_seat: 110, fee_per_order: 0, ranges: [range(6500, 9800)] }],
    ['KWD', { fee_per_seat: 0.125, fee_per_order: 0.005, ranges: [range(1.005, 2.345)] }],
    ['EUR', { fee_per_seat: 0, fee_per_order: 0, ranges: [range(0, 0)] }],
  ])('may be in %s, whatever the currency of the site', async (currency, list) => {
    expect(await put(ofEvent(), { currency, ...list })).toMatchObject({ status: 200 });
    expect((await get(ofEvent())).body).toMatchObject({ currency, ...list });
  });

  it.each([
    [
      'a fee in pennies of yen',
      { ...pounds(), currency: 'JPY', fee_per_order: 2 },
      'fee_per_seat',
      'NOT_AN_AMOUNT',
    ],
    ['half a penny', pounds(range(1, 1), range(1.005, 2)), 'ranges.1.min', 'NOT_AN_AMOUNT'],
    ['a maximum below the minimum', pounds(range(2, 1)), 'ranges.0.max', 'TOO_SMALL'],
    [
      'a level and area twice',
      pounds(range(1, 2, 'a', 'b'), range(3, 4, 'a', 'b')),
      'ranges.1.area',
      'REPEATED',
    ],
    ['more than any seat costs', pounds(range(1, 40_000_000.01)), 'ranges.0.max', 'TOO_LARGE'],
    ['a word for a currency', { ...pounds(), currency: 'pounds' }, 'currency', 'TOO_LONG'],
    [
      '201 ranges',
      pounds(...Array.from({ length: 201 }, (_, i) => range(1, 2, '', `${i}`))),
      'ranges',
      'TOO_MANY',
    ],
  ])('reject %s', async (_, list, field, code) => {
    const { status, body } = await put<ApiError>(ofEvent(), list);
    expect([status, body.details?.[0]]).toMatchObject([400, { field, code }]);
  });

  it('belong to administrators for sites, and for events to those who may change them', async () => {
    const stranger = (await make.user(app, 'realm_owner', await make.realm(app))).token;
    const reader = (await make.user(app, 'realm_user', realm)).token;
    const list = pounds(range(10, 20));
    expect((await put(ofSite(), list, owner)).status).toBe(403);
    expect((await put(ofEvent(), list, reader)).status).toBe(403);
    expect((await put<ApiError>(ofEvent(), list, stranger)).status).toBe(403);
    expect((await put(ofEvent(), list, owner)).status).toBe(200);
    expect((await put(ofEvent(), pounds(range(11, 20)), owner)).status).toBe(200);
    expect((await get(ofEvent(), reader)).body.ranges).toEqual([range(11, 20)]);
    expect((await get(ofEvent(), stranger)).body.ranges).toEqual([range(11, 20)]);
    const other = await make.realm(app);
    await make.template(app, other, site, event);
    expect((await put(ofEvent(), list, owner)).status).toBe(403);
    expect((await put(ofEvent(), list, admin)).status).toBe(200);
  });

  it('keep what the first of two people saved', async () => {
    const { tag } = await get(ofSite());
    expect((await put(ofSite(), pounds(range(1, 2)), admin, tag)).status).toBe(200);
    const late = await put<ApiError>(ofSite(), pounds(range(5, 6)), admin, tag);
    expect([late.status, late.body.code]).toEqual([412, 'STALE']);
    expect(late.body.context?.current?.ranges).toEqual([range(1, 2)]);
    const second = await get(ofSite());
    await put(ofSite(), pounds(), admin, second.tag);
    expect((await put(ofSite(), pounds(range(5, 6)), admin, second.tag)).status).toBe(412);
    expect((await get(ofSite())).body.ranges).toEqual([]);
  });

  it('end with their site or event', async () => {
    await put(ofEvent(), pounds(range(1, 2)));
    await app.http('DELETE', `/api/events/${event}`, { token: admin });
    expect((await get(ofEvent())).status).toBe(404);
    expect((await put(ofEvent(), pounds(range(1, 2)))).status).toBe(404);
    await app.http('DELETE', `/api/sites/${site}`, { token: admin });
    expect((await get(ofSite())).status).toBe(404);
    expect((await put(ofSite(), pounds(range(1, 2)))).status).toBe(404);
  });

  it('stay at the site that an event leaves', async () => {
    await put(ofEvent(), pounds(range(1, 2)));
    const other = await make.site(app, { currency: 'EUR' });
    await app.http('PATCH', `/api/events/${event}`, { token: admin, body: { site_id: other } });
    expect((await get(ofEvent())).body).toMatchObject({ site_id: other, currency: 'EUR', ranges: [] });
    await app.http('PATCH', `/api/events/${event}`, { token: admin, body: { site_id: site } });
    expect((await get(ofEvent())).body).toMatchObject({ currency: 'GBP', ranges: [range(1, 2)] });
  });

  it('are audited, with what was before', async () => {
    await put(ofEvent(), pounds(range(1, 2)), owner);
    await put(ofEvent(), pounds(), owner);
    const { rows } = await app.db.query(
      `SELECT action, realm_id, before, after FROM audit WHERE entity = 'event' AND entity_id = $1 ORDER BY id`,
      [event],
    );
    const list = pounds(range(1, 2));
    expect(rows).toEqual([
      { action: 'event.prices', realm_id: realm, before: null, after: list },
      { action: 'event.prices', realm_id: realm, before: list, after: null },
    ]);
  });

  describe('as workers saw them', () => {
    let login: number;
    const seen = (seat: number, price: number | null, fields: object = {}) =>
      make.insert(app, 'holds', {
        realm_id: realm,
        login_id: login,
        site_id: site,
        event_id: event,
        event_guid: 'g',
        event_name: 'n',
        customer_identity: 'c',
        area: 'North',
        row: '1',
        seat: String(seat),
        price,
        currency: 'GBP',
        status: 'expired',
        expires_at: new Date(0),
        ...fields,
      });
    const propose = async (of: string, token = owner) =>
      (await app.http<PriceProposalDto>('GET', `/api/${of}/prices/proposal`, { token })).body;

    beforeEach(async () => {
      login = await make.login(app, realm, site);
    });

    it('are the least and the most per area, each seat counted once', async () => {
      await seen(1, 48);
      await seen(1, 52.5);
      await seen(2, 62);
      await seen(3, null);
      await seen(1, 30, { area: 'East' });
      expect(await propose(ofEvent())).toEqual({
        source: 'event',
        currency: 'GBP',
        ranges: [
          { ...range(30, 30, '', 'East'), seats: 1 },
          { ...range(48, 62, '', 'North'), seats: 2 },
        ],
        other_currencies: [],
      });
    });

    it('include what was bought once its hold is gone, and leave out reversed records', async () => {
      const held = await seen(1, 48, { status: 'confirmed' });
      const ticket = {
        realm_id: realm,
        login_id: login,
        login_email: 'a@quayside.example',
        site_id: site,
        event_id: event,
        event_guid: 'g',
        event_name: 'n',
        customer_identity: 'c',
        area: 'North',
        row: '1',
        seat: '1',
        currency: 'GBP',
      };
      await make.insert(app, 'tickets', { ...ticket, hold_id: held, price: 50 });
      const now = new Date();
      await make.insert(app, 'tickets', { ...ticket, price: 900, reversed_at: now, deleted_at: now });
      expect((await propose(ofEvent())).ranges).toEqual([{ ...range(48, 50, '', 'North'), seats: 1 }]);
    });

    it('are in one currency, the most frequent one, and in that of the site where none was reported', async () => {
      await seen(1, 48);
      await seen(2, 50, { currency: null });
      await seen(3, 9000, { currency: 'JPY' });
      expect(await propose(ofSite())).toMatchObject({
        currency: 'GBP',
        ranges: [{ min: 48, max: 50, seats: 2 }],
        other_currencies: [{ currency: 'JPY', seats: 1 }],
      });
    });

    it("of an event without any are those of its category, else of its site's events", async () => {
      const match = await make.event(app, site, { category: 'football' });
      const concert = await make.event(app, site, { category: 'concert' });
      await seen(1, 70, { event_id: concert });
      expect(await propose(ofEvent())).toMatchObject({ source: 'site', ranges: [{ min: 70 }] });
      await seen(1, 40, { event_id: match });
      expect(await propose(ofEvent())).toMatchObject({ source: 'category', ranges: [{ min: 40, max: 40 }] });
      expect(await propose(ofSite())).toMatchObject({
        source: 'site',
        ranges: [{ min: 40, max: 70, seats: 2 }],
      });
    });

    it('are of the last 12 months', async () => {
      await seen(1, 20, { created_at: new Date(Date.now() - 380 * 86_400_000) });
      expect(await propose(ofEvent())).toEqual({
        source: 'site',
        currency: null,
        ranges: [],
        other_currencies: [],
      });
    });

    it('are those of the own realm, for administrators of all but rehearsals', async () => {
      const other = await make.realm(app);
      const { rows } = await app.db.query<{ id: number }>(
        `INSERT INTO realms (id, name, parent_realm_id, max_tasks, max_logins) OVERRIDING SYSTEM VALUE
         VALUES (nextval('rehearsal_realm_ids'), 'Rehearsal', $1, 10, 10) RETURNING id`,
        [realm],
      );
      const rehearsal = rows[0]!.id;
      const rehearsed = await make.event(app, site, { created_by_realm_id: rehearsal });
      const rehearsedLogin = await make.login(app, rehearsal, site);
      await seen(1, 1, { realm_id: rehearsal, event_id: rehearsed, login_id: rehearsedLogin });
      await seen(2, 48);
      await seen(3, 99, { realm_id: other, login_id: await make.login(app, other, site) });
      expect((await propose(ofSite())).ranges).toMatchObject([{ min: 48, max: 48, seats: 1 }]);
      expect((await propose(ofSite(), admin)).ranges).toMatchObject([{ min: 48, max: 99, seats: 2 }]);
    });
  });
});
