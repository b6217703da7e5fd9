import { startApp, type TestApp } from '../../../test/app';
import { admin, user } from '../../../test/factories';
import { holdSeats, lease, newTask, under, type Work, work } from '../../../test/work';
import type { DashboardDto, TasksOverTimeDto } from './dashboard.dto';

describe('the dashboard', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const figures = async (token: string, query = '') =>
    (await app.http<DashboardDto>('GET', `/api/dashboard${query}`, { token })).body;

  /** One task in each of: waiting room, carted, bought, queued, scheduled. */
  const busy = async (): Promise<Work> => {
    const mine = await work(app, { logins: 2, max_tasks: 9 });
    for (const login of [0, 0, 1, 0]) await newTask(mine, { login_id: mine.logins[login] });
    await newTask(mine, { scheduled_at: '2090-01-01T00:00:00Z' });
    const [waits, holds, buys] = await lease(mine, 3);
    await under(mine, waits!.lease_id, 'report', { status: 'waiting_room', queue_position: 412 });
    await holdSeats(mine, holds!.lease_id, [1, 2]);
    const ticket_ids = await holdSeats(mine, buys!.lease_id, [3]);
    await app.http('POST', '/api/carted-tickets/confirm', { token: mine.owner, body: { ticket_ids } });
    return mine;
  };

  it('counts what is unfinished, held and bought, and the limits', async () => {
    const mine = await busy();
    const seen = await figures(mine.owner);
    expect(seen).toMatchObject({
      unfinished: { waiting_room: 1, carted: 1, queued: 1, scheduled: 1 },
      unfinished_total: 4,
      unfinished_jobs: 0,
      waiting: 1,
      places_known: 1,
      best_place: 412,
      held: 2,
      next_lapse_seats: 2,
      bought_today: 1,
      // Of the tasks in the waiting room, in the cart and in the queue, but not of the one that starts in 2090.
      still_wanted: 3,
      bought_today_totals: [{ currency: 'GBP', seats: 1, total: 42.5 }],
      failed_24h: 0,
      tasks_limit: { used: 4, max: 9 },
      logins_limit: { used: 2, max: 1000 },
    });
    const { rows } = await app.db.query<{ at: Date }>(
      "SELECT min(expires_at) AS at FROM holds WHERE realm_id = $1 AND status = 'held'",
      [mine.realmId],
    );
    expect([new Date(seen.next_lapse_at ?? 0)]).toEqual(rows.map(({ at }) => at));
    expect(seen.next_scheduled).toHaveLength(1);
  });

  it('shows users the figures of their realm, and administrators those of all realms or one', async () => {
    const mine = await busy();
    const other = await work(app);
    expect(await figures(other.owner)).toMatchObject({
      unfinished_total: 0,
      held: 0,
      bought_today: 0,
      next_scheduled: [],
    });
    const root = (await admin(app)).token;
    expect((await figures(root)).unfinished_total).toBeGreaterThanOrEqual(4);
    expect((await figures(root, `?realm_id=${mine.realmId}`)).unfinished_total).toBe(4);
    const waiting = (await user(app, 'realm_user', null)).token;
    expect(await figures(waiting)).toMatchObject({ unfinished_total: 0, tasks_limit: { used: 0, max: 0 } });
    expect(
      (await app.http('GET', `/api/dashboard?realm_id=${mine.realmId}`, { token: other.owner })).status,
    ).toBe(400);
  });

  it('shows the number of tasks by status at each step; the last step is now', async () => {
    const mine = await busy();
    const path = '/api/dashboard/tasks-over-time?span=1h';
    const { body } = await app.http<TasksOverTimeDto>('GET', path, { token: mine.owner });
    expect(body).toMatchObject({ span: '1h', step_seconds: 60 });
    expect(body.steps.length).toBeGreaterThanOrEqual(60);
    expect(body.steps.at(-1)?.counts).toMatchObject({ waiting_room: 1, carted: 1, queued: 1, scheduled: 1 });
    expect(body.steps[0]?.counts).toEqual({});
    const bought = body.steps.map(({ counts }) => counts.bought ?? 0);
    expect(bought.reduce((sum, count) => sum + count)).toBe(1);
  });

  it('counts no more wanted seats for a job than its target leaves', async () => {
    const mine = await work(app, { max_tasks: 9 });
    const { rows } = await app.db.query<{ id: number }>(
      `INSERT INTO jobs (realm_id, site_id, event_id, name, seats_target) VALUES ($1, $2, $3, 'Pairs', 3) RETURNING id`,
      [mine.realmId, mine.siteId, mine.eventId],
    );
    const tasks = [await newTask(mine, { seats_to_set: 2 }), await newTask(mine, { seats_to_set: 2 })];
    await app.db.query('UPDATE tasks SET job_id = $1 WHERE id = ANY ($2)', [
      rows[0]!.id,
      tasks.map(({ id }) => id),
    ]);
    expect(await figures(mine.owner)).toMatchObject({ unfinished_jobs: 1, still_wanted: 3 });
  });

  it('lists what needs attention, grouped by its subject', async () => {
    const mine = await work(app, { logins: 3 });
    const set = (sql: string, ...values: unknown[]) => app.db.query(sql, values);
    await newTask(mine);
    const [held] = await lease(mine);
    await holdSeats(mine, held!.lease_id, [1, 2]);
    await newTask(mine);
    await set(
      "UPDATE holds SET expires_at = now() + interval '90 seconds' WHERE realm_id = $1",
      mine.realmId,
    );
    await set(
      "UPDATE logins SET status = 'failed', status_msg = 'wrong password' WHERE id = ANY ($1)",
      mine.logins.slice(1),
    );
    await set(
      `INSERT INTO queue_links (realm_id, login_id, event_id, status, enqueue_token_expires)
       VALUES ($1, $2, $3, 'waiting', now() + interval '4 minutes')`,
      mine.realmId,
      mine.logins[0],
      mine.eventId,
    );
    await set("UPDATE workers SET last_seen_at = now() - interval '2 minutes'");
    const { attention, live_places } = await figures(mine.owner);
    expect(live_places).toBe(1);
    expect(attention).toMatchObject([
      { kind: 'hold_lapsing', detail: 'North 104', count: 2 },
      { kind: 'login_failed', detail: null, count: 2, site_id: mine.siteId },
      { kind: 'no_worker', count: 1, site_id: mine.siteId },
      { kind: 'place_ending', count: 1 },
    ]);
    await set("UPDATE logins SET status = 'active' WHERE id = $1", mine.logins[1]);
    expect((await figures(mine.owner)).attention).toContainEqual(
      expect.objectContaining({ kind: 'login_failed', detail: 'wrong password', count: 1 }),
    );
  });

  it('lists the next starts by job, with the number of tasks', async () => {
    const mine = await work(app, { max_tasks: 9 });
    await newTask(mine, { name: 'Alone', scheduled_at: '2090-01-02T00:00:00Z' });
    const seen = await figures(mine.owner);
    expect(seen.next_scheduled).toEqual([
      { job_id: null, name: 'Alone', tasks: 1, scheduled_at: '2090-01-02T00:00:00.000Z' },
    ]);
  });
});
