import { startApp, type TestApp } from '../../../test/app';
import {
  getTask,
  getTasks,
  holdSeats,
  inMinutes,
  lease,
  leaseOne,
  makeBuyer,
  newTask,
  newTasks,
  seat,
  under,
  type Work,
  work,
} from '../../../test/work';
import type { TaskDto } from '../../work';
import type { TicketDto } from '../tickets/tickets.dto';

type Failure = { code: string; message: string };

describe('a purchase', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const body = (from: Work, more: object = {}) => ({
    loginId: from.logins[0],
    siteId: from.siteId,
    eventGuid: from.guid,
    ...more,
  });
  const post = <T>(from: Work, path: string, sent: object) =>
    app.http<T>('POST', path, { token: from.owner, body: sent });
  const purchase = <T = TicketDto[]>(from: Work, more: object = {}) =>
    post<T>(from, '/api/purchases', body(from, more));
  const markBought = <T = TaskDto[]>(from: Work, more: object = {}) =>
    post<T>(from, '/api/tasks/bought', body(from, more));
  const statuses = async (from: Work, ids: readonly number[]) =>
    (await getTasks(from, ids)).map(({ status }) => status);
  /** A task whose worker holds these seats. */
  const carted = async (from: Work, numbers: number[]) => {
    const { id } = await newTask(from);
    return { id, holds: await holdSeats(from, (await leaseOne(from)).lease_id, numbers) };
  };
  /** A leased `buy` task with these held seats. */
  const buying = async (from: Work, numbers: number[], fields: Record<string, unknown> = {}) => {
    const { id } = await newTask(from, { start: false, ...fields });
    await makeBuyer(from, id);
    await post(from, `/api/tasks/${id}/start`, {});
    const { lease_id } = await leaseOne(from);
    return { id, lease_id, holds: await holdSeats(from, lease_id, numbers) };
  };
  /** One task of the login in each state that a purchase ends, and an idle one. */
  const others = async (from: Work) => {
    const [queued, scheduled, running, stopped] = await newTasks(from, [
      {},
      { scheduled_at: inMinutes(60) },
      {},
      {},
    ]);
    await post(from, `/api/tasks/${stopped!.id}/stop`, {});
    await post(from, `/api/tasks/${queued!.id}/pause`, {});
    const leased = await leaseOne(from);
    expect(leased.task.id).toBe(running!.id);
    const idle = (await newTask(from, { start: false })).id;
    return { ended: [queued, scheduled, running, stopped].map((task) => task!.id), leased, idle };
  };

  const ways = {
    'POST /purchases': (from: Work, _holds: number[]) => purchase(from),
    "a person's confirm": (from: Work, ticket_ids: number[]) =>
      post(from, '/api/carted-tickets/confirm', { ticket_ids }),
  };
  it.each(Object.entries(ways))(
    "by %s ends every task of its login, site and event except idle ones, and fences their workers' leases",
    async (_name, buy) => {
      const mine = await work(app, { logins: 2 });
      const { id, holds } = await carted(mine, [1]);
      const { ended, leased, idle } = await others(mine);
      const stranger = (await newTask(mine, { login_id: mine.logins[1] })).id;
      expect((await buy(mine, holds)).status).toBe(200);
      expect(await statuses(mine, [id, ...ended])).toEqual(Array(5).fill('bought'));
      expect(await statuses(mine, [idle, stranger])).toEqual(['idle', 'queued']);
      expect((await under(mine, leased.lease_id, 'heartbeat')).status).toBe(409);
      const next = await lease(mine, 10);
      expect(next.map(({ task }) => task.id)).toEqual([stranger]);
      const { body: lines } = await app.http<{ what: string; from: string; to: string; message: string }[]>(
        'GET',
        `/api/tasks/${ended[0]}/events`,
        { token: mine.owner },
      );
      expect(lines[0]).toMatchObject({
        what: 'purchase',
        from: 'queued',
        to: 'bought',
        message: `1 seat purchased by task ${id} of the same login`,
      });
    },
  );

  it("by a worker ends the login's other tasks, including those that hold seats", async () => {
    const mine = await work(app);
    const other = await carted(mine, [7]);
    const { id, lease_id, holds } = await buying(mine, [1, 2]);
    const { ended } = await others(mine);
    await under(mine, lease_id, 'purchase', { tickets: holds.map((hold_id) => ({ hold_id })) });
    expect(await statuses(mine, [id, other.id, ...ended])).toEqual(Array(6).fill('bought'));
    const cart = await app.http<{ id: number }[]>('GET', '/api/carted-tickets', { token: mine.owner });
    expect(cart.body.map((hold) => hold.id)).toEqual(other.holds);
  });

  it('by two workers of one login at the same time is recorded once each, without a deadlock', async () => {
    const mine = await work(app);
    const tasks = [await buying(mine, [1]), await buying(mine, [2]), await buying(mine, [3])];
    const paid = await Promise.all(
      tasks.map(({ lease_id, holds }) =>
        under(mine, lease_id, 'purchase', { tickets: [{ hold_id: holds[0] }] }),
      ),
    );
    // The first one ends the other two, whose workers learn that their leases have ended.
    expect(paid.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(
      await statuses(
        mine,
        tasks.map(({ id }) => id),
      ),
    ).toEqual(['bought', 'bought', 'bought']);
  });

  it('of some of the seats by a person stops a worker from paying for the rest', async () => {
    const mine = await work(app);
    const { id, lease_id, holds } = await buying(mine, [1, 2]);
    await post(mine, '/api/carted-tickets/confirm', { ticket_ids: [holds[0]] });
    expect((await getTask(mine, id)).status).toBe('bought');
    expect((await under(mine, lease_id, 'heartbeat')).status).toBe(409);
  });

  it('returns the same tickets when repeated and ends tasks queued since; without held seats it changes nothing', async () => {
    const mine = await work(app, { logins: 2 });
    await carted(mine, [1]);
    const first = await purchase(mine);
    const queued = await newTask(mine);
    expect(await purchase(mine)).toMatchObject({ status: 200, body: first.body });
    expect((await getTask(mine, queued.id)).status).toBe('bought');
    const other = await newTask(mine, { login_id: mine.logins[1] });
    expect(await purchase<Failure>(mine, { loginId: mine.logins[1] })).toMatchObject({
      status: 409,
      body: { code: 'NOTHING_HELD' },
    });
    expect((await getTask(mine, other.id)).status).toBe('queued');
  });

  it('marked by a person ends the same tasks, fences their leases, and returns the bought ones', async () => {
    const mine = await work(app);
    const { ended, leased, idle } = await others(mine);
    const marked = await markBought(mine);
    expect(marked.body.map(({ id, status }) => [id, status])).toEqual(ended.map((id) => [id, 'bought']));
    expect(await statuses(mine, [idle])).toEqual(['idle']);
    expect(
      (await under(mine, leased.lease_id, 'hold', { seats: [seat(1)], expires_at: inMinutes(5) })).status,
    ).toBe(409);
    expect(await lease(mine, 10)).toEqual([]);
  });

  it.each([
    ['POST /purchases', purchase],
    ['POST /tasks/bought', markBought],
  ] as const)(
    "%s is 404 for a login, site or event that is unknown or another realm's",
    async (_name, call) => {
      const mine = await work(app);
      const other = await work(app);
      const unknown: [object, string][] = [
        [{ loginId: 2_000_000_000 }, 'Login'],
        [{ loginId: other.logins[0] }, 'Login'],
        [{ siteId: 2_000_000_000 }, 'Site'],
        [{ eventGuid: 'no-such-event' }, 'Event'],
        [{ eventGuid: other.guid }, 'Event'],
        [{ siteId: other.siteId, eventGuid: other.guid }, 'Login'],
      ];
      for (const [more, what] of unknown) {
        const response = await call<Failure>(mine, more);
        expect([more, response.status, response.body.message]).toEqual([more, 404, `${what} not found`]);
      }
    },
  );
});
