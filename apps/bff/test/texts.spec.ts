import { gzipSync } from 'node:zlib';
import { startApp, type TestApp } from './app';
import * as make from './factories';
import { makeTokens, pathWith, readDocument, tokenFor, writings } from './operations';
import { fieldsOf } from './text-fields';
import { type Work, work } from './work';

type ApiError = { code: string; details?: { field: string; code: string }[] };
type Row = { id: number } & Record<string, unknown>;

const family = '👨‍👩‍👧‍👦';

/** Texts as people and programs write them, and the form in which each is stored; null: rejected. */
const TEXTS: readonly (readonly [what: string, text: string, stored: string | null])[] = [
  ['composed', 'Tribüne', 'Tribüne'],
  ['decomposed', 'Tribu\u0308ne', 'Tribüne'],
  ['several marks', 'e\u0302\u0301', 'ế'],
  ['Hangul jamo', '\u1112\u1161\u11AB', '한'],
  ['an emoji of joined ones', family, family],
  ['a zero-width joiner', 'a\u200Db', 'a\u200Db'],
  ['joiners alone', '\u200B\u200D\u2060', ''],
  ['spaces of other widths alone', '\u3000\u00A0\u2003\u2800', ''],
  ['a byte order mark before it', '\uFEFFNorth', 'North'],
  ['marks of direction', '\u202Eabc\u202C', '\u202Eabc\u202C'],
  ['right to left', 'מגרש הנמל', 'מגרש הנמל'],
  ['full-width letters', 'ＮＯＲＴＨ', 'ＮＯＲＴＨ'],
  ['Punycode', 'xn--bcher-kva', 'xn--bcher-kva'],
  ['beyond the basic plane', '𠮷野家', '𠮷野家'],
  ['emoji up to the limit', '🎫'.repeat(200), '🎫'.repeat(200)],
  ['emoji beyond the limit', '🎫'.repeat(301), null],
  ['a bell', 'ding\u0007dong', null],
  ['an escape sequence', '\u001B[31mred', null],
  ['a line break', 'one\r\ntwo', null],
  ['a line separator', 'one\u2028two', null],
  ['NUL', 'a\u0000b', null],
  ['an unpaired surrogate', 'a\uD800b', null],
];

