import fc from 'fast-check';
import { startApp, startBeside, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { holdSeats, leaseOne, newTask, sweep, type Work, work } from '../../../test/work';
import type { NotificationDto } from '../../messages';
import { NotifyQueue } from '../../platform/queue/notify-queue';

type Team = Work & { member: string; memberId: number };

describe('escalation while nobody acts', () => {
  let app: TestApp;
  let beside: TestApp;
  beforeAll(async () => {
    app = await startApp();
    beside = await startBeside(app);
  });
  afterAll(async () => {
    await beside.close();
    await app.close();
  });

  /** A realm with an owner, another user, and a task that holds two seats for ten hours. */
  async function team(minutes: number | null = 5): Promise<Team & { taskId: number }> {
    const mine = await work(app);
    const { token: member, id: memberId } = await make.user(app, 'realm_user', mine.realmId, {
      duties: ['pay'],
    });
    if (minutes !== 5) await set(mine.owner, { minutes });
    const { id: taskId } = await newTask(mine);
    await holdSeats(mine, (await leaseOne(mine)).lease_id, [1, 2]);
    await expireHoldsIn(mine, 600);
    return { ...mine, member, memberId, taskId };
  }
  const set = (token: string, body: object) => app.http('PUT', '/api/escalation', { token, body });
  const expireHoldsIn = ({ realmId }: Work, minutes: number) =>
    app.db.query(`UPDATE holds SET expires_at = now() + make_interval(mins => $2::int) WHERE realm_id = $1`, [
      realmId,
      minutes,
    ]);
  /** Lets minutes go by: everything that happened in the realm is that much longer ago. */
  const pass = async ({ realmId }: Work, minutes: number) => {
    const ago = `interval '${minutes} minutes'`;
    await app.db.query(
      `SET session_replication_role = replica;
       UPDATE escalations SET quiet_since = quiet_since - ${ago} WHERE realm_id = ${realmId};
       UPDATE pay_claims SET updated_at = updated_at - ${ago}, expires_at = expires_at - ${ago} WHERE realm_id = ${realmId};
       UPDATE tickets SET created_at = created_at - ${ago} WHERE realm_id = ${realmId};
       UPDATE holds SET updated_at = updated_at - ${ago} WHERE realm_id = ${realmId};
       UPDATE notifications SET read_at = read_at - ${ago}, dismissed_at = dismissed_at - ${ago}
         WHERE user_id IN (SELECT id FROM users WHERE realm_id = ${realmId});
       SET session_replication_role = DEFAULT`,
    );
  };
  const linesOf = async (token: string) =>
    (await app.http<NotificationDto[]>('GET', '/api/notifications?topic=escalation', { token })).body;
  const afterPass = async (mine: Team, minutes: number) => {
    await pass(mine, minutes);
    await sweep(app);
    return { owner: await linesOf(mine.owner), member: await linesOf(mine.member) };
  };

  it('notifies those who may pay, then on all of their devices, each step once', async () => {
    const mine = await team();
    const other = await team();
    await sweep(app);
    expect(await afterPass(mine, 4)).toEqual({ owner: [], member: [] });
    const first = await afterPass(mine, 1);
    const line = {
      kind: 'seats_unpaid',
      topic: 'escalation',
      title: '2 seats unpaid for 5 min',
      body: 'Harbour City v Northgate Rovers: 2 seats to pay',
      path: `/pay?event=${mine.eventId}`,
      params: { minutes: 5, count: 2 },
      count: 1,
    };
    expect(first).toMatchObject({ owner: [line], member: [line] });
    expect(await afterPass(mine, 4)).toEqual(first);
    const second = await afterPass(mine, 1);
    expect(second.owner).toMatchObject([
      { ...line, title: '2 seats unpaid for 10 min', params: { minutes: 10, count: 2 } },
      line,
    ]);
    expect(second.member).toMatchObject([{ title: '2 seats unpaid for 10 min' }, line]);
    expect(await afterPass(mine, 60)).toEqual(second);
    expect(await linesOf(other.owner)).toEqual([]);
  });

  it('reaches every device of those who may pay, whatever topics they chose', async () => {
    const mine = await team();
    const device = (user_id: number, topics: string) =>
      make.insert(app, 'push_subscriptions', {
        user_id,
        endpoint: `https://updates.push.services.mozilla.com/${mine.realmId}/${user_id}`,
        p256dh: 'p',
        auth: 'a',
        notification_types: `{${topics}}`,
      });
    const { rows } = await app.db.query<{ id: number }>(
      "SELECT id FROM users WHERE realm_id = $1 AND role = 'realm_owner'",
      [mine.realmId],
    );
    const owners = await device(rows[0]!.id, '');
    const members = await device(mine.memberId, 'escalation');
    const enqueue = jest.spyOn(app.nest.get(NotifyQueue, { strict: false }), 'enqueue').mockResolvedValue();
    const pushed = () => {
      const devices = enqueue.mock.calls.flatMap(([, all]) => all.map((one) => one.subscription_id));
      enqueue.mockClear();
      return devices.filter((id) => id === owners || id === members);
    };
    await sweep(app);
    pushed();
    await afterPass(mine, 5);
    expect(pushed()).toEqual([members]);
    await afterPass(mine, 5);
    expect(pushed().toSorted((a, b) => a - b)).toEqual([owners, members]);
    enqueue.mockRestore();
  });

  it.each<[string, (mine: Team & { taskId: number }) => Promise<number>]>([
    [
      'claims a basket and lets it go',
      async ({ owner, taskId }) => {
        await app.http('POST', `/api/pay-queue/${taskId}/claim`, { token: owner });
        return (await app.http('POST', `/api/pay-queue/${taskId}/release`, { token: owner })).status;
      },
    ],
    [
      'reads a line about it',
      async ({ member }) =>
        (await app.http('POST', '/api/notifications/read', { token: member, body: {} })).status,
    ],
    [
      'removes some of the seats',
      async ({ owner, realmId }) => {
        const { rows } = await app.db.query<{ id: number }>(
          'SELECT id FROM holds WHERE realm_id = $1 ORDER BY id LIMIT 1',
          [realmId],
        );
        return (await app.http('DELETE', `/api/carted-tickets/${rows[0]!.id}`, { token: owner })).status;
      },
    ],
    [
      'pays some of the seats',
      async ({ owner, realmId }) => {
        const { rows } = await app.db.query<{ id: number }>(
          'SELECT id FROM holds WHERE realm_id = $1 ORDER BY id LIMIT 1',
          [realmId],
        );
        const body = { ticket_ids: [rows[0]!.id] };
        return (await app.http('POST', '/api/carted-tickets/confirm', { token: owner, body })).status;
      },
    ],
  ])('starts again once somebody %s', async (_what, act) => {
    const mine = await team();
    await sweep(app);
    expect((await afterPass(mine, 4)).member).toEqual([]);
    expect(await act(mine)).toBeLessThan(300);
    await sweep(app);
    expect((await afterPass(mine, 4)).member).toEqual([]);
    expect((await afterPass(mine, 1)).member).toHaveLength(1);
  });

  it('notifies nobody who may not pay, nor somebody who no longer may, of seats and checks', async () => {
    const mine = await team();
    const reader = await make.user(app, 'realm_user', mine.realmId, { duties: ['launch', 'finance'] });
    await sweep(app);
    await afterPass(mine, 5);
    expect(await linesOf(reader.token)).toEqual([]);
    const taken = { token: mine.owner, body: { duties: [] } };
    await app.http('PUT', `/api/users/${mine.memberId}/duties`, taken);
    const { owner, member } = await afterPass(mine, 5);
    expect([owner.length, member.length]).toEqual([2, 1]);
  });

  it('stays quiet while somebody pays, and forgets seats that nobody has to pay any more', async () => {
    const mine = await team();
    await sweep(app);
    await app.http('POST', `/api/pay-queue/${mine.taskId}/claim`, { token: mine.owner });
    expect((await afterPass(mine, 1)).member).toEqual([]);
    const { rows } = await app.db.query('SELECT FROM escalations WHERE realm_id = $1', [mine.realmId]);
    expect(rows).toEqual([]);
  });

  it('notifies those who may pay a minute before seats expire, before their time', async () => {
    const mine = await team(60);
    await sweep(app);
    await expireHoldsIn(mine, 3);
    expect((await afterPass(mine, 2)).owner).toEqual([]);
    await app.db.query("UPDATE holds SET expires_at = now() + interval '50 seconds' WHERE realm_id = $1", [
      mine.realmId,
    ]);
    expect(await afterPass(mine, 1)).toMatchObject({
      owner: [{ params: { minutes: 3, count: 2 } }],
      member: [{ params: { minutes: 3, count: 2 } }],
    });
  });

  it('escalates payments to check until somebody answers one', async () => {
    const mine = await work(app);
    const { token: member, id: memberId } = await make.user(app, 'realm_user', mine.realmId, {
      duties: ['pay'],
    });
    const ids: number[] = [];
    for (let index = 0; index < 2; index += 1)
      ids.push(
        await make.task(app, mine.realmId, mine.siteId, mine.eventId, mine.logins[0]!, {
          status: 'failed',
          payment_state: 'unknown',
        }),
      );
    await sweep(app);
    const all = { ...mine, member, memberId };
    await afterPass(all, 4);
    await app.db.query('UPDATE tasks SET payment_state = NULL WHERE id = $1', [ids[0]]);
    await sweep(app);
    expect((await afterPass(all, 4)).member).toEqual([]);
    expect((await afterPass(all, 1)).member).toMatchObject([
      { kind: 'checks_open', params: { minutes: 5, count: 1 } },
    ]);
  });

  it('escalates a threshold of idle time to the others until its line is read', async () => {
    const mine = await work(app);
    const { token: member, id: memberId } = await make.user(app, 'realm_user', mine.realmId);
    await newTask(mine);
    await app.http('PUT', '/api/me/preferences', {
      token: mine.owner,
      body: { alerts: [{ kind: 'nothing_moved', amount: 60 }] },
    });
    await app.db.query(
      `SET session_replication_role = replica;
       UPDATE tasks SET updated_at = now() - interval '61 seconds' WHERE realm_id = ${mine.realmId};
       SET session_replication_role = DEFAULT`,
    );
    await sweep(app);
    await sweep(app);
    const all = { ...mine, member, memberId };
    expect((await afterPass(all, 5)).member).toMatchObject([
      { kind: 'still_idle', params: { minutes: 5, seconds: 60 } },
    ]);
    await app.http('POST', '/api/notifications/read', { token: mine.owner, body: {} });
    await sweep(app);
    expect((await afterPass(all, 4)).owner).toMatchObject([{ count: 1 }]);
  });

  it('is set by owners, and can be disabled', async () => {
    const mine = await team();
    const get = async () => (await app.http('GET', '/api/escalation', { token: mine.member })).body;
    expect(await get()).toEqual({ minutes: 5 });
    expect((await set(mine.member, { minutes: 9 })).status).toBe(403);
    expect((await set(mine.owner, { minutes: 121 })).status).toBe(400);
    expect((await set(mine.owner, { minutes: null })).body).toEqual({ minutes: null });
    expect(await get()).toEqual({ minutes: null });
    await sweep(app);
    expect(await afterPass(mine, 60)).toEqual({ owner: [], member: [] });
    const admin = await make.admin(app);
    expect((await set(admin.token, { realm_id: mine.realmId, minutes: 2 })).body).toEqual({ minutes: 2 });
    await sweep(app);
    expect((await afterPass(mine, 2)).member).toHaveLength(1);
  });

  it('sends each step once over two servers, whatever happens', async () => {
    const both = () => Promise.all([sweep(app), sweep(beside)]);
    const events = fc.array(fc.constantFrom<'act' | number>('act', 1, 2, 3, 5), {
      minLength: 3,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(events, async (happened) => {
        const mine = await team();
        await both();
        let [quiet, step] = [0, 0];
        let expected = 0;
        for (const one of happened) {
          if (one === 'act') {
            await app.http('POST', `/api/pay-queue/${mine.taskId}/claim`, { token: mine.owner });
            const release = `/api/pay-queue/${mine.taskId}/release`;
            expect((await app.http('POST', release, { token: mine.owner })).status).toBe(204);
            [quiet, step] = [0, 0];
          } else {
            await pass(mine, one);
            quiet += one;
          }
          await both();
          if (step < 1 && quiet >= 5) [step, expected] = [1, expected + 1];
          if (step < 2 && quiet >= 10) [step, expected] = [2, expected + 1];
        }
        const sent = (lines: NotificationDto[]) => lines.reduce((sum, { count }) => sum + count, 0);
        for (const payer of [mine.member, mine.owner]) expect(sent(await linesOf(payer))).toBe(expected);
      }),
      { numRuns: 5 },
    );
  });
});
