import { startApp, type TestApp } from '../../../test/app';
import { concurrently } from '../../../test/concurrently';
import { admin, login, user } from '../../../test/factories';
import { getTask, newTask, type Work, work } from '../../../test/work';
import type { TaskDto, TaskEventDto, TaskWhyDto } from './tasks.dto';

type Failure = { code: string; context?: Record<string, unknown>; details?: { field: string }[] };

describe('tasks', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const post = <T = TaskDto>(from: Work, path: string, body: unknown = {}) =>
    app.http<T>('POST', `/api/tasks${path}`, { token: from.owner, body });

  it('creates one or many idle tasks, each with a timeline entry', async () => {
    const mine = await work(app, { logins: 2 });
    const one = await post(mine, '', { login_id: mine.logins[0], event_guid: mine.guid });
    expect(one).toMatchObject({
      status: 201,
      body: { status: 'idle', realm_id: mine.realmId, seats_to_set: 1 },
    });
    expect(one.headers.get('etag')).toBe('"v1"');
    const many = await post<TaskDto[]>(mine, '', [
      { loginId: mine.logins[0], eventId: mine.eventId, name: 'First' },
      { login_id: mine.logins[1], event_id: mine.eventId, start: true },
    ]);
    expect(many.body.map(({ status }) => status)).toEqual(['idle', 'queued']);
    const events = await app.http<TaskEventDto[]>('GET', `/api/tasks/${many.body[1]!.id}/events`, {
      token: mine.owner,
    });
    expect(events.body.map(({ what, from, to }) => [what, from, to])).toEqual([
      ['start', 'idle', 'queued'],
      ['create', null, 'idle'],
    ]);
  });

  it('names each invalid field, and creates none of an array with one', async () => {
    const mine = await work(app);
    const other = await work(app);
    const wrong = await post<Failure>(mine, '', [
      { login_id: mine.logins[0], event_id: mine.eventId },
      { login_id: other.logins[0], event_id: mine.eventId },
      { login_id: mine.logins[0], event_id: other.eventId },
    ]);
    expect(wrong.status).toBe(400);
    expect(wrong.body.details?.map(({ field }) => field)).toEqual(['1.login_id', '2.event_id']);
    expect(
      (await post<Failure>(mine, '', { login_id: mine.logins[0], event_id: mine.eventId, status: 'queued' }))
        .body.details?.[0]?.field,
    ).toBe('status');
    expect(
      (
        await post<Failure>(mine, '', {
          login_id: mine.logins[0],
          event_id: mine.eventId,
          proxy: 'http://me:secret@host',
        })
      ).body.details?.[0]?.field,
    ).toBe('proxy');
    const list = await app.http<TaskDto[]>('GET', '/api/tasks', { token: mine.owner });
    expect(list.body).toEqual([]);
  });

  it('lists the default fields, or only the requested ones', async () => {
    const mine = await work(app);
    const made = await newTask(mine);
    const all = Object.keys(made);
    const added = ['site_id', 'login_id', 'event_guid', 'basket'];
    const list = (query = '') =>
      app
        .http<object[]>('GET', `/api/tasks${query}`, { token: mine.owner })
        .then(({ body }) => body[0] ?? {});
    expect(Object.keys(await list()).sort()).toEqual(all.filter((name) => !added.includes(name)).sort());
    expect(await list('?detailed=true')).toEqual(made);
    expect(await list('?fields=name,basket,name')).toEqual({ name: made.name, basket: null });
    expect(await list('?fields=event_guid,seats_to_set&page_size=10')).toEqual({
      event_guid: mine.guid,
      seats_to_set: 1,
    });
  });

  it('rejects unknown fields, and exports the requested fields as CSV in their order', async () => {
    const mine = await work(app);
    const made = await newTask(mine);
    const wrong = await app.http<Failure & { message: string }>('GET', '/api/tasks?fields=id,seat_map', {
      token: mine.owner,
    });
    expect(wrong).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', details: [{ field: 'fields' }] },
    });
    expect(JSON.stringify(wrong.body)).toContain('seat_map');
    const csv = await app.http<string>('GET', '/api/tasks?fields=status,id', {
      token: mine.owner,
      headers: { Accept: 'text/csv' },
    });
    expect(csv.body).toBe(`status,id\r\n${made.status},${made.id}\r\n`);
  });

  it('creates exactly as many tasks as the limit allows under concurrent requests', async () => {
    const mine = await work(app, { max_tasks: 10 });
    const body = { login_id: mine.logins[0], event_id: mine.eventId };
    const responses = await concurrently(50, () => post<Failure>(mine, '', body));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(10);
    const rejected = responses.filter(({ status }) => status !== 201);
    expect(new Set(rejected.map(({ status, body: { code } }) => `${status} ${code}`))).toEqual(
      new Set(['409 LIMIT_REACHED']),
    );
    expect(rejected[0]?.body.context).toMatchObject({ limit: 10, used: 10, asked: 1 });
    const { rows } = await app.db.query('SELECT active_tasks FROM realms WHERE id = $1', [mine.realmId]);
    expect(rows).toEqual([{ active_tasks: 10 }]);
  });

  it('runs commands, returns 200 if there is nothing to do, and rejects the rest with the reason', async () => {
    const mine = await work(app);
    const task = await newTask(mine, { start: false });
    expect((await post<Failure>(mine, `/${task.id}/pause`)).body).toMatchObject({
      code: 'INVALID_STATE',
      context: {
        from: 'idle',
        command: 'pause',
        allowed: ['scheduled', 'queued', 'running', 'waiting_room'],
      },
    });
    expect((await post(mine, `/${task.id}/start`)).body.status).toBe('queued');
    const again = await post(mine, `/${task.id}/start`);
    expect(again).toMatchObject({ status: 200, body: { status: 'queued' } });
    expect((await post(mine, `/${task.id}/pause`)).body).toMatchObject({ status: 'queued', paused: true });
    expect((await post(mine, `/${task.id}/resume`)).body).toMatchObject({
      paused: false,
      status_message: null,
    });
    expect((await post(mine, `/${task.id}/stop`)).body).toMatchObject({ status: 'stopped', command: 'stop' });
    expect((await post<Failure>(mine, `/${task.id}/resume`)).status).toBe(409);
    const later = await post(mine, '', {
      login_id: mine.logins[0],
      event_id: mine.eventId,
      scheduled_at: '2090-01-01T00:00:00Z',
      start: true,
    });
    expect(later.body.status).toBe('scheduled');
    await post(mine, `/${later.body.id}/stop`);
    expect((await post(mine, `/${later.body.id}/start`, { now: true })).body.status).toBe('queued');
  });

  it('changes the ETag with each change, and returns 412 with the current row for a stale one', async () => {
    const mine = await work(app);
    const task = await newTask(mine, { start: false });
    const patch = (name: string, etag: string) =>
      app.http<Failure>('PATCH', `/api/tasks/${task.id}`, {
        token: mine.owner,
        body: { name },
        headers: { 'If-Match': etag },
      });
    expect((await patch('Renamed', '"v1"')).status).toBe(200);
    const stale = await patch('Renamed again', '"v1"');
    expect(stale).toMatchObject({
      status: 412,
      body: { code: 'STALE', context: { current: { name: 'Renamed' } } },
    });
  });

  it('deletes only finished tasks, and restores them', async () => {
    const mine = await work(app);
    const task = await newTask(mine);
    const remove = () => app.http<Failure>('DELETE', `/api/tasks/${task.id}`, { token: mine.owner });
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
    await post(mine, `/${task.id}/stop`);
    expect((await remove()).status).toBe(204);
    expect((await app.http('GET', `/api/tasks/${task.id}`, { token: mine.owner })).status).toBe(404);
    expect((await post(mine, `/${task.id}/restore`)).body.status).toBe('stopped');
  });

  it('lists by filter, sort, page and cursor', async () => {
    const mine = await work(app, { logins: 2 });
    const tasks = [];
    for (const name of ['B', 'C', 'A'])
      tasks.push(
        await newTask(mine, { name, start: name === 'C', login_id: mine.logins[name === 'A' ? 1 : 0] }),
      );
    const list = async (query: string) =>
      app.http<TaskDto[]>('GET', `/api/tasks?${query}`, { token: mine.owner });
    const names = async (query: string) => (await list(query)).body.map(({ name }) => name);
    expect(await names('')).toEqual(['A', 'C', 'B']);
    expect(await names('sort=name')).toEqual(['A', 'B', 'C']);
    expect(await names('status=queued')).toEqual(['C']);
    expect(await names('status=!queued,failed')).toEqual(['A', 'B']);
    expect(await names(`login_id=${mine.logins[1]}`)).toEqual(['A']);
    const page = await list('page=2&page_size=2');
    expect(page.body.map(({ name }) => name)).toEqual(['B']);
    expect(page.headers.get('x-total-count')).toBe('3');
    const first = await list('page_size=2');
    const next = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1];
    expect(await names(`page_size=2&cursor=${next}`)).toEqual(['B']);
    expect((await list('detailed=true')).body[0]).toHaveProperty('redis_task_id');
    expect((await list('status=bogus')).status).toBe(400);
  });

  it('marks the matching tasks as bought except idle ones, and does nothing when repeated', async () => {
    const mine = await work(app);
    const queued = await newTask(mine);
    const idle = await newTask(mine, { start: false });
    const body = { loginId: mine.logins[0], siteId: mine.siteId, eventGuid: mine.guid };
    for (let times = 0; times < 2; times += 1) {
      const response = await post<TaskDto[]>(mine, '/bought', body);
      expect(response.status).toBe(200);
      expect(response.body.map(({ id, status }) => [id, status])).toEqual([[queued.id, 'bought']]);
    }
    expect((await getTask(mine, idle.id)).status).toBe('idle');
  });

  it('commands many tasks by filter, and names the reasons for skipped ones', async () => {
    const mine = await work(app, { max_tasks: 3 });
    const stopped = await newTask(mine);
    await post(mine, `/${stopped.id}/stop`);
    for (let count = 0; count < 3; count += 1) await newTask(mine, { start: count > 0 });
    const preview = await post(mine, '/bulk', {
      command: 'start',
      filter: { login_id: String(mine.logins[0]) },
      preview: true,
    });
    expect(preview.body).toMatchObject({ eligible: 1, ineligible: 3 });
    const done = await post<{ reasons: { code: string; count: number }[] }>(mine, '/bulk', {
      command: 'start',
      filter: {},
    });
    expect(done.body).toMatchObject({ eligible: 1, ineligible: 3 });
    expect(done.body.reasons.map(({ code, count }) => [code, count])).toEqual([
      ['already', 2],
      ['LIMIT_REACHED', 1],
    ]);
  });

  it('explains why a task is not running', async () => {
    const mine = await work(app);
    const task = await newTask(mine);
    const causes = async () =>
      (await app.http<TaskWhyDto>('GET', `/api/tasks/${task.id}/why`, { token: mine.owner })).body.causes.map(
        ({ code }) => code,
      );
    await app.db.query("UPDATE events SET status = 'closed' WHERE id = $1", [mine.eventId]);
    await app.db.query('UPDATE sites SET enabled = 0 WHERE id = $1', [mine.siteId]);
    await post(mine, `/${task.id}/pause`);
    expect(await causes()).toEqual(['PAUSED', 'SITE_DISABLED', 'EVENT_CLOSED']);
  });

  it("shows only the realm's own tasks, and lets readers read them", async () => {
    const mine = await work(app);
    const task = await newTask(mine);
    const other = await work(app);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/start'],
      ['POST', '/stop'],
      ['GET', '/events'],
      ['GET', '/why'],
    ] as const) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      expect(
        (await app.http(method, `/api/tasks/${task.id}${path}`, { token: other.owner, body })).status,
      ).toBe(404);
    }
    expect((await app.http<TaskDto[]>('GET', '/api/tasks', { token: other.owner })).body).toEqual([]);
    const reader = (await user(app, 'realm_user', mine.realmId)).token;
    expect((await app.http('GET', `/api/tasks/${task.id}`, { token: reader })).status).toBe(200);
    expect((await app.http('POST', `/api/tasks/${task.id}/stop`, { token: reader })).status).toBe(403);
    const root = (await admin(app)).token;
    const foreign = await login(app, other.realmId, mine.siteId);
    const mixed = await app.http<Failure>('POST', '/api/tasks', {
      token: root,
      body: [mine.logins[0], foreign].map((login_id) => ({ login_id, event_id: mine.eventId })),
    });
    expect(mixed).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });

  it('rejects an invalid cursor', async () => {
    const mine = await work(app);
    for (const content of [
      ['\u0000', 1],
      ['2026-01-01', 1],
      ['2026-01-01 00:00:00+00', 99_999_999_999],
      [1, 1],
    ]) {
      const cursor = Buffer.from(JSON.stringify(content)).toString('base64url');
      const { status } = await app.http('GET', `/api/tasks?cursor=${cursor}`, { token: mine.owner });
      expect(status).toBe(400);
    }
  });
});
