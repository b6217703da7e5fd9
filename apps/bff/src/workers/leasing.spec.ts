import { startApp, type TestApp } from '../../test/app';
import {
  getTask,
  lease,
  leaseMany,
  leaseOne,
  loseWorker,
  newTask,
  pollOnlyWhenWoken,
  skipBackoff,
  sweep,
  under,
  until,
  type Work,
  work,
} from '../../test/work';
import { Wakeups } from '../platform/queue/wakeups';
import type { TaskDto } from '../work';

describe('leasing', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const command = (from: Work, id: number, name: string) =>
    app.http<TaskDto>('POST', `/api/tasks/${id}/${name}`, { token: from.owner });
  const manyTasks = (from: Work, count: number) =>
    app.http<TaskDto[]>('POST', '/api/tasks', {
      token: from.owner,
      body: Array.from({ length: count }, () => ({
        login_id: from.logins[0],
        event_id: from.eventId,
        start: true,
      })),
    });

  it('leases a task with its site, event and login, and runs it', async () => {
    const mine = await work(app);
    const made = await newTask(mine);
    const found = await leaseOne(mine);
    expect(found).toMatchObject({
      mode: 'hold',
      holds: [],
      task: { id: made.id, status: 'running' },
      event: { guid: mine.guid },
      site: { id: mine.siteId },
      login: { id: mine.logins[0], password: null, card: null },
    });
    expect(found.task.redis_task_id).toBe(made.redis_task_id);
    const { rows: kept } = await app.db.query<{ ends: Date; seconds: number }>(
      `SELECT lease_expires_at AS ends, extract(epoch FROM lease_expires_at - updated_at)::int AS seconds
       FROM tasks WHERE id = $1`,
      [made.id],
    );
    expect(kept).toEqual([{ ends: new Date(found.expires_at), seconds: 30 }]);
    const { rows } = await app.db.query(
      "SELECT who, after FROM audit WHERE action = 'login.open' AND entity_id = $1",
      [String(mine.logins[0])],
    );
    expect(rows).toEqual([
      { who: expect.any(String) as string, after: { fields: ['password'], task_id: made.id } },
    ]);
  });

  it("skips a task whose login's secrets can't be opened, and leases the others", async () => {
    const mine = await work(app, { logins: 2 });
    const sealed = { key: 'gone', data_key: 'x', fields: { password: 'x' }, hints: {} };
    await app.db.query('UPDATE logins SET secrets = $2 WHERE id = $1', [mine.logins[0], sealed]);
    const broken = await newTask(mine);
    const fine = await newTask(mine, { login_id: mine.logins[1] });
    expect((await lease(mine, 5)).map(({ task }) => task.id)).toEqual([fine.id]);
    expect(await getTask(mine, broken.id)).toMatchObject({
      status: 'queued',
      retry_count: 1,
      status_message: 'The login’s secrets can’t be decrypted',
    });
  });

  it('never leases a task to two of many concurrent workers', async () => {
    const mine = await work(app);
    await manyTasks(mine, 60);
    const polls = Array.from({ length: 12 }, (_, index) => lease(mine, 10, 0, `racer-${index}`));
    const given = (await Promise.all(polls)).flat();
    const rest = (await leaseMany(mine, 100)).length;
    expect(new Set(given.map(({ task }) => task.id)).size).toBe(given.length);
    expect(given.length + rest).toBe(60);
  });

  it('wakes a waiting worker as soon as a task is queued', async () => {
    const mine = await work(app);
    const wait = pollOnlyWhenWoken(app);
    const poll = lease(mine, 1, 20);
    await until(async () => {
      const { rows } = await app.db.query(
        'SELECT 1 FROM workers w JOIN worker_tokens k ON k.id = w.token_id WHERE $1 = ANY (k.site_ids)',
        [mine.siteId],
      );
      return rows.length === 1;
    }, 'the worker waits');
    const made = await newTask(mine);
    const [found] = await poll;
    expect(found?.task.id).toBe(made.id);
    wait.mockRestore();
  });

  it('rejects every write under a lease that is no longer current', async () => {
    const mine = await work(app);
    const made = await newTask(mine);
    const stale = await leaseOne(mine);
    await loseWorker(mine, made.id);
    await until(
      async () => (await getTask(mine, made.id)).status === 'queued',
      'the lost lease is taken back',
    );
    await skipBackoff(mine, made.id);
    const current = await leaseOne(mine);
    expect(current.order_key).toBe(stale.order_key);
    const writes: [string, unknown][] = [
      ['heartbeat', {}],
      ['report', { status: 'waiting_room' }],
      ['hold', { seats: [{ area: 'A', row: '1', seat: '1', price: 1 }], expires_at: '2090-01-01T00:00:00Z' }],
      ['purchase', { tickets: [{ hold_id: 1 }] }],
      ['fail', { message: 'late' }],
      ['release', {}],
    ];
    for (const [call, body] of writes) {
      expect([call, (await under(mine, stale.lease_id, call, body)).status]).toEqual([call, 409]);
    }
    expect((await under(mine, current.lease_id, 'heartbeat')).status).toBe(200);
    expect(await getTask(mine, made.id)).toMatchObject({ status: 'running', retry_count: 1 });
  });

  it('does not let one token write under the lease of another', async () => {
    const mine = await work(app);
    await newTask(mine);
    const other = await work(app, { on: mine });
    const found = await leaseOne(mine);
    expect((await under(other, found.lease_id, 'heartbeat')).status).toBe(409);
    expect(await lease(other)).toEqual([]);
  });

  it('retries with backoff, and fails when the retries are used up', async () => {
    const mine = await work(app);
    const made = await newTask(mine);
    for (let retry = 1; retry <= 6; retry += 1) {
      const { lease_id } = await leaseOne(mine);
      const failed = await under<{ task: TaskDto }>(mine, lease_id, 'fail', {
        message: 'Sold out',
        retry_after_s: 60,
      });
      expect(failed.body.task).toMatchObject(
        retry <= 5 ? { status: 'queued', retry_count: retry } : { status: 'failed' },
      );
      expect(await lease(mine)).toEqual([]);
      await skipBackoff(mine, made.id);
    }
    expect((await getTask(mine, made.id)).status_message).toBe('Sold out (no retries left)');
    const { rows } = await app.db.query(
      "SELECT count(*)::int AS count FROM task_events WHERE task_id = $1 AND what = 'fail'",
      [made.id],
    );
    expect(rows).toEqual([{ count: 6 }]);
  });

  it('sends pending commands with the heartbeat, and stops the task when its worker releases it', async () => {
    const mine = await work(app);
    const made = await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    await command(mine, made.id, 'pause');
    const beat = () => under<{ commands: { command: string }[] }>(mine, lease_id, 'heartbeat');
    expect((await beat()).body.commands.map(({ command }) => command)).toEqual(['pause']);
    expect((await command(mine, made.id, 'stop')).body.status).toBe('stopping');
    expect((await beat()).body.commands.map(({ command }) => command)).toEqual(['stop']);
    expect((await under(mine, lease_id, 'release')).status).toBe(204);
    expect(await getTask(mine, made.id)).toMatchObject({ status: 'stopped', paused: false });
  });

  it("follows the worker's reports into the waiting room and back, with the position", async () => {
    const mine = await work(app);
    const made = await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    await under(mine, lease_id, 'report', {
      status: 'waiting_room',
      message: 'In the queue',
      queue_position: 412,
    });
    expect(await getTask(mine, made.id)).toMatchObject({
      status: 'waiting_room',
      status_message: 'In the queue',
      queue_it_event_position: 412,
    });
    await under(mine, lease_id, 'report', { status: 'running', message: 'Through' });
    expect(await getTask(mine, made.id)).toMatchObject({ status: 'running', queue_it_event_position: null });
  });

  it('queues a released task again without counting a retry', async () => {
    const mine = await work(app);
    const made = await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    await under(mine, lease_id, 'release');
    expect(await getTask(mine, made.id)).toMatchObject({ status: 'queued', retry_count: 0 });
    expect((await leaseOne(mine)).task.id).toBe(made.id);
  });

  it.each([
    [
      'site',
      'UPDATE sites SET enabled = 0 WHERE id = $1',
      'UPDATE sites SET enabled = 1 WHERE id = $1',
      'siteId',
    ],
    [
      'event',
      "UPDATE events SET status = 'closed' WHERE id = $1",
      "UPDATE events SET status = 'on_sale' WHERE id = $1",
      'eventId',
    ],
    [
      'realm',
      "UPDATE realms SET status = 'suspended' WHERE id = $1",
      "UPDATE realms SET status = 'active' WHERE id = $1",
      'realmId',
    ],
  ] as const)(
    'leases nothing while the %s gate is closed, and continues when it opens',
    async (_, off, on, key) => {
      const mine = await work(app);
      const made = await newTask(mine);
      await app.db.query(off, [mine[key]]);
      expect(await lease(mine)).toEqual([]);
      expect((await getTask(mine, made.id)).status).toBe('queued');
      await app.db.query(on, [mine[key]]);
      await sweep(app);
      expect(await lease(mine)).toHaveLength(1);
    },
  );

  it("doesn't lease a paused task until it is resumed", async () => {
    const mine = await work(app);
    const made = await newTask(mine);
    await command(mine, made.id, 'pause');
    expect(await lease(mine)).toEqual([]);
    await command(mine, made.id, 'resume');
    expect((await leaseOne(mine)).task.id).toBe(made.id);
  });

  it('waits while the only task starts later than a timer can wait', async () => {
    const mine = await work(app);
    await newTask(mine, { scheduled_at: '2090-01-01T00:00:00Z' });
    const looks = jest.spyOn(app.nest.get(Wakeups, { strict: false }), 'wait');
    expect(await lease(mine, 1, 1)).toEqual([]);
    // At the start, at the end of the poll, and for a notification or two in between.
    expect(looks.mock.calls.length).toBeLessThan(10);
    looks.mockRestore();
  });

  it("queues a scheduled task when its time has come by the database's clock", async () => {
    const mine = await work(app);
    const made = await newTask(mine, { scheduled_at: '2090-01-01T00:00:00Z' });
    expect(made.status).toBe('scheduled');
    expect(await lease(mine)).toEqual([]);
    await app.db.query('UPDATE tasks SET scheduled_at = now() WHERE id = $1', [made.id]);
    await skipBackoff(mine, made.id);
    const [found] = await lease(mine, 1, 10);
    expect(found?.task).toMatchObject({ id: made.id, status: 'running' });
  });

  it('shares a worker fairly: ten tasks are not starved by a thousand of another realm', async () => {
    const many = await work(app);
    await manyTasks(many, 300);
    const few = await work(app, { on: many });
    await manyTasks(few, 10);
    const both = { ...many, worker: (await work(app, { on: many })).worker };
    await app.db.query('UPDATE worker_tokens SET realm_ids = $2 WHERE site_ids = $1', [
      [many.siteId],
      [many.realmId, few.realmId],
    ]);
    const given = await lease(both, 20);
    expect(given.filter(({ task }) => task.realm_id === few.realmId)).toHaveLength(10);
    expect(given).toHaveLength(20);
  });
});
