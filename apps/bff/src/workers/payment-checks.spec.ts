import { startApp, type TestApp } from '../../test/app';
import {
  getTask,
  holdSeats,
  lease,
  leaseOne,
  leaseSettling,
  loseWorker,
  makeBuyer,
  newTask,
  seat,
  skipBackoff,
  sweep,
  under,
  type Work,
  work,
} from '../../test/work';
import type { DashboardDto } from '../insight';
import type { TicketDto } from '../purchases';
import type { TaskDto, TaskWhyDto } from '../work';

type Failure = { code: string; context?: { by?: Record<string, number> } };

describe('an unreported payment', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const post = <T = TaskDto>(from: Work, path: string, body: object = {}) =>
    app.http<T>('POST', `/api${path}`, { token: from.owner, body });
  const settle = (from: Work, leaseId: string, body: object) =>
    under<{ tickets: TicketDto[] }>(from, leaseId, 'settle', body);
  const paid = (numbers: number[]) => ({
    paid: true,
    seats: numbers.map((number) => seat(number)),
    ticket_reference: 'REF-1',
  });
  const tickets = async ({ owner }: Work) =>
    (await app.http<TicketDto[]>('GET', '/api/tickets?sort=created_at', { token: owner })).body;

  /** A leased `buy` task with these held seats; its worker may pay from now on. */
  const buying = async (from: Work, numbers: number[], fields: Record<string, unknown> = {}) => {
    const { id } = await newTask(from, { start: false, ...fields });
    await makeBuyer(from, id);
    await post(from, `/tasks/${id}/start`);
    const given = await leaseOne(from);
    return {
      id,
      lease_id: given.lease_id,
      order_key: given.order_key,
      holds: await holdSeats(from, given.lease_id, numbers),
    };
  };
  const expireHolds = async (taskId: number) => {
    await app.db.query("UPDATE holds SET expires_at = now() - interval '1 second' WHERE task_id = $1", [
      taskId,
    ]);
    await sweep(app);
  };

  /** Endings of a task while its worker may have paid. */
  const endings: Record<
    string,
    { end: (from: Work, id: number, leaseId: string) => Promise<unknown>; status: string }
  > = {
    'is stopped and its worker dies': {
      status: 'stopped',
      end: async (from, id) => {
        await post(from, `/tasks/${id}/stop`);
        await loseWorker(from, id);
      },
    },
    'loses its worker and is stopped then': {
      status: 'stopped',
      end: async (from, id) => {
        await loseWorker(from, id);
        await post(from, `/tasks/${id}/stop`);
      },
    },
    'loses its worker and its seats lapse a second time': {
      status: 'expired',
      end: async (from, id) => {
        await app.db.query('UPDATE tasks SET requeued_after_lapse = true WHERE id = $1', [id]);
        await loseWorker(from, id);
        await expireHolds(id);
      },
    },
    'has its seats removed while its worker is lost': {
      status: 'stopped',
      end: async (from, id) => {
        await loseWorker(from, id);
        await app.http('DELETE', `/api/carted-tickets/group/${id}/${from.logins[0]}`, { token: from.owner });
      },
    },
    'is marked bought under its worker': {
      status: 'bought',
      end: (from) =>
        post(from, '/tasks/bought', { loginId: from.logins[0], siteId: from.siteId, eventGuid: from.guid }),
    },
    'fails by a worker that does not know': {
      status: 'failed',
      end: async (from, id, leaseId) => {
        await app.db.query("UPDATE tasks SET status = 'running', max_retries = 0 WHERE id = $1", [id]);
        await under(from, leaseId, 'fail', { message: 'The site does not answer' });
      },
    },
  };
  it.each(Object.entries(endings))(
    'is found by the order key and recorded once when the task %s',
    async (_name, { end, status }) => {
      const mine = await work(app);
      const { id, lease_id, order_key } = await buying(mine, [1, 2]);
      await end(mine, id, lease_id);
      expect(await getTask(mine, id)).toMatchObject({ status, payment_check: true });
      const [check, ...more] = await leaseSettling(mine);
      expect([check, more]).toMatchObject([{ mode: 'settle', order_key, task: { id }, holds: [] }, []]);
      expect(check!.login.card).toBeNull();
      const settled = await settle(mine, check!.lease_id, paid([1, 2]));
      expect(settled.body.tickets.map((ticket) => [ticket.seat, ticket.ticket_reference])).toEqual([
        ['1', 'REF-1'],
        ['2', 'REF-1'],
      ]);
      expect(await settle(mine, check!.lease_id, paid([1, 2]))).toMatchObject({
        status: 200,
        body: settled.body,
      });
      expect(await getTask(mine, id)).toMatchObject({ status: 'bought', payment_check: false });
      expect(await tickets(mine)).toHaveLength(2);
      expect(await leaseSettling(mine)).toEqual([]);
    },
  );

  it('ends the other tasks of its login when it is recorded, and counts for the job', async () => {
    const mine = await work(app);
    const { id } = await buying(mine, [1]);
    const other = await newTask(mine);
    await post(mine, `/tasks/${id}/stop`);
    await loseWorker(mine, id);
    const [check] = await leaseSettling(mine, 1);
    await settle(mine, check!.lease_id, paid([1, 9]));
    expect((await getTask(mine, other.id)).status).toBe('bought');
    expect((await tickets(mine)).map((ticket) => [ticket.seat, ticket.late]).sort()).toEqual([
      ['1', false],
      ['9', true],
    ]);
  });

  it('is closed when the site was not paid, and the timeline records both', async () => {
    const mine = await work(app);
    const { id } = await buying(mine, [1]);
    await post(mine, `/tasks/${id}/stop`);
    await loseWorker(mine, id);
    const [check] = await leaseSettling(mine);
    expect((await settle(mine, check!.lease_id, { paid: false })).body).toEqual({ tickets: [] });
    expect(await getTask(mine, id)).toMatchObject({ status: 'stopped', payment_check: false });
    const { body } = await app.http<{ what: string; message: string }[]>('GET', `/api/tasks/${id}/events`, {
      token: mine.owner,
    });
    expect(body[0]).toMatchObject({ what: 'payment_checked', message: 'The site was not paid' });
  });

  it("is checked again later if the site can't answer yet, and at once if the worker is lost or releases the check", async () => {
    const mine = await work(app);
    const { id } = await buying(mine, [1]);
    await post(mine, `/tasks/${id}/stop`);
    await loseWorker(mine, id);
    const [first] = await leaseSettling(mine);
    expect(await leaseSettling(mine)).toEqual([]);
    await under(mine, first!.lease_id, 'release');
    const [second] = await leaseSettling(mine);
    expect((await under(mine, second!.lease_id, 'heartbeat')).status).toBe(200);
    await app.db.query(
      "UPDATE payment_checks SET lease_expires_at = now() - interval '1 second' WHERE task_id = $1",
      [id],
    );
    const [third] = await leaseSettling(mine);
    expect((await settle(mine, second!.lease_id, paid([1]))).status).toBe(409);
    expect(
      (await under(mine, third!.lease_id, 'fail', { message: 'Still held', retry_after_s: 600 })).status,
    ).toBe(200);
    expect(await leaseSettling(mine)).toEqual([]);
    const why = await app.http<TaskWhyDto>('GET', `/api/tasks/${id}/why`, { token: mine.owner });
    expect(why.body.causes[0]).toMatchObject({
      code: 'PAYMENT_CHECK',
      params: { words: 'Still held' },
    });
    await app.db.query('UPDATE payment_checks SET next_try_at = now() WHERE task_id = $1', [id]);
    expect(await leaseSettling(mine)).toHaveLength(1);
  });

  it('needs no check if the worker reports that it has not paid, or what it has paid', async () => {
    const mine = await work(app, { logins: 3 });
    const stopped = await buying(mine, [1]);
    await post(mine, `/tasks/${stopped.id}/stop`);
    await under(mine, stopped.lease_id, 'release', { unpaid: true });
    const reported = await buying(mine, [2], { login_id: mine.logins[1] });
    await under(mine, reported.lease_id, 'purchase', { tickets: [{ hold_id: reported.holds[0] }] });
    for (const { id } of [stopped, reported]) expect((await getTask(mine, id)).payment_check).toBe(false);
    const lost = await buying(mine, [3], { login_id: mine.logins[2] });
    await loseWorker(mine, lost.id);
    await skipBackoff(mine, lost.id);
    const next = await leaseOne(mine);
    await post(mine, `/tasks/${lost.id}/stop`);
    // The second worker has not paid; only the site knows what the lost one did.
    await under(mine, next.lease_id, 'release', { unpaid: true });
    expect(await getTask(mine, lost.id)).toMatchObject({ status: 'stopped', payment_check: true });
  });

  it("is not checked by workers that don't settle, nor behind closed gates", async () => {
    const mine = await work(app);
    const { id } = await buying(mine, [1]);
    await post(mine, `/tasks/${id}/stop`);
    await loseWorker(mine, id);
    expect(await lease(mine, 10)).toEqual([]);
    await app.db.query('UPDATE sites SET enabled = 0 WHERE id = $1', [mine.siteId]);
    expect(await leaseSettling(mine)).toEqual([]);
    const why = await app.http<TaskWhyDto>('GET', `/api/tasks/${id}/why`, { token: mine.owner });
    expect(why.body.causes.map(({ code }) => code)).toEqual(['PAYMENT_CHECK', 'SITE_DISABLED', 'STOPPED']);
    await app.db.query('UPDATE sites SET enabled = 1 WHERE id = $1', [mine.siteId]);
    const other = await work(app);
    expect(await leaseSettling(other)).toEqual([]);
    const [check] = await leaseSettling(mine);
    expect((await settle(other, check!.lease_id, paid([1]))).status).toBe(409);
  });

  it('is shown in the list and on the dashboard, and prevents deleting its task, job or login', async () => {
    const mine = await work(app);
    const { id } = await buying(mine, [1]);
    await post(mine, `/tasks/${id}/stop`);
    await loseWorker(mine, id);
    const listed = await app.http<TaskDto[]>('GET', '/api/tasks?payment_check=true', { token: mine.owner });
    expect(listed.body.map((task) => [task.id, task.payment_check])).toEqual([[id, true]]);
    const { body } = await app.http<DashboardDto>('GET', '/api/dashboard', { token: mine.owner });
    expect(body.attention.filter(({ kind }) => kind === 'payment_check')).toMatchObject([
      { id, count: 1, site_id: mine.siteId },
    ]);
    const rejected = async (path: string) =>
      (await app.http<Failure>('DELETE', `/api${path}`, { token: mine.owner })).body;
    expect(await rejected(`/tasks/${id}`)).toMatchObject({
      code: 'IN_USE',
      context: { by: { payment_checks: 1 } },
    });
    await app.db.query("UPDATE holds SET expires_at = now() - interval '1 second' WHERE task_id = $1", [id]);
    expect(await rejected(`/logins/${mine.logins[0]}`)).toMatchObject({ code: 'IN_USE' });
  });

  it("is closed by a person who has checked the site, which ends a worker's check", async () => {
    const mine = await work(app);
    const { id } = await buying(mine, [1]);
    await post(mine, `/tasks/${id}/stop`);
    await loseWorker(mine, id);
    const [check] = await leaseSettling(mine);
    const closed = await post(mine, `/tasks/${id}/payment-checked`);
    expect(closed.body).toMatchObject({ status: 'stopped', payment_check: false });
    expect((await post(mine, `/tasks/${id}/payment-checked`)).body).toEqual(closed.body);
    expect((await settle(mine, check!.lease_id, paid([1]))).status).toBe(409);
    expect(await leaseSettling(mine)).toEqual([]);
  });

  it('is not checked while a worker has the task again', async () => {
    const mine = await work(app);
    const { id } = await buying(mine, [1]);
    await post(mine, `/tasks/${id}/stop`);
    await loseWorker(mine, id);
    const [check] = await leaseSettling(mine);
    await post(mine, `/tasks/${id}/start`);
    expect((await settle(mine, check!.lease_id, { paid: false })).status).toBe(409);
    expect(await getTask(mine, id)).toMatchObject({ status: 'queued', payment_check: false });
    const next = await leaseOne(mine);
    await post(mine, `/tasks/${id}/stop`);
    await under(mine, next.lease_id, 'release', { unpaid: true });
    expect((await getTask(mine, id)).payment_check).toBe(true);
  });

  it('is rejected without its seats, and with seats where none was paid', async () => {
    const mine = await work(app);
    const { id } = await buying(mine, [1]);
    await post(mine, `/tasks/${id}/stop`);
    await loseWorker(mine, id);
    const [check] = await leaseSettling(mine);
    for (const body of [{ paid: true }, { ...paid([1]), paid: false }, paid([1, 1])])
      expect((await settle(mine, check!.lease_id, body)).status).toBe(400);
  });
});
