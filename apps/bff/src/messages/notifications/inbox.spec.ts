import { startApp, type TestApp } from '../../../test/app';
import { concurrently } from '../../../test/concurrently';
import { user } from '../../../test/factories';
import {
  countNotifications,
  holdSeats,
  lease,
  newTasks,
  sweep,
  under,
  type Work,
  work,
} from '../../../test/work';
import type { NotificationDto } from './notifications.dto';

describe('the inbox', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const list = async (token: string, query = '') => {
    await countNotifications(app);
    return (await app.http<NotificationDto[]>('GET', `/api/notifications${query}`, { token })).body;
  };
  const post = async (token: string, what: 'read' | 'dismiss' | 'restore', ids: number[]) => {
    const response = await app.http<{ unread: number }>('POST', `/api/notifications/${what}`, {
      token,
      body: { ids },
    });
    expect(response.status).toBe(200);
    return response.body.unread;
  };
  /** A realm whose tasks are leased and of one job. */
  const running = async (count: number) => {
    const mine = await work(app, { logins: count });
    await newTasks(
      mine,
      mine.logins.map((login_id) => ({ login_id })),
    );
    const { rows } = await app.db.query<{ id: number }>(
      "INSERT INTO jobs (realm_id, site_id, event_id, name) VALUES ($1, $2, $3, 'Presale') RETURNING id",
      [mine.realmId, mine.siteId, mine.eventId],
    );
    await app.db.query('UPDATE tasks SET job_id = $1, max_retries = 0 WHERE realm_id = $2', [
      rows[0]!.id,
      mine.realmId,
    ]);
    return { mine, leases: await leaseAll(mine, count) };
  };
  /** Leases tasks by as many requests as it takes: the server doesn't give all at once. */
  const leaseAll = async (mine: Work, count: number) => {
    const leases = await lease(mine, count);
    while (leases.length < count) leases.push(...(await lease(mine, count, 1)));
    return leases;
  };
  /** Two seats for a lease, which no other lease of the test has. */
  const pair = (index: number) => [2 * index + 1, 2 * index + 2];
  const makeDue = ({ realmId }: Work) =>
    app.db.query(`UPDATE tasks SET next_attempt_at = NULL WHERE realm_id = $1 AND status = 'queued'`, [
      realmId,
    ]);

  it('dismisses a line and undoes it; what happens meanwhile begins a new one', async () => {
    const { mine, leases } = await running(3);
    const [first, second, third] = leases;
    const stranger = (await user(app, 'realm_user', mine.realmId)).token;
    await holdSeats(mine, first!.lease_id, pair(0));
    const [line] = await list(mine.owner);
    expect(line).toMatchObject({ count: 1, seats: 2, dismissed_at: null });
    // Another person's line is not theirs to dismiss.
    await post(stranger, 'dismiss', [line!.id]);
    expect(await list(mine.owner)).toHaveLength(1);
    expect(await post(mine.owner, 'dismiss', [line!.id])).toBe(0);
    expect(await list(mine.owner)).toEqual([]);
    expect(await list(mine.owner, '?dismissed=true')).toMatchObject([{ id: line!.id }]);
    await holdSeats(mine, second!.lease_id, pair(1));
    expect(await list(mine.owner)).toMatchObject([{ count: 1, seats: 2 }]);
    expect(await post(mine.owner, 'restore', [line!.id])).toBe(2);
    await holdSeats(mine, third!.lease_id, pair(2));
    expect((await list(mine.owner)).map(({ count, seats }) => [count, seats])).toEqual([
      [2, 4],
      [1, 2],
    ]);
    // The line of another person counts all of it.
    expect(await list(stranger)).toMatchObject([{ count: 3, seats: 6 }]);
  });

  it('counts a task once, with the seats that it has now', async () => {
    const { mine, leases } = await running(1);
    const [{ lease_id, task }] = leases as [(typeof leases)[number]];
    await app.db.query("UPDATE tasks SET mode = 'buy' WHERE id = $1", [task.id]);
    await holdSeats(mine, lease_id, [1]);
    await holdSeats(mine, lease_id, [1, 2, 3]);
    expect(await list(mine.owner, '?topic=hold_created')).toMatchObject([{ count: 1, seats: 3 }]);
  });

  it('says when the first and the last of it happened', async () => {
    const { mine, leases } = await running(2);
    await holdSeats(mine, leases[0]!.lease_id, pair(0));
    const [before] = await list(mine.owner);
    await holdSeats(mine, leases[1]!.lease_id, pair(1));
    const [after] = await list(mine.owner);
    expect(after!.first_at).toBe(before!.first_at);
    expect(Date.parse(String(after!.created_at))).toBeGreaterThan(Date.parse(String(before!.created_at)));
  });

  it('has at most ten lines for 67 tasks that hold, expire, fail and buy, with exact sums for each person', async () => {
    const { mine, leases } = await running(67);
    const other = (await user(app, 'realm_user', mine.realmId, { duties: ['pay'] })).token;
    // All at once, as workers report.
    const tickets: number[][] = [];
    await concurrently(leases.length, async (index) => {
      const { lease_id } = leases[index]!;
      if (index < 50) tickets[index] = await holdSeats(mine, lease_id, pair(index));
      else await under(mine, lease_id, 'fail', { message: 'sold out' });
    });
    await countNotifications(app);
    // 20 buy, one by one and at the same time; 30 expire, hold again, and expire for good.
    const paid = await concurrently(20, (index) =>
      app.http('POST', '/api/carted-tickets/confirm', {
        token: mine.owner,
        body: { ticket_ids: tickets[index] },
      }),
    );
    expect(paid.map(({ status }) => status)).toEqual(paid.map(() => 200));
    const expireHolds = async (before: string) => {
      await app.db.query(
        `UPDATE holds SET expires_at = now() + interval '${before}' WHERE realm_id = $1 AND status = 'held'`,
        [mine.realmId],
      );
      await sweep(app);
    };
    await expireHolds('100 seconds');
    await expireHolds('20 seconds');
    await expireHolds('-1 seconds');
    await makeDue(mine);
    const again = await leaseAll(mine, 30);
    expect(again).toHaveLength(30);
    await concurrently(again.length, (index) => holdSeats(mine, again[index]!.lease_id, pair(100 + index)));
    await expireHolds('-1 seconds');
    await sweep(app);
    for (const token of [mine.owner, other]) {
      const lines = await list(token);
      expect(lines.length).toBeLessThanOrEqual(10);
      const sums: Record<string, number[]> = Object.fromEntries(
        lines.map(({ kind, count, seats }) => [String(kind), [count, seats]]),
      );
      expect(sums).toEqual({
        seats_held: [50, 100],
        tickets_bought: [20, 40],
        task_failed: [17, 0],
        task_expired: [30, 60],
        seats_lapsing: [60, 0],
        seats_last_call: [60, 0],
        job_finished: [1, 0],
      });
    }
  });
});
