import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { sweep, type Work, work } from '../../../test/work';
import type { CalendarSettingsDto, NewFeedDto } from './calendar.dto';

const NEW_PASSWORD = 'three-lanterns-by-the-quay';

type Failure = { code: string };
type Message = { kind: string; subject: string; params: { until: string }; path: string };

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'info' }, undefined, { write: (line) => void lines.push(line) });
});
afterAll(() => app.close());

/** The whole second in which the tests began, so that two readings of a day ahead are the same. */
const begun = Math.floor(Date.now() / 1000) * 1000;
const inDays = (days: number) => new Date(begun + days * 86_400_000);

describe('the calendar feed', () => {
  const create = async (token: string, body: object = {}) =>
    app.http<NewFeedDto>('POST', '/api/calendar/feed', {
      token,
      body: { kinds: ['on_sale', 'kick_off', 'job'], planned: true, ...body },
    });
  const addressOf = async (token: string, body?: object) => (await create(token, body)).body.path;
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${app.url}${path}`, { headers });
  const textOf = async (path: string) => (await get(path)).text();
  /** The lines of a file, unfolded. */
  const unfold = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');
  const settings = async (token: string) =>
    (await app.http<CalendarSettingsDto>('GET', '/api/calendar/settings', { token })).body;

  const planned = async (fields: Record<string, unknown> = {}): Promise<Work> => {
    const mine = await work(app, {
      eventFields: {
        name: 'Harbour City v Northgate',
        on_sale_at: inDays(3),
        ko: inDays(20).getTime() / 1000,
        ...fields,
      },
    });
    await make.template(app, mine.realmId, mine.siteId, mine.eventId);
    return mine;
  };

  it('is a file for calendar programs with what its owner sees, and nothing of other realms', async () => {
    const mine = await planned();
    const theirs = await planned();
    const job = (of: Work, name: string) =>
      make.job(app, of.realmId, of.siteId, of.eventId, { name, scheduled_at: inDays(3) });
    const id = await job(mine, 'Ours, in the North');
    await job(theirs, 'Theirs');
    await app.http('PUT', '/api/calendar/reminders', {
      token: mine.owner,
      body: { minutes: [10, 1440], planned: true },
    });
    const response = await get(await addressOf(mine.owner));
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
    ]);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    const text = await response.text();
    expect(text).not.toContain('Theirs');
    // RFC 5545: CRLF, at most 75 octets to a line.
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75 && !line.includes('\n'))).toBe(
      true,
    );
    const stamp = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const host = new URL(app.url).host;
    const content = unfold(text);
    expect(content).toEqual(
      expect.arrayContaining([
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        `UID:on_sale-${mine.eventId}@${host}`,
        `UID:kick_off-${mine.eventId}@${host}`,
        `UID:job-${id}@${host}`,
        `DTSTART:${stamp(inDays(3))}`,
        'SUMMARY:On-sale: Harbour City v Northgate',
        'SUMMARY:Job: Ours\\, in the North',
        'TRIGGER:-PT10M',
        'TRIGGER:-P1D',
        'END:VCALENDAR',
      ]),
    );
    const count = (line: string) => content.filter((each) => each === line).length;
    expect([count('BEGIN:VEVENT'), count('END:VEVENT'), count('BEGIN:VALARM')]).toEqual([3, 3, 2]);
    expect(content.filter((line) => line.startsWith('DTSTAMP:'))).toHaveLength(3);
  });

  it('says 304 while nothing changed, and shows a change at once', async () => {
    const mine = await planned();
    const address = await addressOf(mine.owner);
    const etag = (await get(address)).headers.get('etag') ?? '';
    expect((await get(address, { 'If-None-Match': etag })).status).toBe(304);
    await app.db.query("UPDATE events SET name = 'Moved' WHERE id = $1", [mine.eventId]);
    const changed = await get(address, { 'If-None-Match': etag });
    expect([changed.status, (await changed.text()).includes('SUMMARY:On-sale: Moved')]).toEqual([200, true]);
  });

  it("is in its owner's language", async () => {
    const mine = await planned();
    await make.job(app, mine.realmId, mine.siteId, mine.eventId, { name: 'Ours', scheduled_at: inDays(3) });
    const address = await addressOf(mine.owner);
    expect(await textOf(address)).toContain('SUMMARY:Job: Ours');
    await app.http('PUT', '/api/me/preferences', { token: mine.owner, body: { language: 'de' } });
    const german = await textOf(address);
    for (const words of [
      'SUMMARY:Verkaufsstart: Harbour City v Northgate',
      'SUMMARY:Auftrag: Ours',
      '0 Aufgaben · ',
    ])
      expect(german).toContain(words);
    expect(german).not.toMatch(/On-sale|task|Job:|undefined/);
  });

  it('has the kinds and events that its owner chose', async () => {
    const mine = await planned();
    const other = await make.event(app, mine.siteId, { name: 'Unplanned', on_sale_at: inDays(4) });
    const all = await textOf(await addressOf(mine.owner, { kinds: ['on_sale'], planned: false }));
    expect(all).toContain(`UID:on_sale-${other}@`);
    expect(all).not.toContain('UID:kick_off-');
    expect(await textOf(await addressOf(mine.owner))).not.toContain(`UID:on_sale-${other}@`);
  });

  it('has an address that is shown once, kept as a hash, replaced by the next and revoked', async () => {
    const mine = await planned();
    expect((await settings(mine.owner)).feed).toBeNull();
    const first = await addressOf(mine.owner);
    expect(first).toMatch(/^\/api\/calendar\/feed\/tc_[\w-]{43}\.ics$/);
    expect((await settings(mine.owner)).feed).toMatchObject({
      kinds: ['on_sale', 'kick_off', 'job'],
      last_read_at: null,
    });
    await get(first);
    expect((await settings(mine.owner)).feed?.last_read_at).not.toBeNull();
    const { rows } = await app.db.query('SELECT * FROM calendar_feeds');
    const token = first.split('/').at(-1)!.replace('.ics', '');
    expect(JSON.stringify(rows)).not.toContain(token);
    const second = await addressOf(mine.owner);
    expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200]);
    const revoke = () => app.http('DELETE', '/api/calendar/feed', { token: mine.owner });
    expect((await revoke()).status).toBe(204);
    expect([(await get(second)).status, (await revoke()).status]).toEqual([404, 404]);
    const spellings = [
      `%66eed/${token}.ics`,
      `feed/${token}`,
      `feed/${token}.ics/`,
      `feed//${token.replace('t', '%74')}`,
    ];
    for (const spelling of spellings) await app.http('GET', `/api/calendar/${spelling}`);
    expect(lines.join('')).not.toContain(token.slice(3));
    expect(lines.join('')).toContain('/api/calendar/feed/…');
  });

  it('needs a sign-in within the last minutes to be created, and a kind', async () => {
    const mine = await planned();
    const { id, token } = await make.user(app, 'realm_user', mine.realmId);
    expect((await create(token, { kinds: [] })).status).toBe(400);
    await app.db.query(
      "UPDATE sessions SET authenticated_at = now() - interval '6 minutes' WHERE user_id = $1",
      [id],
    );
    expect(await create(token)).toMatchObject({ status: 401, body: { code: 'REAUTH_REQUIRED' } });
  });

  it.each([
    ['disabled', { status: 'disabled' }],
    ['moved to another realm', { realm_id: 'other' }],
    ['given another role', { role: 'realm_owner' }],
  ])('ends when its owner is %s', async (_how, change: Record<string, unknown>) => {
    const mine = await planned();
    const { id, token } = await make.user(app, 'realm_user', mine.realmId);
    const address = await addressOf(token);
    expect((await get(address)).status).toBe(200);
    const body = 'realm_id' in change ? { realm_id: await make.realm(app) } : change;
    const admin = await make.admin(app);
    expect((await app.http('PUT', `/api/users/${id}`, { token: admin.token, body })).status).toBe(200);
    expect((await get(address)).status).toBe(404);
  });

  it.each<[string, (owner: make.Signed) => Promise<{ status: number }>]>([
    [
      'changed by them',
      ({ token }) =>
        app.http('POST', '/api/me/password', {
          token,
          body: { current_password: make.PASSWORD, new_password: NEW_PASSWORD },
        }),
    ],
    [
      'set by an administrator',
      async ({ id }) =>
        app.http('POST', `/api/users/${id}/password`, {
          token: (await make.admin(app)).token,
          body: { password: NEW_PASSWORD },
        }),
    ],
    [
      'reset with a link',
      async ({ id }) => {
        const { token } = await make.admin(app);
        const link = await app.http<{ token: string }>('POST', `/api/users/${id}/password-reset`, { token });
        const body = { token: link.body.token, password: NEW_PASSWORD };
        return app.http('POST', '/api/auth/reset-password', { body });
      },
    ],
  ])('ends when the password of its owner is %s', async (_how, change) => {
    const mine = await planned();
    const owner = await make.user(app, 'realm_user', mine.realmId);
    const address = await addressOf(owner.token);
    expect((await get(address)).status).toBe(200);
    expect((await change(owner)).status).toBeLessThan(300);
    expect((await get(address)).status).toBe(404);
    const { token } = await make.signIn(app, owner.email, NEW_PASSWORD);
    expect((await settings(token)).feed).toBeNull();
    expect((await get(await addressOf(token))).status).toBe(200);
  });

  it('notifies its owner when its address is created', async () => {
    const mine = await planned();
    const owner = await make.user(app, 'realm_user', mine.realmId);
    await addressOf(owner.token);
    const { body } = await app.http<Message[]>('GET', '/api/notifications?topic=security', {
      token: owner.token,
    });
    expect(body).toMatchObject([{ kind: 'calendar_feed_created', path: '/calendar' }]);
  });

  it.each([
    'tc_short.ics',
    'tc_9CjRb4mYxk3dUyA1vT0qLwHsE7nPzO2aKfGi5XeVr8o.ics',
    'tc_9CjRb4mYxk3dUyA1vT0qLwHsE7nPzO2aKfGi5XeVr8o',
  ])('is not found at %s', async (file) => {
    expect((await get(`/api/calendar/feed/${file}`)).status).toBe(404);
  });

  it('is answered 30 times a minute', async () => {
    const mine = await planned();
    const address = await addressOf(mine.owner);
    const statuses: number[] = [];
    for (let read = 0; read <= 30; read += 1) statuses.push((await get(address)).status);
    expect(statuses).toContain(429);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(30);
  });
});

