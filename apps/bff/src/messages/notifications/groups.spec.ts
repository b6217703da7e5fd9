import { startApp, type TestApp } from '../../../test/app';
import { admin, user } from '../../../test/factories';
import {
  countNotifications,
  holdSeats,
  lease,
  leaseOne,
  newTask,
  sweep,
  under,
  type Work,
  work,
} from '../../../test/work';
import { Transactions } from '../../platform/database/transactions';
import { systemScope } from '../../platform/realm-scope/scope';
import { NotificationPublisher } from './notification-publisher';
import type { NotificationDto } from './notifications.dto';

describe('messages about the same thing', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const unread = async (token: string) => {
    await countNotifications(app);
    return (await app.http<NotificationDto[]>('GET', '/api/notifications?unread=true', { token })).body;
  };
  const inJob = async (mine: Work, name: string): Promise<number> => {
    const { rows } = await app.db.query<{ id: number }>(
      'INSERT INTO jobs (realm_id, site_id, event_id, name) VALUES ($1, $2, $3, $4) RETURNING id',
      [mine.realmId, mine.siteId, mine.eventId, name],
    );
    await app.db.query('UPDATE tasks SET job_id = $1 WHERE realm_id = $2 AND job_id IS NULL', [
      rows[0]!.id,
      mine.realmId,
    ]);
    return rows[0]!.id;
  };

  it('share one row that counts them, by topic and job', async () => {
    const mine = await work(app, { logins: 4 });
    for (const login_id of mine.logins) await newTask(mine, { login_id });
    const job = await inJob(mine, 'Presale');
    const leases = await lease(mine, 4);
    let seats = 0;
    for (const { lease_id } of leases) await holdSeats(mine, lease_id, [(seats += 1)]);
    expect(await unread(mine.owner)).toEqual([
      expect.objectContaining({
        topic: 'hold_created',
        kind: 'seats_held',
        subject: 'Presale',
        count: 4,
        seats: 4,
        title: '4 tasks held 4 seats',
        path: `/pay?event=${mine.eventId}`,
      }),
    ]);
    await app.db.query('UPDATE tasks SET max_retries = 0 WHERE job_id = $1', [job]);
    await newTask(mine);
    const other = await leaseOne(mine);
    await app.db.query('UPDATE tasks SET max_retries = 0 WHERE id = $1', [other.task.id]);
    await under(mine, other.lease_id, 'fail', { message: 'sold out' });
    expect(await unread(mine.owner)).toMatchObject([
      { kind: 'task_failed', count: 1, path: `/tasks?open=${other.task.id}` },
      { kind: 'seats_held', count: 4 },
    ]);
  });

  it('are unread again, with all that they count, when more of it happens', async () => {
    const mine = await work(app, { logins: 2 });
    for (const login_id of mine.logins) await newTask(mine, { login_id });
    const [first, second] = await lease(mine, 2);
    await holdSeats(mine, first!.lease_id, [1]);
    const [before] = await unread(mine.owner);
    await app.http('POST', '/api/notifications/read', { token: mine.owner, body: { ids: [before!.id] } });
    await holdSeats(mine, second!.lease_id, [2]);
    expect(await unread(mine.owner)).toMatchObject([{ id: before!.id, count: 2, seats: 2 }]);
  });

  it('count seats about to expire by event, each once', async () => {
    const mine = await work(app, { logins: 3 });
    for (const login_id of mine.logins) await newTask(mine, { login_id });
    let seats = 0;
    for (const { lease_id } of await lease(mine, 3)) {
      await holdSeats(mine, lease_id, [(seats += 1)]);
      await app.db.query(
        `UPDATE holds SET expires_at = now() + interval '100 seconds'
         WHERE realm_id = $1 AND expires_at > now() + interval '5 minutes'`,
        [mine.realmId],
      );
      await sweep(app);
    }
    await sweep(app);
    const expiring = (await unread(mine.owner)).filter(({ topic }) => topic === 'hold_expiring');
    expect(expiring).toMatchObject([{ kind: 'seats_lapsing', count: 3, title: '3 seats about to expire' }]);
  });

  it('count seats that expire together once, however often the sweep runs', async () => {
    const mine = await work(app, { logins: 3 });
    for (const login_id of mine.logins) await newTask(mine, { login_id });
    let seats = 0;
    for (const { lease_id } of await lease(mine, 3)) await holdSeats(mine, lease_id, [(seats += 1)]);
    await app.db.query("UPDATE holds SET expires_at = now() + interval '100 seconds' WHERE realm_id = $1", [
      mine.realmId,
    ]);
    for (let sweeps = 0; sweeps < 3; sweeps += 1) await sweep(app);
    const expiring = (await unread(mine.owner)).filter(({ topic }) => topic === 'hold_expiring');
    expect(expiring).toMatchObject([{ count: 3, title: '3 seats about to expire' }]);
  });

  it('count from zero once the seats that were about to expire have expired', async () => {
    const mine = await work(app, { logins: 2 });
    for (const login_id of mine.logins) await newTask(mine, { login_id });
    const [first, second] = await lease(mine, 2);
    const expireHoldsSoon = async (lease_id: string, numbers: number[]) => {
      await holdSeats(mine, lease_id, numbers);
      await app.db.query(
        `UPDATE holds SET expires_at = now() + interval '100 seconds'
         WHERE realm_id = $1 AND expires_at > now() + interval '5 minutes'`,
        [mine.realmId],
      );
      await sweep(app);
      return (await unread(mine.owner)).filter(({ kind }) => kind === 'seats_lapsing');
    };
    const [line] = await expireHoldsSoon(first!.lease_id, [1, 2]);
    await app.db.query(
      `UPDATE notifications SET created_at = created_at - interval '5 minutes', first_at = first_at - interval '5 minutes'
       WHERE id = $1`,
      [line!.id],
    );
    const lines = await expireHoldsSoon(second!.lease_id, [3]);
    expect(lines).toMatchObject([{ id: line!.id, count: 1, title: '1 seat about to expire' }]);
    expect(lines[0]!.first_at).toBe(lines[0]!.created_at);
  });

  it('published in parallel are counted exactly, in one row', async () => {
    const mine = await work(app);
    const transactions = app.nest.get(Transactions, { strict: false });
    const publisher = app.nest.get(NotificationPublisher, { strict: false });
    const publish = () =>
      transactions.run(systemScope('test'), async (tx) => {
        await publisher.publish(tx, {
          topic: 'task_failed',
          realm_id: mine.realmId,
          kind: 'task_failed',
          params: {},
          path: '/tasks',
          group: { key: 'event:1', params: {}, path: '/tasks' },
        });
      });
    await Promise.all([publish(), publish(), publish(), publish(), publish()]);
    expect(await unread(mine.owner)).toMatchObject([{ count: 5, title: '5 tasks failed' }]);
  });

  it('notify only administrators that a user is waiting for a realm', async () => {
    const mine = await work(app);
    const root = (await admin(app)).token;
    for (const name of ['Nel', 'Sam']) {
      const body = { email: `${name}@waiting.example`, name, password: 'harbour-lights-at-dusk-5' };
      expect((await app.http('POST', '/api/auth/register', { body })).status).toBe(201);
    }
    expect(await unread(root)).toContainEqual(
      expect.objectContaining({
        kind: 'user_waiting',
        count: 2,
        subject: 'Sam',
        path: '/users?role=realm_user',
      }),
    );
    expect(await unread(mine.owner)).toEqual([]);
    const stranger = (await user(app, 'realm_user', null)).token;
    expect(await unread(stranger)).toEqual([]);
  });
});
