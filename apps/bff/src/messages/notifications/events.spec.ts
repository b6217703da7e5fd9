import { startApp, type TestApp } from '../../../test/app';
import { template } from '../../../test/factories';
import {
  countNotifications,
  getTask,
  holdSeats,
  leaseOne,
  loseWorker,
  newTask,
  skipBackoff,
  sweep,
  under,
  type Work,
  work,
} from '../../../test/work';
import type { NotificationDto } from './notifications.dto';

describe('users are notified', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const notificationsOf = async ({ owner }: Work, topic: string) => {
    await countNotifications(app);
    return (await app.http<NotificationDto[]>('GET', `/api/notifications?topic=${topic}`, { token: owner }))
      .body;
  };
  const expireHoldsIn = (seconds: number, { realmId }: Work) =>
    app.db.query('UPDATE holds SET expires_at = now() + make_interval(secs => $1) WHERE realm_id = $2', [
      seconds,
      realmId,
    ]);

  it('that seats are held, and then bought', async () => {
    const mine = await work(app);
    const foreign = await work(app, { on: mine });
    await newTask(mine);
    const ticket_ids = await holdSeats(mine, (await leaseOne(mine)).lease_id, [1, 2]);
    expect(await notificationsOf(mine, 'hold_created')).toEqual([
      expect.objectContaining({
        realm_id: mine.realmId,
        title: '1 task held 2 seats',
        body: expect.stringMatching(/^Harbour City v Northgate Rovers, .*: 2 seats held$/) as unknown,
        kind: 'seats_held',
        params: {
          task: expect.stringMatching(/^Harbour City v Northgate Rovers, /) as unknown,
          message: '2 seats held',
          reason: { code: 'SEATS_HELD', params: { count: 2 } },
        },
        path: `/pay?event=${mine.eventId}`,
      }),
    ]);
    await app.http('POST', '/api/carted-tickets/confirm', { token: mine.owner, body: { ticket_ids } });
    expect(await notificationsOf(mine, 'purchase_confirmed')).toEqual([
      expect.objectContaining({ title: '1 task purchased 2 seats', path: '/tickets' }),
    ]);
    expect([
      ...(await notificationsOf(foreign, 'hold_created')),
      ...(await notificationsOf(foreign, 'purchase_confirmed')),
    ]).toEqual([]);
  });

  it('that held seats are about to expire, two minutes before and in the last half minute', async () => {
    const mine = await work(app);
    await newTask(mine);
    await holdSeats(mine, (await leaseOne(mine)).lease_id, [1, 2, 3]);
    await expireHoldsIn(180, mine);
    await sweep(app);
    expect(await notificationsOf(mine, 'hold_expiring')).toEqual([]);
    await expireHoldsIn(115, mine);
    await sweep(app);
    await sweep(app);
    expect(await notificationsOf(mine, 'hold_expiring')).toEqual([
      expect.objectContaining({
        title: '3 seats about to expire',
        path: `/pay?event=${mine.eventId}`,
        params: { until: expect.stringMatching(/^\d{4}-.*Z$/) as unknown },
      }),
    ]);
    await expireHoldsIn(29, mine);
    await sweep(app);
    await sweep(app);
    expect((await notificationsOf(mine, 'hold_expiring')).map(({ title }) => title).toSorted()).toEqual([
      '3 seats about to expire',
      'Last 30 seconds: 3 seats',
    ]);
  });

  it('that seats are lost, also the first time, when their task is queued once more', async () => {
    const mine = await work(app);
    const { id } = await newTask(mine);
    await holdSeats(mine, (await leaseOne(mine)).lease_id, [1, 2]);
    await expireHoldsIn(-1, mine);
    await sweep(app);
    expect((await getTask(mine, id)).status).toBe('queued');
    expect(await notificationsOf(mine, 'task_failed')).toEqual([
      expect.objectContaining({
        kind: 'task_expired',
        title: '1 task lost 2 seats',
        count: 1,
        seats: 2,
        path: `/tasks?open=${id}`,
      }),
    ]);
  });

  it('that a task has failed, but not of each attempt', async () => {
    const mine = await work(app);
    const { id } = await newTask(mine);
    await leaseOne(mine);
    await app.db.query('UPDATE tasks SET retry_count = max_retries - 1 WHERE id = $1', [id]);
    await loseWorker(mine, id);
    expect((await getTask(mine, id)).status).toBe('queued');
    expect(await notificationsOf(mine, 'task_failed')).toEqual([]);
    await skipBackoff(mine, id);
    await leaseOne(mine);
    await loseWorker(mine, id);
    expect((await getTask(mine, id)).status).toBe('failed');
    expect(await notificationsOf(mine, 'task_failed')).toEqual([
      expect.objectContaining({ title: 'A task failed', path: `/tasks?open=${id}` }),
    ]);
  });

  it('that it is their turn in the queue', async () => {
    const mine = await work(app);
    await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    await under(mine, lease_id, 'report', {
      status: 'waiting_room',
      message: 'In the waiting room',
      queue_position: 12,
    });
    expect(await notificationsOf(mine, 'queue_turn')).toEqual([]);
    await under(mine, lease_id, 'report', { status: 'running', message: 'Let in' });
    expect(await notificationsOf(mine, 'queue_turn')).toHaveLength(1);
  });

  it('of many events at once in one message', async () => {
    const mine = await work(app, { logins: 5 });
    for (const login_id of mine.logins) await newTask(mine, { login_id });
    await app.db.query(
      `UPDATE tasks SET status = 'running', retry_count = max_retries, lease_id = gen_random_uuid(),
         lease_expires_at = now() - interval '1 second' WHERE realm_id = $1`,
      [mine.realmId],
    );
    await sweep(app);
    expect(await notificationsOf(mine, 'task_failed')).toEqual([
      expect.objectContaining({
        kind: 'task_failed',
        count: 5,
        title: '5 tasks failed',
        params: {},
        path: `/tasks?status=failed%2Cexpired&event_id=${mine.eventId}`,
      }),
    ]);
  });

  it('each time that a job finishes', async () => {
    const mine = await work(app, { logins: 2 });
    const template_id = await template(app, mine.realmId, mine.siteId, mine.eventId, {
      worker_count: 2,
      name: 'Pair',
    });
    const launched = await app.http<{ id: number }>('POST', '/api/jobs', {
      token: mine.owner,
      body: { template_id, login_ids: mine.logins, name: 'Two tries' },
    });
    expect(launched.status).toBe(201);
    const command = (name: string) =>
      app.http('POST', `/api/jobs/${launched.body.id}/control`, {
        token: mine.owner,
        body: { command: name },
      });
    await sweep(app);
    expect(await notificationsOf(mine, 'job_finished')).toEqual([]);
    await command('stop');
    await sweep(app);
    await sweep(app);
    expect(await notificationsOf(mine, 'job_finished')).toEqual([
      expect.objectContaining({
        body: 'Two tries: 0 seats purchased',
        subject: 'Two tries',
        params: { count: 0 },
        path: `/jobs/${launched.body.id}`,
      }),
    ]);
  });

  it('when a limit is nearly reached and when it is reached, once per crossing', async () => {
    const mine = await work(app, { max_tasks: 10 });
    const titles = async () => (await notificationsOf(mine, 'limit_warning')).map(({ title }) => title);
    const uses = async (count: number) => {
      await app.db.query('UPDATE tasks SET status = $2 WHERE realm_id = $1', [mine.realmId, 'stopped']);
      for (let made = 0; made < count; made += 1) await newTask(mine, { start: false });
      await sweep(app);
      await sweep(app);
    };
    await uses(8);
    expect(await titles()).toEqual([]);
    await uses(9);
    expect(await titles()).toEqual(['9 of 10 tasks in use']);
    expect(await notificationsOf(mine, 'limit_warning')).toMatchObject([
      { kind: 'task_limit_near', params: { used: 9, maximum: 10 } },
    ]);
    await uses(10);
    expect(await titles()).toEqual(['10 of 10 tasks in use', '9 of 10 tasks in use']);
    // Falling just below and rising again is the same crossing.
    await uses(9);
    await uses(10);
    expect(await titles()).toHaveLength(2);
    await uses(3);
    await uses(10);
    expect(await titles()).toEqual([
      '10 of 10 tasks in use',
      '10 of 10 tasks in use',
      '9 of 10 tasks in use',
    ]);
  });

  it('by kind and parameters, or in the words of the sender', async () => {
    const { owner: token } = await work(app);
    const hello = { title: 'Hello', body: 'Doors open at six' };
    for (const body of [
      {},
      { body: 'Can you hear me?' },
      { title: 'Hello' },
      { ...hello, to: 'realm', topic: 'job_finished' },
    ])
      expect((await app.http('POST', '/api/notifications/send', { token, body })).status).toBe(200);
    const sent = (await app.http<NotificationDto[]>('GET', '/api/notifications?sort=created_at', { token }))
      .body;
    expect(sent.map(({ kind, params, title, body }) => ({ kind, params, title, body }))).toEqual([
      {
        kind: 'test',
        params: {},
        title: 'This device receives notifications',
        body: expect.any(String) as unknown,
      },
      { kind: 'test', params: null, title: 'This device receives notifications', body: 'Can you hear me?' },
      { kind: null, params: null, title: 'Hello', body: '' },
      { kind: null, params: null, ...hello },
    ]);
  });
});