describe('reminders of on-sales', () => {
  const choose = (token: string, minutes: number[], planned = true) =>
    app.http<Failure>('PUT', '/api/calendar/reminders', { token, body: { minutes, planned } });
  const received = async (token: string) =>
    (await app.http<Message[]>('GET', '/api/notifications?topic=on_sale', { token })).body;
  /** Moves the person's choice into the past, so that its times are still to come after it. */
  const age = (realmId: number) =>
    app.db.query(
      "UPDATE on_sale_reminders SET updated_at = now() - interval '10 days' WHERE user_id IN (SELECT id FROM users WHERE realm_id = $1)",
      [realmId],
    );
  const onSaleIn = (mine: Work, minutes: number) =>
    app.db.query('UPDATE events SET on_sale_at = now() + make_interval(mins => $2) WHERE id = $1', [
      mine.eventId,
      minutes,
    ]);
  const planned = async () => {
    const mine = await work(app);
    await make.template(app, mine.realmId, mine.siteId, mine.eventId);
    return mine;
  };

  it('come once at each time that a person chose, over any number of sweeps', async () => {
    const mine = await planned();
    const colleague = await make.user(app, 'realm_user', mine.realmId);
    expect((await choose(mine.owner, [10, 1440, 60])).body).toEqual({
      minutes: [1440, 60, 10],
      planned: true,
    });
    await age(mine.realmId);
    const counts: number[] = [];
    // An on-sale that moves is another one, so this one stays and the choices move.
    await onSaleIn(mine, 50);
    for (const minutes of [[10], [10, 60], [10, 60, 1440], [49, 60, 1440], [50, 60]]) {
      await app.db.query(
        'UPDATE on_sale_reminders SET minutes = $2 WHERE user_id IN (SELECT id FROM users WHERE realm_id = $1)',
        [mine.realmId, minutes],
      );
      await Promise.all([sweep(app), sweep(app)]);
      counts.push((await received(mine.owner)).length);
    }
    expect(counts).toEqual([0, 1, 1, 1, 2]);
    const [message] = await received(mine.owner);
    expect(message).toMatchObject({ kind: 'on_sale_soon', subject: 'Harbour City v Northgate Rovers' });
    const { rows } = await app.db.query<{ on_sale_at: Date }>('SELECT on_sale_at FROM events WHERE id = $1', [
      mine.eventId,
    ]);
    expect(message?.params.until).toBe(rows[0]?.on_sale_at.toISOString());
    expect(await received(colleague.token)).toEqual([]);
  });

  it('come again when the on-sale moves', async () => {
    const mine = await planned();
    await choose(mine.owner, [60]);
    await age(mine.realmId);
    await onSaleIn(mine, 50);
    await sweep(app);
    await onSaleIn(mine, 58);
    await sweep(app);
    expect(await received(mine.owner)).toHaveLength(2);
  });

  it("don't come for times that were over when they were chosen, nor for events that nothing is planned for", async () => {
    const mine = await planned();
    await onSaleIn(mine, 50);
    await choose(mine.owner, [60]);
    await sweep(app);
    expect(await received(mine.owner)).toEqual([]);
    const other = await work(app);
    await onSaleIn(other, 50);
    await choose(other.owner, [60]);
    await age(other.realmId);
    await sweep(app);
    expect(await received(other.owner)).toEqual([]);
    await choose(other.owner, [60], false);
    await age(other.realmId);
    await sweep(app);
    expect((await received(other.owner)).length).toBeGreaterThan(0);
  });

  it('can be at most five, each at most 28 days before', async () => {
    const mine = await planned();
    expect((await choose(mine.owner, [1, 2, 3, 4, 5, 6])).status).toBe(400);
    expect((await choose(mine.owner, [40_321])).status).toBe(400);
    expect((await choose(mine.owner, [40_320])).status).toBe(200);
  });
});
