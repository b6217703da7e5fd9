import { startApp, type TestApp } from '../../../test/app';
import { admin, user } from '../../../test/factories';
import { holdSeats, lease, newTask, under, work, type Work } from '../../../test/work';
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
    const mine = await work(app, { max_tasks: 9 });
    for (let count = 0; count < 4; count += 1) await newTask(mine);
    await newTask(mine, { scheduled_at: '2090-01-01T00:00:00Z' });
    const [waits, holds, buys] = await lease(mine, 3);
    await under(mine, waits!.lease_id, 'report', { status: 'waiting_room' });
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
      waiting: 1,
      held: 2,
      bought_today: 1,
      bought_today_totals: [{ currency: 'GBP', seats: 1, total: 42.5 }],
      failed_24h: 0,
      tasks_limit: { used: 4, max: 9 },
      logins_limit: { used: 1, max: 1000 },
    });
    expect(Date.parse(seen.next_lapse_at ?? '')).toBeGreaterThan(Date.now());
    expect(seen.next_scheduled).toHaveLength(1);
  });

  it('shows a realm its own figures alone; an administrator all, or one realm', async () => {
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

  it('shows how many tasks stood in each status at each step; the last step is now', async () => {
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

  it('names what starts next by its job, with the number of tasks', async () => {
    const mine = await work(app, { max_tasks: 9 });
    await newTask(mine, { name: 'Alone', scheduled_at: '2090-01-02T00:00:00Z' });
    const seen = await figures(mine.owner);
    expect(seen.next_scheduled).toEqual([
      { job_id: null, name: 'Alone', tasks: 1, scheduled_at: '2090-01-02T00:00:00.000Z' },
    ]);
  });
});
