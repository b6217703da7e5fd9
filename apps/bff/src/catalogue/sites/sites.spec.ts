import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import type { CountedSiteDto, SiteDto } from './sites.dto';

type ApiError = { code: string; details?: { field: string }[]; context?: Record<string, unknown> };

const emptyConfig = {
  price_type_adult: '', price_levels: {}, areas: [], area_first_run: false, ticket_url: '', queueit_domain: '',
  login_type: '', user_xpath: '', pass_xpath: '', button_xpath: '', login_js: '', use_price_levels: false,
}; // prettier-ignore

describe('/api/sites', () => {
  let app: TestApp;
  let admin: string;

  beforeAll(async () => {
    app = await startApp();
    admin = (await make.admin(app)).token;
  });
  afterAll(() => app.close());

  const call = <T>(method: string, path: string, body?: unknown, token = admin) =>
    app.http<T>(method, `/api/sites${path}`, { token, body });

  it('creates a site from defaults', async () => {
    const { status, body } = await call<SiteDto>('POST', '', {});
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: '',
      url: '',
      display_name: '',
      enabled: 0,
      currency: null,
      time_zone: null,
    });
    expect(body.config).toEqual(emptyConfig);
  });

  it("counts what the reader's realm has at each site", async () => {
    const [mine, theirs] = [await make.realm(app), await make.realm(app)];
    const { token } = await make.user(app, 'realm_user', mine);
    const site_id = await make.site(app, { name: 'Counted Tickets' });
    const event_id = await make.event(app, site_id);
    for (const realm_id of [mine, theirs]) {
      const login_id = await make.login(app, realm_id, site_id);
      for (const status of ['running', 'failed'])
        await make.insert(app, 'tasks', { realm_id, site_id, event_id, login_id, status });
    }
    const counts = async (as: string) =>
      (await app.http<CountedSiteDto[]>('GET', '/api/sites?q=Counted', { token: as })).body[0];
    expect(await counts(token)).toMatchObject({ event_count: 1, login_count: 1, active_tasks: 1 });
    expect(await counts(admin)).toMatchObject({ event_count: 1, login_count: 2, active_tasks: 2 });
  });

  it('replaces a site on PUT; fields that are left out return to their defaults', async () => {
    const { body: site } = await call<SiteDto>('POST', '', {
      name: 'harbour', display_name: 'Harbour Tickets', url: 'https://tickets.example', enabled: 1, currency: 'GBP',
      time_zone: 'Europe/London', config: { areas: ['North Stand'], price_levels: { adult: 40 } },
    }); // prettier-ignore
    expect(site.config).toEqual({ ...emptyConfig, areas: ['North Stand'], price_levels: { adult: 40 } });
    const { status, body } = await call<SiteDto>('PUT', `/${site.id}`, {
      name: 'harbour',
      config: { login_type: 'form' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'harbour',
      display_name: '',
      url: '',
      enabled: 0,
      currency: null,
      time_zone: null,
    });
    expect(body.config).toEqual({ ...emptyConfig, login_type: 'form' });
  });

  it('changes only the config fields that are sent; keys of price levels are data', async () => {
    const { body: site } = await call<SiteDto>('POST', '', { config: { areas: ['A'], login_type: 'form' } });
    const { body } = await call<SiteDto>('PATCH', `/${site.id}/config`, {
      priceLevels: { levelOne: 1 },
      usePriceLevels: true,
    });
    expect(body.config).toEqual({
      ...emptyConfig, areas: ['A'], login_type: 'form', price_levels: { levelOne: 1 }, use_price_levels: true,
    }); // prettier-ignore
  });

  it.each([
    ['url', { url: 'javascript:alert(1)' }],
    ['url', { url: '/relative' }],
    ['enabled', { enabled: 2 }],
    ['currency', { currency: 'pounds' }],
    ['time_zone', { time_zone: 'Mars/Olympus' }],
    ['config.ticket_url', { config: { ticket_url: 'ftp://tickets.example' } }],
    ['config.areas', { config: { areas: 'North' } }],
    ['config.price_levels', { config: { price_levels: 'all' } }],
    ['config.colour', { config: { colour: 'red' } }],
    ['id', { id: 4 }],
  ])('names an invalid %s', async (field, input) => {
    const { status, body } = await call<ApiError>('POST', '', input);
    expect([status, body.code, body.details?.[0]?.field]).toEqual([400, 'VALIDATION', field]);
  });

  it('is read by everybody and changed by administrators', async () => {
    const id = await make.site(app);
    const realm = await make.realm(app);
    for (const role of ['realm_user', 'realm_owner'] as const) {
      const { token } = await make.user(app, role, realm);
      expect((await call('GET', `/${id}`, undefined, token)).status).toBe(200);
      expect((await call<SiteDto[]>('GET', '', undefined, token)).body.some((site) => site.id === id)).toBe(
        true,
      );
      expect((await call('POST', '', {}, token)).status).toBe(403);
      expect((await call('PUT', `/${id}`, {}, token)).status).toBe(403);
      expect((await call('PATCH', `/${id}/config`, {}, token)).status).toBe(403);
      expect((await call('DELETE', `/${id}`, undefined, token)).status).toBe(403);
    }
  });

  it('is not deleted while logins, events or unfinished tasks use it', async () => {
    const id = await make.site(app);
    const event = await make.event(app, id);
    const realm = await make.realm(app);
    const login = await make.login(app, realm, id);
    await make.task(app, realm, id, event, login);
    const { status, body } = await call<ApiError>('DELETE', `/${id}`);
    expect([status, body.context?.by]).toEqual([409, { logins: 1, events: 1, unfinished_tasks: 1 }]);
  });

  it('returns 404 after its deletion', async () => {
    const id = await make.site(app);
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect((await call('GET', `/${id}`)).status).toBe(404);
    expect((await call('GET', `/${id}/events`)).status).toBe(404);
  });

  it('filters and sorts', async () => {
    await make.site(app, { name: 'Lantern B', enabled: 0 });
    await make.site(app, { name: 'Lantern A' });
    const names = async (query: string) => (await call<SiteDto[]>('GET', query)).body.map(({ name }) => name);
    expect(await names('?q=lantern')).toEqual(['Lantern A', 'Lantern B']);
    expect(await names('?q=lantern&enabled=0')).toEqual(['Lantern B']);
  });
});
