import { startApp, type TestApp } from '../../../test/app';
import { concurrently } from '../../../test/concurrently';
import { defined } from '../../../test/defined';
import { admin, template, user } from '../../../test/factories';
import {
  holdSeats,
  inMinutes,
  lease,
  leaseMany,
  leaseOne,
  makeBuyer,
  newTask,
  newTasks,
  seat,
  under,
  type Work,
  work,
} from '../../../test/work';
import type { JobDto } from '../../work';
import type { BudgetDto } from './budgets.dto';

type Refusal = { code: string; reason?: string; context: Record<string, unknown> };

describe('budgets', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const hold = ({ lease_id }: { lease_id: string }, from: Work, ...seats: object[]) =>
    under<Refusal & { holds: { id: number }[] }>(from, lease_id, 'hold', {
      seats,
      expires_at: inMinutes(10),
    });
  const setForEvent = (from: Work, amount: number | null, currency = 'GBP') =>
    app.http('PUT', `/api/on-sale/${from.eventId}/budget`, { token: from.owner, body: { amount, currency } });
  const setForMonth = (from: Work, amount: number | null, currency = 'GBP') =>
    app.http('PUT', '/api/budgets/month', { token: from.owner, body: { amount, currency } });
  const balances = async (from: Work, query = '') =>
    (await app.http<BudgetDto[]>('GET', `/api/budgets${query}`, { token: from.owner })).body;
  /** The prices of seats are in GBP unless they say otherwise. */
  const desk = async (options: Parameters<typeof work>[1] = {}) => {
    const made = await work(app, options);
    await app.db.query("UPDATE sites SET currency = 'GBP' WHERE id = $1", [made.siteId]);
    return made;
  };
  const launch = async (from: Work, fields: object) => {
    const template_id = await template(app, from.realmId, from.siteId, from.eventId, {
      budget_per_seat: 45,
      budget_currency: 'GBP',
    });
    const launched = await app.http<JobDto>('POST', '/api/jobs', {
      token: from.owner,
      body: { template_id, login_ids: from.logins, worker_count: from.logins.length, ...fields },
    });
    expect(launched.status).toBe(201);
    return launched.body;
  };

  it('of an event refuses seats beyond it, says the room, and holds none of them', async () => {
    const mine = await desk();
    await setForEvent(mine, 100);
    await newTask(mine);
    const leased = await leaseOne(mine);
    expect(leased).toMatchObject({ budget: { currency: 'GBP', left: 100, per_seat: null } });
    const refused = await hold(leased, mine, seat(1, 60), seat(2, 40.5));
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'BUDGET_REACHED',
        message: 'The budget of the event has room for £100.00, and £100.50 was asked',
        context: {
          budget: 'event',
          limit: 100,
          spent: 0,
          reserved: 0,
          asked: 100.5,
          room: 100,
          currency: 'GBP',
        },
      },
    });
    expect((await hold(leased, mine, seat(1, 60), seat(2, 40))).status).toBe(200);
    expect(await balances(mine)).toMatchObject([
      { kind: 'event', event_id: mine.eventId, amount: 100, spent: 0, reserved: 100, free: 0 },
    ]);
  });

  it('frees what expires or is removed, and spends what is bought', async () => {
    const mine = await desk({ logins: 3 });
    await setForEvent(mine, 100);
    const [first, second, third] = await newTasks(
      mine,
      mine.logins.map((login_id) => ({ login_id, start: false })),
    );
    await makeBuyer(mine, defined(third).id);
    for (const { id } of [first, second, third].map(defined))
      await app.http('POST', `/api/tasks/${id}/start`, { token: mine.owner });
    const leases = new Map((await leaseMany(mine, 3)).map((one) => [one.task.id, one]));
    const of = (task?: { id: number }) => defined(leases.get(defined(task).id));
    await hold(of(first), mine, seat(1, 50));
    await hold(of(second), mine, seat(2, 50));
    expect((await hold(of(third), mine, seat(3, 50))).status).toBe(409);
    await app.db.query("UPDATE holds SET expires_at = now() - interval '1 second' WHERE task_id = $1", [
      defined(first).id,
    ]);
    const held = await hold(of(third), mine, seat(3, 50));
    expect(held.status).toBe(200);
    await under(mine, of(third).lease_id, 'purchase', { tickets: [{ hold_id: held.body.holds[0]?.id }] });
    expect(await balances(mine)).toMatchObject([{ spent: 50, reserved: 50, free: 0 }]);
    await app.http('DELETE', `/api/carted-tickets/group/${defined(second).id}/${mine.logins[1]}`, {
      token: mine.owner,
    });
    expect(await balances(mine)).toMatchObject([{ spent: 50, reserved: 0, free: 50 }]);
  });

  it('below what is used stops new holds and shows what is over; held seats can be held on and bought', async () => {
    const mine = await desk({ logins: 2 });
    const [first] = await newTasks(
      mine,
      mine.logins.map((login_id) => ({ login_id })),
    );
    await makeBuyer(mine, defined(first).id);
    const [one, other] = await leaseMany(mine, 2);
    const of = [one, other].map(defined).toSorted((a, b) => a.task.id - b.task.id);
    const held = await hold(defined(of[0]), mine, seat(1, 80));
    await setForEvent(mine, 50);
    expect((await hold(defined(of[0]), mine, seat(1, 80))).status).toBe(200);
    expect((await hold(defined(of[1]), mine, seat(2, 1))).body).toMatchObject({
      code: 'BUDGET_REACHED',
      context: { reserved: 80, room: 0 },
    });
    expect(await balances(mine)).toMatchObject([{ amount: 50, reserved: 80, free: -30 }]);
    const bought = await under<{ tickets: { id: number; over_budget: boolean }[] }>(
      mine,
      defined(of[0]).lease_id,
      'purchase',
      { tickets: [{ hold_id: held.body.holds[0]?.id }] },
    );
    expect(bought).toMatchObject({ status: 200, body: { tickets: [{ over_budget: true }] } });
    const { body } = await app.http<{ id: number }[]>('GET', '/api/ledger?over_budget=true', {
      token: mine.owner,
    });
    expect(body.map(({ id }) => id)).toEqual(bought.body.tickets.map(({ id }) => id));
  });

  it('records what people paid beyond it, and flags it', async () => {
    const mine = await desk();
    await newTask(mine);
    const ids = await holdSeats(mine, (await leaseOne(mine)).lease_id, [1]);
    await setForEvent(mine, 10);
    const confirmed = await app.http<{ confirmed: object[] }>('POST', '/api/carted-tickets/confirm', {
      token: mine.owner,
      body: { ticket_ids: ids },
    });
    expect(confirmed.body.confirmed).toMatchObject([{ over_budget: true }]);
    expect(await balances(mine)).toMatchObject([{ spent: 42.5, free: -32.5 }]);
  });

  it('of a job is copied from its template, overridden at the launch, and changed meanwhile', async () => {
    const mine = await desk({ logins: 2 });
    const job = await launch(mine, {
      budget: 100,
      budget_per_task: 60,
    });
    expect(job).toMatchObject({
      budget: 100,
      budget_per_task: 60,
      budget_per_seat: 45,
      budget_currency: 'GBP',
    });
    const leases = await lease(mine, 2);
    const [one, other] = [leases[0], leases[1]].map(defined);
    expect(one).toMatchObject({ budget: { currency: 'GBP', left: 60, per_seat: 45 } });
    expect((await hold(defined(one), mine, seat(1, 46))).body.context).toMatchObject({
      budget: 'seat',
      limit: 45,
      room: 45,
    });
    expect((await hold(defined(one), mine, seat(1, 40), seat(2, 21))).body.context).toMatchObject({
      budget: 'task',
      room: 60,
    });
    expect((await hold(defined(one), mine, seat(1, 40), seat(2, 20))).status).toBe(200);
    expect((await hold(defined(other), mine, seat(3, 41))).body.context).toMatchObject({
      budget: 'job',
      room: 40,
    });
    const raised = await app.http<JobDto>('PATCH', `/api/jobs/${job.id}`, {
      token: mine.owner,
      body: { budget: 101 },
    });
    expect(raised.body).toMatchObject({ budget: 101 });
    expect((await hold(defined(other), mine, seat(3, 41))).status).toBe(200);
    expect(await balances(mine, `?job_id=${job.id}`)).toMatchObject([
      { kind: 'job', job_name: job.name, amount: 101, reserved: 101, free: 0 },
    ]);
  });

  it("of a task is its own, else its job's", async () => {
    const mine = await desk();
    const made = await newTask(mine, { budget_per_seat: 20, budget_currency: 'GBP' });
    const { body } = await app.http('GET', `/api/tasks/${made.id}`, { token: mine.owner });
    expect(body).toMatchObject({ budget_per_seat: 20, budget_per_task: null, budget_currency: 'GBP' });
    expect((await hold(await leaseOne(mine), mine, seat(1, 20.01))).body.context).toMatchObject({
      budget: 'seat',
    });
  });

  it('needs attention from 80 % on, in one entry for all, and while it can still be used', async () => {
    const mine = await desk({ logins: 2 });
    const attention = async () =>
      (
        await app.http<{ attention: { kind: string }[] }>('GET', '/api/dashboard', { token: mine.owner })
      ).body.attention.filter(({ kind }) => kind.startsWith('budget'));
    const job = await launch(mine, { budget: 100, budget_currency: 'GBP', budget_per_seat: null });
    await setForEvent(mine, 1_000);
    const leases = await leaseMany(mine, 2);
    await hold(defined(leases[0]), mine, seat(1, 79.99));
    expect(await attention()).toEqual([]);
    await hold(defined(leases[1]), mine, seat(2, 0.01));
    const nearly = { kind: 'budget_nearly_used', count: 1, title: job.name, event_id: null };
    expect(await attention()).toMatchObject([{ ...nearly, totals: [{ currency: 'GBP', total: 20 }] }]);
    await setForEvent(mine, 80);
    await setForMonth(mine, 70);
    expect(await attention()).toMatchObject([
      { kind: 'budget_used_up', count: 2, totals: [{ currency: 'GBP', total: 0 }] },
      nearly,
    ]);
    await setForMonth(mine, null);
    expect(await attention()).toMatchObject([{ count: 1, event_id: mine.eventId }, nearly]);
    await app.db.query("UPDATE tasks SET status = 'stopped' WHERE job_id = $1", [job.id]);
    await app.db.query('UPDATE events SET ko = extract(epoch FROM now()) - 60 WHERE id = $1', [mine.eventId]);
    expect(await attention()).toEqual([]);
  });

  it('of a task has a currency whenever it is changed, and as many decimals as that has', async () => {
    const mine = await desk();
    const { id } = await newTask(mine, { budget_per_seat: 20.5, budget_currency: 'GBP' });
    const change = async (body: object) => {
      const response = await app.http<{ details?: { field: string }[] }>('PATCH', `/api/tasks/${id}`, {
        token: mine.owner,
        body,
      });
      return [response.status, response.body.details?.map(({ field }) => field)];
    };
    expect(await change({ budget_currency: null })).toEqual([400, ['budget_currency']]);
    expect(await change({ budget_currency: 'JPY' })).toEqual([400, ['budget_per_seat']]);
    expect(await change({ budget_per_task: 40.125 })).toEqual([400, ['budget_per_task']]);
    expect(await change({ budget_per_task: 40 })).toEqual([200, undefined]);
    expect(await change({ budget_per_task: null, budget_per_seat: null, budget_currency: null })).toEqual([
      200,
      undefined,
    ]);
  });

  it('of a month covers all events, in each currency its own, and no other currency', async () => {
    const mine = await desk({ logins: 3 });
    await setForMonth(mine, 60);
    await setForMonth(mine, 7000, 'JPY');
    await newTasks(
      mine,
      mine.logins.map((login_id) => ({ login_id })),
    );
    const leases = await leaseMany(mine, 3);
    const [one, other, third] = [leases[0], leases[1], leases[2]].map(defined);
    expect((await hold(defined(one), mine, seat(1, 60))).status).toBe(200);
    expect((await hold(defined(other), mine, seat(2, 1))).status).toBe(409);
    expect((await hold(defined(other), mine, { ...seat(2, 7000), currency: 'JPY' })).status).toBe(200);
    expect((await hold(defined(third), mine, { ...seat(3, 1), currency: 'EUR' })).body).toMatchObject({
      code: 'BUDGET_REACHED',
      reason: 'BUDGET_CURRENCY',
    });
    expect(await balances(mine, '?kind=month')).toMatchObject([
      { currency: 'GBP', reserved: 60, free: 0 },
      { currency: 'JPY', reserved: 7000, free: 0 },
    ]);
    await setForMonth(mine, null, 'JPY');
    expect(await balances(mine, '?kind=month')).toHaveLength(1);
  });

  it('of a month begins with the month of the realm: earlier purchases are in the months before', async () => {
    const mine = await desk({ logins: 2 });
    await app.db.query("UPDATE realms SET time_zone = 'Pacific/Auckland' WHERE id = $1", [mine.realmId]);
    await newTasks(
      mine,
      mine.logins.map((login_id) => ({ login_id })),
    );
    const [one, other] = (await leaseMany(mine, 2)).map(defined);
    const ids = (await hold(defined(one), mine, seat(1, 60))).body.holds.map(({ id }) => id);
    await app.http('POST', '/api/carted-tickets/confirm', { token: mine.owner, body: { ticket_ids: ids } });
    await app.db.query(
      `UPDATE tickets SET created_at = date_trunc('month', now(), 'Pacific/Auckland') - interval '1 second' WHERE hold_id = $1`,
      [ids[0]],
    );
    await setForMonth(mine, 60);
    expect(await balances(mine)).toMatchObject([{ spent: 0 }]);
    expect((await hold(defined(other), mine, seat(2, 60))).status).toBe(200);
  });

  it('needs a currency, and as many decimals as it has', async () => {
    const mine = await desk();
    const create = (fields: object) =>
      app.http<Refusal>('POST', '/api/tasks', {
        token: mine.owner,
        body: { login_id: mine.logins[0], event_id: mine.eventId, ...fields },
      });
    expect(await create({ budget_per_task: 5 })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'budget_currency', code: 'REQUIRED' }] },
    });
    expect(await create({ budget_per_task: 5.5, budget_currency: 'JPY' })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'budget_per_task', code: 'NOT_AN_AMOUNT' }] },
    });
    expect((await setForEvent(mine, 5.5, 'JPY')).status).toBe(400);
  });

  it('belongs to one realm, and people who only read can’t set it', async () => {
    const mine = await desk();
    const other = await desk({ on: mine });
    await setForEvent(mine, 10);
    await newTask(other);
    expect((await hold(await leaseOne(other), other, seat(1, 42.5))).status).toBe(200);
    expect(await balances(other)).toEqual([]);
    const reader = await user(app, 'realm_user', mine.realmId);
    const body = { amount: 5, currency: 'GBP' };
    expect((await app.http('PUT', '/api/budgets/month', { token: reader.token, body })).status).toBe(403);
    const { token } = await admin(app);
    expect((await app.http('PUT', '/api/budgets/month', { token, body })).status).toBe(400);
    expect(
      (await app.http('PUT', '/api/budgets/month', { token, body: { ...body, realm_id: mine.realmId } }))
        .status,
    ).toBe(200);
  });

  it('is never exceeded by a hundred workers at once', async () => {
    const mine = await desk({ logins: 100 });
    await setForEvent(mine, 425);
    await newTasks(
      mine,
      mine.logins.map((login_id) => ({ login_id })),
    );
    const leases = await leaseMany(mine, 100);
    const held = await concurrently(100, (index) => hold(defined(leases[index]), mine, seat(index)));
    expect(held.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(held.filter(({ body }) => body.code === 'BUDGET_REACHED')).toHaveLength(90);
    expect(await balances(mine)).toMatchObject([{ reserved: 425, free: 0 }]);
  });
});