describe('texts', () => {
  let app: TestApp;
  let admin: string;
  let mine: Work;
  beforeAll(async () => {
    app = await startApp();
    admin = (await make.admin(app)).token;
    mine = await work(app);
  });
  afterAll(() => app.close());

  const bodies = (): Record<string, { path: string; field: string; body: object; list?: string }> => ({
    realms: { path: '/api/realms', field: 'name', body: {}, list: '/api/realms' },
    sites: { path: '/api/sites', field: 'name', body: { url: 'https://t.example' }, list: '/api/sites' },
    events: { path: '/api/events', field: 'name', body: { site_id: mine.siteId }, list: '/api/events' },
    categories: {
      path: '/api/events',
      field: 'category',
      body: { site_id: mine.siteId, name: 'Derby' },
    },
    logins: {
      path: `/api/sites/${mine.siteId}/logins`,
      field: 'name',
      body: { email: 'buyer@quayside.example', realm_id: mine.realmId },
      list: `/api/sites/${mine.siteId}/logins`,
    },
    'supporter ids': {
      path: `/api/sites/${mine.siteId}/logins`,
      field: 'supporter_id',
      body: { email: 'buyer@quayside.example', realm_id: mine.realmId },
    },
    pools: {
      path: '/api/pools',
      field: 'name',
      body: { site_id: mine.siteId, realm_id: mine.realmId },
      list: '/api/pools',
    },
    'saved views': { path: '/api/saved-views', field: 'name', body: { page: 'tasks', query: {} } },
  });

  describe.each([
    'realms',
    'sites',
    'events',
    'categories',
    'logins',
    'supporter ids',
    'pools',
    'saved views',
  ])('of %s', (what) => {
    it.each(TEXTS)('store, find or reject %s', async (_, text, stored) => {
      // Names that are one in their canonical form are taken: each text is the only one of its kind.
      await app.db.query('UPDATE realms SET deleted_at = now() WHERE id <> $1', [mine.realmId]);
      await app.db.query('DELETE FROM saved_views');
      const { path, field, body, list } = bodies()[what]!;
      const response = await app.http<Row & ApiError>('POST', path, {
        token: admin,
        body: { ...body, [field]: text },
      });
      if (response.status === 400) {
        expect(response.body.details).toMatchObject([{ field }]);
        // What is too long for one field may fit into another; names may not be empty.
        expect(stored === null || stored === '' || stored.length > 100).toBe(true);
        return;
      }
      expect([response.status, stored]).toEqual([201, expect.any(String)]);
      const given = response.body[field];
      if (stored === '' && what === 'logins') expect(given).toBe('buyer@quayside.example');
      // A site's name may be empty; every other empty text is null.
      else if (stored === '') expect(given).toBe(what === 'sites' ? '' : null);
      else expect(given).toBe(stored);
      if (!list || !stored) return;
      for (const spelled of [text, text.normalize('NFD')]) {
        const found = await app.http<Row[]>('GET', `${list}?page_size=200&q=${encodeURIComponent(spelled)}`, {
          token: admin,
        });
        expect(found.body.map(({ id }) => id)).toContain(response.body.id);
      }
    });
  });

  it('are one name of a realm, however composed and whatever is invisible in it', async () => {
    const named = (name: string) =>
      app.http<ApiError>('POST', '/api/realms', { token: admin, body: { name } });
    expect((await named('Réalm du port')).status).toBe(201);
    for (const name of ['Re\u0301alm du port', 'RÉALM DU PORT', 'Réalm\u200B du\u00A0port'])
      expect((await named(name)).status).not.toBe(201);
  });

  it('are rejected where amounts, zones and encodings are impossible', async () => {
    const template = await make.template(app, mine.realmId, mine.siteId, mine.eventId);
    const money = await app.http<ApiError>('PUT', `/api/on-sale/${mine.eventId}/budget`, {
      token: mine.owner,
      body: { amount: 1e-7, currency: 'GBP' },
    });
    expect([money.status, money.body.details?.map(({ field }) => field)]).toEqual([400, ['amount']]);
    const zone = await app.http<ApiError>('POST', '/api/sites', {
      token: admin,
      body: { name: 'Zoned', url: 'https://z.example', time_zone: 'Factory' },
    });
    expect([zone.status, zone.body.details?.[0]?.field]).toEqual([400, 'time_zone']);
    const reminders = await app.http<ApiError & { message: string }>('PUT', '/api/calendar/reminders', {
      token: mine.owner,
      body: { minutes: [0], planned: false },
    });
    expect([reminders.status, reminders.body.message]).toEqual([400, expect.stringContaining('minutes')]);
    const launch = {
      template_id: template,
      login_ids: mine.logins,
      worker_count: 2,
      launch_delay: 3600,
      scheduled_at: '9999-12-31T23:59:00Z',
    };
    for (const path of ['/api/jobs/preview', '/api/jobs'])
      expect([path, (await app.http('POST', path, { token: mine.owner, body: launch })).status]).toEqual([
        path,
        400,
      ]);
    const zipped = await fetch(`${app.url}/api/realms`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${admin}`,
        'Content-Type': 'application/json',
        'Content-Encoding': 'gzip',
      },
      body: new Uint8Array(gzipSync('{"name":"Zipped"}')),
    });
    expect(zipped.status).toBe(415);
  });

  it.each(['"v1-gzip"', '"v1;br"', 'W/"v1"', '"v1"'])('accept the tag %s that a proxy makes', async (tag) => {
    const realm = await make.realm(app);
    const { status } = await app.http('PUT', `/api/realms/${realm}`, {
      token: admin,
      body: { max_tasks: 1 },
      headers: { 'If-Match': tag },
    });
    expect(status).toBe(200);
  });

  it('never fail the server, in whatever field of a body they are', async () => {
    // A server of its own: these requests change whatever row has the ids that they name.
    const own = await startApp();
    const document = await readDocument(own);
    const tokens = await makeTokens(own);
    const fields = writings(document).flatMap((operation) => fieldsOf(document, operation));
    expect(fields.length).toBeGreaterThan(150);
    const failed: string[] = [];
    // Each field meets a few of the texts, and each text many fields.
    for (const [index, { operation, name, bodyWith }] of fields.entries())
      for (let nth = 0; nth < 3; nth += 1) {
        const [what, text] = TEXTS[(index * 3 + nth) % TEXTS.length]!;
        const { status } = await own.http(operation.method, pathWith(operation.path), {
          token: operation.permission === 'public' ? undefined : tokenFor(operation.permission, tokens),
          body: bodyWith(text),
        });
        if (status >= 500 && status !== 503) failed.push(`${operation.name} ${name} ${what}: ${status}`);
      }
    await own.close();
    expect(failed).toEqual([]);
  });
});
