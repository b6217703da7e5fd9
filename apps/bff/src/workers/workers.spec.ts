import { startApp, type TestApp } from '../../test/app';
import { admin } from '../../test/factories';
import { lease, newTask, until, work } from '../../test/work';
import { MAX_NAMES } from './leases.repository';
import type { NewWorkerTokenDto, WorkerDto, WorkerTokenDto } from './workers.dto';

describe('workers and their tokens', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startApp();
    token = (await admin(app)).token;
  });
  afterAll(() => app.close());

  it('shows a token once; it works only for its realms and sites, until it is revoked', async () => {
    const mine = await work(app);
    const other = await work(app);
    await newTask(mine);
    await newTask(other);
    const body = { name: 'Night shift', realm_ids: [mine.realmId], siteIds: [mine.siteId, other.siteId] };
    const made = await app.http<NewWorkerTokenDto>('POST', '/api/worker-tokens', { token, body });
    expect(made).toMatchObject({ status: 201, body: { name: 'Night shift', realm_ids: [mine.realmId] } });
    const { id, token: secret } = made.body;
    const listed = await app.http<WorkerTokenDto[]>('GET', '/api/worker-tokens', { token });
    expect(JSON.stringify(listed.body)).not.toContain(secret);
    const leases = await lease({ ...mine, worker: secret }, 10);
    expect(leases.map(({ task }) => task.realm_id)).toEqual([mine.realmId]);
    expect((await app.http('DELETE', `/api/worker-tokens/${id}`, { token })).status).toBe(204);
    const rejected = async () =>
      (
        await app.http('POST', '/api/worker/v1/lease', {
          token: secret,
          body: { worker: 'w', capacity: 1, wait_s: 0 },
        })
      ).status;
    await until(async () => (await rejected()) === 401, 'the revoked token is refused');
  });

  it('rejects a realm or site that does not exist', async () => {
    const body = { name: 'Nowhere', realm_ids: [999_999] };
    const response = await app.http<{ details: { field: string }[] }>('POST', '/api/worker-tokens', {
      token,
      body,
    });
    expect(response.body.details.map(({ field }) => field)).toEqual(['realm_ids']);
  });

  it('lists workers with their tasks, and marks lost ones', async () => {
    const mine = await work(app);
    await newTask(mine);
    await lease(mine, 5, 0, 'harbour-1');
    const seen = async () =>
      (await app.http<WorkerDto[]>('GET', '/api/workers', { token })).body.find(
        ({ name }) => name === 'harbour-1',
      );
    expect(await seen()).toMatchObject({ capacity: 5, leased: 1, lost: false });
    await app.db.query(
      "UPDATE workers SET last_seen_at = now() - interval '41 seconds' WHERE name = 'harbour-1'",
    );
    expect(await seen()).toMatchObject({ lost: true });
    const lost = await app.http<WorkerDto[]>('GET', '/api/workers?status=lost&q=HARBOUR', { token });
    expect(lost.body.map(({ name }) => name)).toEqual(['harbour-1']);
    const others = await app.http<WorkerDto[]>('GET', '/api/workers?status=!lost', { token });
    expect(others.body.map(({ name }) => name)).not.toContain('harbour-1');
  });

  it('rejects more names of workers from a token than a day may have, but no known one', async () => {
    const made = await app.http<NewWorkerTokenDto>('POST', '/api/worker-tokens', {
      token,
      body: { name: 'Many names' },
    });
    await app.db.query(
      `INSERT INTO workers (token_id, name, capacity) SELECT $1, 'name-' || n, 1 FROM generate_series(1, $2) n`,
      [made.body.id, MAX_NAMES],
    );
    const ask = (worker: string) =>
      app.http('POST', '/api/worker/v1/lease', {
        token: made.body.token,
        body: { worker, capacity: 1, wait_s: 0 },
      });
    expect((await ask('name-1')).status).toBe(200);
    expect((await ask('another')).status).toBe(429);
    await app.db.query(`UPDATE workers SET last_seen_at = now() - interval '2 days' WHERE token_id = $1`, [
      made.body.id,
    ]);
    expect((await ask('another')).status).toBe(200);
  });

  it("shows the token's sites for a worker that requests none", async () => {
    const mine = await work(app);
    const body = { name: 'One site', site_ids: [mine.siteId] };
    const made = await app.http<NewWorkerTokenDto>('POST', '/api/worker-tokens', { token, body });
    await lease({ ...mine, worker: made.body.token }, 1);
    const query = `token_id=${made.body.id}`;
    const { body: workers } = await app.http<WorkerDto[]>('GET', `/api/workers?${query}`, { token });
    expect(workers.map(({ site_ids }) => site_ids)).toEqual([[mine.siteId]]);
  });

  it('shows the realms of its token, and leads to the tasks that it has leased', async () => {
    const mine = await work(app, { logins: 2 });
    for (const login_id of mine.logins) await newTask(mine, { login_id });
    const body = { name: 'One realm', realm_ids: [mine.realmId] };
    const made = await app.http<NewWorkerTokenDto>('POST', '/api/worker-tokens', { token, body });
    const [leased] = await lease({ ...mine, worker: made.body.token }, 1);
    const { body: workers } = await app.http<WorkerDto[]>('GET', `/api/workers?token_id=${made.body.id}`, {
      token,
    });
    expect(workers).toMatchObject([{ realm_ids: [mine.realmId], leased: 1 }]);
    const tasks = (caller: string) =>
      app.http<{ id: number }[]>('GET', `/api/tasks?worker_id=${workers[0]!.id}`, { token: caller });
    expect((await tasks(token)).body.map(({ id }) => id)).toEqual([leased!.task.id]);
    expect((await tasks((await work(app)).owner)).body).toEqual([]);
  });

  it("keeps a worker's ETag across heartbeats", async () => {
    const mine = await work(app);
    await lease(mine, 5, 0, 'harbour-2');
    const { rows } = await app.db.query<{ id: number }>("SELECT id FROM workers WHERE name = 'harbour-2'");
    const get = () => app.http<WorkerDto>('GET', `/api/workers/${rows[0]!.id}`, { token });
    const first = await get();
    expect(first).toMatchObject({ status: 200, body: { name: 'harbour-2', capacity: 5 } });
    expect(first.headers.get('etag')).toMatch(/^"v\d+"$/);
    await app.db.query("UPDATE workers SET last_seen_at = last_seen_at - interval '1 second' WHERE id = $1", [
      rows[0]!.id,
    ]);
    const later = await get();
    expect(later.body.last_seen_at).not.toBe(first.body.last_seen_at);
    expect(later.headers.get('etag')).toBe(first.headers.get('etag'));
    await lease(mine, 7, 0, 'harbour-2');
    expect((await get()).headers.get('etag')).not.toBe(first.headers.get('etag'));
    expect((await app.http('GET', '/api/workers/999999', { token })).status).toBe(404);
  });

  it('rejects sessions on the worker API, and worker tokens elsewhere', async () => {
    const mine = await work(app);
    expect(
      (await app.http('POST', '/api/worker/v1/lease', { token, body: { worker: 'w', capacity: 1 } })).status,
    ).toBe(401);
    expect((await app.http('GET', '/api/tasks', { token: mine.worker })).status).toBe(401);
    expect((await app.http('GET', '/api/workers', { token: mine.owner })).status).toBe(403);
  });
});
