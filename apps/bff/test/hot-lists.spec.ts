import { Client } from 'pg';
import { startApp, type TestApp } from './app';
import { admin, login, realm, template, user } from './factories';
import { getTask, newTask, newTasks, type Work, work } from './work';

let app: TestApp;
let mine: Work;
let theirs: Work;

beforeAll(async () => {
  app = await startApp();
  mine = await work(app);
  theirs = await work(app);
});
afterAll(() => app.close());

/** Requests a list, with an ETag if there is one. */
const ask = (path: string, token: string, tag?: string | null) =>
  app.http<{ id: number; name: string }[]>('GET', path, {
    token,
    headers: tag ? { 'If-None-Match': tag } : undefined,
  });

const LISTS = ['/api/tasks', '/api/jobs', '/api/logins', '/api/carted-tickets', '/api/tickets'];

describe("a hot list's ETag", () => {
  it.each(LISTS)('of %s returns 304 without a body while nothing has changed', async (path) => {
    const first = await ask(path, mine.owner);
    expect([first.status, first.headers.get('etag')]).toEqual([200, expect.stringMatching(/^W\/".{20,}"$/)]);
    const again = await ask(path, mine.owner, `"another", ${first.headers.get('etag')}`);
    expect([again.status, again.body]).toEqual([304, null]);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect((await ask(path, mine.owner, '"another"')).status).toBe(200);
  });

  it('changes with each write of the realm, and not with those of another', async () => {
    const tagOf = async () => (await ask('/api/tasks', mine.owner)).headers.get('etag');
    for (let round = 0; round < 10; round += 1) {
      const before = await tagOf();
      await newTask(theirs);
      expect((await ask('/api/tasks', mine.owner, before)).status).toBe(304);
      const task = await newTask(mine, { name: `Round ${round}` });
      const after = await ask('/api/tasks', mine.owner, before);
      expect([after.status, after.body[0]?.name]).toEqual([200, task.name]);
      await app.http('PATCH', `/api/tasks/${task.id}`, { token: mine.owner, body: { name: 'Renamed' } });
      expect((await ask('/api/tasks', mine.owner, after.headers.get('etag'))).body[0]?.name).toBe('Renamed');
    }
  });

  it('covers columns of other tables', async () => {
    await newTask(mine);
    const root = (await admin(app)).token;
    const changes: [string, () => Promise<unknown>][] = [
      ['/api/tasks', () => app.http('PATCH', `/api/logins/${mine.logins[0]}`, { token: root, body: { email: 'new@quayside.example' } })], // prettier-ignore
      ['/api/tasks', () => app.db.query(`UPDATE events SET name = 'Moved to Sunday' WHERE id = $1`, [mine.eventId])], // prettier-ignore
      ['/api/tasks', () => app.db.query(`UPDATE sites SET name = 'Harbour' WHERE id = $1`, [mine.siteId])], // prettier-ignore
      ['/api/jobs', () => newJob()],
      ['/api/logins', () => login(app, mine.realmId, mine.siteId)],
      [
        '/api/logins',
        () => app.http('POST', `/api/events/${mine.eventId}/login-check`, { token: mine.owner }),
      ],
    ];
    for (const [path, change] of changes) {
      const before = await ask(path, mine.owner);
      await change();
      const after = await ask(path, mine.owner, before.headers.get('etag'));
      expect([path, after.status]).toEqual([path, 200]);
      expect(after.body).not.toEqual(before.body);
    }
  });

  it('depends on the caller, the filter and the page', async () => {
    const tags = await Promise.all(
      [
        ask('/api/tasks', mine.owner),
        ask('/api/tasks', theirs.owner),
        ask('/api/tasks?status=queued', mine.owner),
        ask('/api/tasks?page=2', mine.owner),
        ask('/api/tasks?detailed=true', mine.owner),
        ask('/api/logins', mine.owner),
        ask('/api/logins', (await user(app, 'realm_user', mine.realmId)).token),
        ask('/api/tasks', (await admin(app)).token),
      ].map(async (response) => (await response).headers.get('etag')),
    );
    expect(new Set(tags).size).toBe(tags.length);
  });

  it('changes when a hold expires without a write', async () => {
    const held = await app.db.query<{ id: number }>(
      `INSERT INTO holds (realm_id, login_id, site_id, event_id, event_guid, event_name, customer_identity, seat, expires_at)
       VALUES ($1, $2, $3, $4, 'g', 'Match', 'x', '1', clock_timestamp() + interval '1 hour') RETURNING id`,
      [mine.realmId, mine.logins[0], mine.siteId, mine.eventId],
    );
    const before = await ask('/api/carted-tickets', mine.owner);
    expect(before.body.map(({ id }) => id)).toContain(held.rows[0]?.id);
    await expireHold(held.rows[0]?.id);
    const after = await ask('/api/carted-tickets', mine.owner, before.headers.get('etag'));
    expect(after.status).toBe(200);
    expect(after.body.map(({ id }) => id)).not.toContain(held.rows[0]?.id);
  });

  /** Moves the expiry into the past without triggers, so that only the clock shows the change. */
  async function expireHold(id: number | undefined) {
    const client = await app.db.connect();
    await client.query("SET session_replication_role = 'replica'");
    await client.query("UPDATE holds SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
    await client.query("SET session_replication_role = 'origin'");
    client.release();
  }

  async function newJob() {
    const id = await template(app, mine.realmId, mine.siteId, mine.eventId);
    const body = { template_id: id, login_ids: mine.logins };
    const response = await app.http('POST', '/api/jobs', { token: mine.owner, body });
    expect(response.status).toBe(201);
  }
});

describe('the plan of a list', () => {
  /** The names of the prepared statements that read a page of tasks; undefined for one that is planned at each call. */
  async function plansOf(token: string, path = '/api/tasks'): Promise<(string | undefined)[]> {
    const sent = jest.spyOn(Client.prototype, 'query');
    try {
      await ask(path, token);
      return sent.mock.calls
        .map(([statement]) => statement as unknown as { text?: string; name?: string })
        .filter(({ text }) => text?.includes('ORDER BY t.created_at'))
        .map(({ name }) => name);
    } finally {
      sent.mockRestore();
    }
  }

  it('is shared by realms whose lists are of one magnitude, and by no others', async () => {
    const [small, alike, large] = [await work(app), await work(app), await work(app)];
    await newTasks(small, [{ start: false }]);
    await newTasks(
      alike,
      Array.from({ length: 9 }, () => ({ start: false })),
    );
    await newTasks(
      large,
      Array.from({ length: 10 }, () => ({ start: false })),
    );
    for (const { owner } of [small, alike, large]) expect(await plansOf(owner)).toEqual([undefined]);
    const [ofSmall] = await plansOf(small.owner);
    expect(ofSmall).toBeDefined();
    expect(await plansOf(alike.owner)).toEqual([ofSmall]);
    const [ofLarge] = await plansOf(large.owner);
    expect(ofLarge).toBeDefined();
    expect(ofLarge).not.toBe(ofSmall);
  });

  it('is made at each call of a filtered list', async () => {
    const { owner } = await work(app);
    for (let call = 0; call < 3; call += 1)
      expect(await plansOf(owner, '/api/tasks?status=failed')).toEqual([undefined]);
  });
});

describe('a list by cursor', () => {
  it('returns each row once, in order, while rows are added in front', async () => {
    const { owner, ...desk } = await work(app);
    for (let index = 0; index < 7; index += 1) await newTask({ owner, ...desk }, { start: false });
    const seen: number[] = [];
    let path: string | undefined = '/api/tasks?page_size=3';
    while (path) {
      const { body, headers } = await ask(path, owner);
      seen.push(...body.map(({ id }) => id));
      await newTask({ owner, ...desk }, { start: false });
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(seen).toHaveLength(7);
    expect(seen).toEqual([...seen].sort((a, b) => b - a));
  });
});

describe('rows that are written directly as JSON', () => {
  it('equal the response for a single row', async () => {
    const name = 'Quote " back \\ line \n tab \t null \u0001 é 🎫 \u2028';
    const { owner } = await work(app);
    const desk = { ...(await work(app)) };
    const { id } = await newTask(desk, {
      event_price_levels: { 'Tier "A"': 1.5, B: null },
      event_areas: ['North', 'Süd'],
      scheduled_at: '2030-01-02T03:04:05.060Z',
    });
    await app.db.query('UPDATE tasks SET name = $2 WHERE id = $1', [id, name]);
    const { body } = await app.http<object[]>('GET', '/api/tasks?detailed=true', { token: desk.owner });
    expect(body).toEqual([await getTask(desk, id)]);
    expect((await ask('/api/tasks', owner)).body).toEqual([]);
  });

  it('are none for a user without a realm', async () => {
    const { token } = await user(app, 'realm_owner', null);
    for (const path of LISTS) expect((await ask(path, token)).body).toEqual([]);
    expect(await realm(app)).toBeGreaterThan(0);
  });
});
