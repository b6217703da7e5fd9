import { startApp, type TestApp } from '../../../../test/app';
import * as make from '../../../../test/factories';
import type { EventSeatMapDto } from '../seats.dto';
import type { SiteMapDto, SiteMapPreviewDto } from './site-maps.dto';

const drawing = (...areas: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script>${areas
    .map((area) => `<path id="${area}" d="M0 0h9v9z"/>`)
    .join('')}</svg>`;

type ApiError = { code: string; details?: { field: string; code: string }[] };

describe('/api/sites/{id}/map', () => {
  let app: TestApp;
  let admin: string;
  let reader: string;

  beforeAll(async () => {
    app = await startApp();
    admin = (await make.admin(app)).token;
    reader = (await make.user(app, 'realm_owner', await make.realm(app))).token;
  });
  afterAll(() => app.close());

  const newSite = () => make.site(app, { config: { areas: ['North 104', 'East 210'] } });
  const put = <T = SiteMapDto>(
    site: number,
    body: object,
    headers: Record<string, string> = {},
    token = admin,
  ) => app.http<T>('PUT', `/api/sites/${site}/map`, { token, body, headers });
  const maps = async (site: number) =>
    (await app.http<SiteMapDto[]>('GET', `/api/sites/${site}/maps`, { token: reader })).body;
  const read = (site: number, query = '') =>
    app.http<string>('GET', `/api/sites/${site}/map${query}`, { token: reader });

  it('stores the sanitized drawing, and serves it so that a browser runs and loads nothing', async () => {
    const site = await newSite();
    const { status, body, headers } = await put(site, { svg: drawing('North_104', 'Car park') });
    expect([status, headers.get('etag')]).toEqual([200, '"v1"']);
    expect(body).toMatchObject({
      site_id: site, event_id: null, version: 1, matched: ['North 104'], missing: ['East 210'], unknown: ['Car park'],
      removed: ['script'],
    }); // prettier-ignore
    const response = await read(site);
    expect(response.body).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z" data-area="north104"/><path d="M0 0h9v9z" data-area="carpark"/></svg>',
    );
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; sandbox; frame-ancestors 'none'",
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  it('keeps a map of the site and one for each event, and replaces them', async () => {
    const site = await newSite();
    const event_id = await make.event(app, site);
    await put(site, { svg: drawing('North 104') });
    await put(site, { svg: drawing('East 210'), event_id });
    expect((await put(site, { svg: drawing('North 104', 'East 210'), event_id })).body).toMatchObject({
      event_id,
      version: 2,
      missing: [],
    });
    expect(await maps(site)).toMatchObject([
      { event_id: null, matched: ['North 104'] },
      { event_id, event_name: 'Harbour City v Northgate Rovers', version: 2 },
    ]);
    expect((await read(site, `?event_id=${event_id}`)).body).toContain('east210');
    expect((await read(site)).body).not.toContain('east210');
  });

  it("counts an event's price levels and held seats as areas of the site", async () => {
    const site = await newSite();
    const event_id = await make.event(app, site, { price_levels: { Terrace: 1 } });
    const { body } = await app.http<SiteMapPreviewDto>('POST', `/api/sites/${site}/map/preview`, {
      token: admin,
      body: { svg: drawing('terrace'), event_id },
    });
    expect(body).toMatchObject({ matched: ['Terrace'], missing: ['East 210', 'North 104'], unknown: [] });
    expect(body.svg).toContain('data-area="terrace"');
    expect(await maps(site)).toEqual([]);
  });

  it('is named in the seat map of its event, which precedes the one of the site', async () => {
    const site = await newSite();
    const event_id = await make.event(app, site);
    const named = async () =>
      (await app.http<EventSeatMapDto>('GET', `/api/events/${event_id}/seat-map`, { token: reader })).body
        .map;
    expect(await named()).toBeNull();
    await put(site, { svg: drawing('A') });
    expect(await named()).toEqual({ event_id: null, version: 1 });
    await put(site, { svg: drawing('B'), event_id });
    expect(await named()).toEqual({ event_id, version: 1 });
  });

  it('does not replace or delete another version than the one named', async () => {
    const site = await newSite();
    await put(site, { svg: drawing('A') });
    await put(site, { svg: drawing('B') });
    const headers = { 'If-Match': '"v1"' };
    expect((await put<ApiError>(site, { svg: drawing('C') }, headers)).body.code).toBe('STALE');
    const remove = (given = {}) =>
      app.http<ApiError>('DELETE', `/api/sites/${site}/map`, { token: admin, headers: given });
    expect((await remove(headers)).status).toBe(412);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect((await read(site)).status).toBe(404);
  });

  it.each([
    ['svg', 'NOT_SVG', { svg: 'hello' }],
    ['svg', 'SVG_SIZE', { svg: '<svg xmlns="http://www.w3.org/2000/svg"/>' }],
    [
      'svg',
      'SVG_TOO_COMPLEX',
      { svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${'<g>'.repeat(70)}` },
    ],
    ['svg', 'TOO_LONG', { svg: ' '.repeat(512 * 1024 + 1) }],
    ['event_id', 'OTHER_SITE', { svg: drawing('A'), event_id: 999_999 }],
  ])('names an invalid %s by %s', async (field, code, body) => {
    const site = await newSite();
    for (const [method, path] of [['PUT', 'map'], ['POST', 'map/preview']] as const) {
      const response = await app.http<ApiError>(method, `/api/sites/${site}/${path}`, { token: admin, body });
      expect(response.status).toBe(400);
      expect(response.body.details).toMatchObject([{ field, code }]);
    } // prettier-ignore
  });

  it('is written by administrators alone, and recorded in the audit log', async () => {
    const site = await newSite();
    expect((await put(site, { svg: drawing('A') }, {}, reader)).status).toBe(403);
    await put(site, { svg: drawing('A') });
    const { rows } = await app.db.query(
      "SELECT action, after FROM audit WHERE entity = 'site' AND entity_id = $1 ORDER BY id",
      [String(site)],
    );
    expect(rows).toEqual([{ action: 'site.map', after: { event_id: null, map_version: 1, drawn_areas: 1 } }]);
  });

  it('returns 404 for a site that is not there', async () => {
    expect((await put(999_999, { svg: drawing('A') })).status).toBe(404);
    expect((await read(999_999)).status).toBe(404);
    expect((await app.http('GET', '/api/sites/999999/maps', { token: reader })).status).toBe(404);
  });
});
