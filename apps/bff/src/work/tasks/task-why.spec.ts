import { startApp, type TestApp } from '../../../test/app';
import { user } from '../../../test/factories';
import {
  getTask,
  holdSeats,
  lease,
  leaseOne,
  loseWorker,
  makeBuyer,
  newTask,
  under,
  type Work,
  work,
} from '../../../test/work';
import type { TaskWhyDto } from './tasks.dto';

describe('the explanation of why a task is not running', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const why = async (from: Work, id: number) =>
    (await app.http<TaskWhyDto>('GET', `/api/tasks/${id}/why`, { token: from.owner })).body.causes;
  const codes = async (from: Work, id: number) => (await why(from, id)).map(({ code }) => code);
  const sendCommand = (from: Work, id: number, name: string) =>
    app.http('POST', `/api/tasks/${id}/${name}`, { token: from.owner });
  const set = (sql: string, ...values: unknown[]) => app.db.query(sql, values);

  it('names every closed gate, from the widest to the narrowest', async () => {
    const mine = await work(app);
    const { id } = await newTask(mine);
    await set('UPDATE sites SET enabled = 0 WHERE id = $1', mine.siteId);
    await set("UPDATE events SET status = 'closed' WHERE id = $1", mine.eventId);
    await set("UPDATE realms SET status = 'suspended' WHERE id = $1", mine.realmId);
    await set("UPDATE logins SET status = 'disabled' WHERE id = $1", mine.logins[0]);
    expect(await codes(mine, id)).toEqual([
      'REALM_SUSPENDED',
      'SITE_DISABLED',
      'EVENT_CLOSED',
      'LOGIN_DISABLED',
    ]);
  });

  it('explains idle, paused, scheduled and retried tasks', async () => {
    const mine = await work(app);
    const idle = await newTask(mine, { start: false });
    expect(await codes(mine, idle.id)).toEqual(['NOT_STARTED']);
    const later = await newTask(mine, { scheduled_at: '2090-01-01T10:00:00Z' });
    expect(await why(mine, later.id)).toMatchObject([
      { code: 'SCHEDULED', params: { scheduled_at: '2090-01-01T10:00:00.000Z' } },
    ]);
    const tried = await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    await under(mine, lease_id, 'fail', { message: 'Sold out', retry_after_s: 90 });
    await sendCommand(mine, tried.id, 'pause');
    const causes = await why(mine, tried.id);
    expect(causes.map(({ code }) => code)).toEqual(['PAUSED', 'RETRY_LATER']);
    expect(causes[0]?.message).toMatch(/^Paused by /);
    expect(causes[0]?.reason).toMatchObject({
      code: 'PAUSED_BY',
      params: { who: expect.any(String) as string },
    });
    expect(causes[1]?.params).toMatchObject({ retry: 1, max_retries: 5 });
    await sendCommand(mine, tried.id, 'resume');
    expect(await codes(mine, tried.id)).toEqual(['RETRY_LATER']);
    expect(await lease(mine)).toEqual([]);
  });

  it("returns the worker's message of a failed try and the retry as numbers", async () => {
    const mine = await work(app);
    const { id } = await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    await under(mine, lease_id, 'fail', { message: 'Sold out', retry_after_s: 90 });
    expect((await why(mine, id))[0]?.reason).toEqual({
      code: 'TRY_FAILED',
      params: { words: 'Sold out', retry: 1, max_retries: 5, wait_s: 90 },
    });
    await set("UPDATE tasks SET status_message = 'Sold out', status_reason = NULL WHERE id = $1", id);
    expect(await why(mine, id)).toMatchObject([
      { code: 'RETRY_LATER', message: 'Sold out', params: { words: 'Sold out' }, reason: null },
    ]);
  });

  it('explains that a due scheduled task is about to be queued', async () => {
    const mine = await work(app);
    const { id } = await newTask(mine, { scheduled_at: '2090-01-01T10:00:00Z' });
    await set(
      "UPDATE tasks SET scheduled_at = now() - interval '1 second', paused = false WHERE id = $1",
      id,
    );
    expect(await why(mine, id)).toMatchObject([
      { code: 'DUE', params: { scheduled_at: expect.any(String) as string } },
    ]);
  });

  it('names the suspended realm, not the start time, of a due scheduled task', async () => {
    const mine = await work(app);
    const { id } = await newTask(mine, { scheduled_at: '2090-01-01T10:00:00Z' });
    await set("UPDATE realms SET status = 'suspended' WHERE id = $1", mine.realmId);
    await set("UPDATE tasks SET scheduled_at = now() - interval '1 hour' WHERE id = $1", id);
    expect(await codes(mine, id)).toEqual(['REALM_SUSPENDED']);
  });

  it('distinguishes no worker, workers of other sites or realms, draining workers and busy ones', async () => {
    const mine = await work(app);
    const { id } = await newTask(mine);
    await set("UPDATE workers SET last_seen_at = now() - interval '1 minute'");
    expect(await codes(mine, id)).toEqual(['NO_WORKER']);
    await lease(await work(app), 5);
    expect(await codes(mine, id)).toEqual(['NO_WORKER_FOR_SITE']);
    const body = { worker: 'only', capacity: 1, wait_s: 0 };
    const requestLease = (more: object) =>
      app.http('POST', '/api/worker/v1/lease', { token: mine.worker, body: { ...body, ...more } });
    await requestLease({ draining: true });
    expect(await codes(mine, id)).toEqual(['WORKERS_DRAINING']);
    await requestLease({ capacity: 0 });
    await newTask(mine);
    const { id: last } = await newTask(mine);
    expect(await why(mine, last)).toMatchObject([{ code: 'WORKERS_BUSY', params: { ahead: 2 } }]);
    await set("UPDATE workers SET capacity = 9 WHERE name = 'only'");
    expect(await why(mine, last)).toMatchObject([{ code: 'WAITING_FOR_WORKER', params: { ahead: 2 } }]);
  });

  it('counts only tasks of its own realm as queued before it', async () => {
    const mine = await work(app);
    const other = await work(app, { on: mine });
    await newTask(other);
    await newTask(other);
    const { id } = await newTask(mine);
    await set(
      `INSERT INTO workers (token_id, name, capacity) SELECT id, 'idle', 5 FROM worker_tokens WHERE $1 = ANY (realm_ids)`,
      mine.realmId,
    );
    expect(await why(mine, id)).toMatchObject([{ code: 'WAITING_FOR_WORKER', params: { ahead: 0 } }]);
  });

  it("names the customer's limit, the job's target and the realm's limit", async () => {
    const mine = await work(app, { eventFields: { max_per_customer: 2 }, max_tasks: 2 });
    await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    await holdSeats(mine, lease_id, [1, 2]);
    const second = await newTask(mine);
    expect(await why(mine, second.id)).toMatchObject([
      { code: 'CUSTOMER_LIMIT', params: { limit: 2, used: 2 } },
    ]);
    await sendCommand(mine, second.id, 'stop');
    await newTask(mine);
    const stopped = await why(mine, second.id);
    expect(stopped.map(({ code }) => code)).toEqual(['STOPPED', 'REALM_LIMIT']);
    expect(stopped[0]?.message).toMatch(/^Stopped by /);
    expect(stopped[0]?.reason?.code).toBe('STOPPED_BY');
    const job = await app.db.query<{ id: number }>(
      `INSERT INTO jobs (realm_id, site_id, event_id, name, seats_target) VALUES ($1, $2, $3, 'Two seats', 2) RETURNING id`,
      [mine.realmId, mine.siteId, mine.eventId],
    );
    await set('UPDATE holds SET job_id = $2 WHERE realm_id = $1', mine.realmId, job.rows[0]?.id);
    await set('UPDATE events SET max_per_customer = NULL WHERE id = $1', mine.eventId);
    await set(
      "UPDATE tasks SET job_id = $2 WHERE realm_id = $1 AND status = 'queued'",
      mine.realmId,
      job.rows[0]?.id,
    );
    const { rows } = await app.db.query<{ id: number }>(
      "SELECT id FROM tasks WHERE realm_id = $1 AND status = 'queued'",
      [mine.realmId],
    );
    expect(await codes(mine, rows[0]?.id ?? 0)).toEqual(['TARGET_COVERED']);
  });

  it('explains leased and carted tasks', async () => {
    const mine = await work(app);
    const made = await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    expect(await codes(mine, made.id)).toEqual([]);
    await under(mine, lease_id, 'report', { status: 'waiting_room', queue_position: 40 });
    expect(await why(mine, made.id)).toMatchObject([{ code: 'WAITING_ROOM', params: { position: 40 } }]);
    await sendCommand(mine, made.id, 'stop');
    expect(await codes(mine, made.id)).toEqual(['STOPPING']);
    await under(mine, lease_id, 'release');

    await newTask(mine);
    const held = await leaseOne(mine);
    await holdSeats(mine, held.lease_id, [1]);
    expect(await codes(mine, held.task.id)).toEqual(['WAITING_FOR_PAYMENT']);

    const buyer = await newTask(mine);
    await makeBuyer(mine, buyer.id);
    const buying = await leaseOne(mine);
    await holdSeats(mine, buying.lease_id, [2]);
    expect(await codes(mine, buyer.id)).toEqual([]);
    await loseWorker(mine, buyer.id);
    expect((await getTask(mine, buyer.id)).status).toBe('carted');
    expect(await codes(mine, buyer.id)).toEqual(['WAITING_FOR_WORKER']);
  });

  it('returns 404 to another realm', async () => {
    const mine = await work(app);
    const { id } = await newTask(mine);
    const stranger = (await user(app, 'realm_owner', (await work(app)).realmId)).token;
    expect((await app.http('GET', `/api/tasks/${id}/why`, { token: stranger })).status).toBe(404);
  });
});
