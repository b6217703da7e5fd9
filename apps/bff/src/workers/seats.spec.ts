import { startApp, type TestApp } from '../../test/app';
import {
  getTask,
  holdSeats,
  inMinutes,
  lease,
  leaseOne,
  loseWorker,
  makeBuyer,
  newTask,
  seat,
  skipBackoff,
  sweep,
  under,
  until,
  type Work,
  work,
} from '../../test/work';
import type { TicketDto } from '../purchases';

type Failure = { code: string; context: Record<string, unknown> };

describe('seats that workers hold and buy', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const buyer = async (from: Work, login_id = from.logins[0]) => {
    const made = await newTask(from, { start: false, login_id });
    await makeBuyer(from, made.id);
    await app.http('POST', `/api/tasks/${made.id}/start`, { token: from.owner });
    return made;
  };
  const pay = (from: Work, leaseId: string, holds: number[]) =>
    under<{ tickets: TicketDto[] }>(from, leaseId, 'purchase', {
      tickets: holds.map((hold_id) => ({ hold_id, ticket_reference: `REF-${hold_id}` })),
    });
  const expireHolds = (taskId: number) =>
    app.db.query("UPDATE holds SET expires_at = now() - interval '1 second' WHERE task_id = $1", [taskId]);

  it('carts and releases a hold task; a repeated call returns the same ids', async () => {
    const mine = await work(app);
    const made = await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    const ids = await holdSeats(mine, lease_id, [1, 2]);
    expect(await getTask(mine, made.id)).toMatchObject({
      status: 'carted',
      basket: 'https://tickets.example/basket/1',
      status_message: '2 seats held',
    });
    expect(await holdSeats(mine, lease_id, [2, 1])).toEqual([...ids].reverse());
    expect((await under(mine, lease_id, 'heartbeat')).status).toBe(409);
  });

  it.each([
    ['JPY', 1200, 1200.5],
    ['KWD', 12.125, 12.1255],
    ['GBP', 42.5, 42.505],
  ])('keeps prices in %s with the decimals that it has', async (currency, exact, inexact) => {
    const mine = await work(app);
    const made = await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    const hold = (price: number) =>
      under(mine, lease_id, 'hold', { seats: [{ ...seat(1), price, currency }], expires_at: inMinutes(10) });
    const refused = await hold(inexact);
    expect(refused).toMatchObject({ status: 400, body: { details: [{ code: 'NOT_AN_AMOUNT' }] } });
    expect((await hold(exact)).status).toBe(200);
    const { body } = await app.http<{ price: number }[]>('GET', `/api/carted-tickets?task_id=${made.id}`, {
      token: mine.owner,
    });
    expect(body.map(({ price }) => price)).toEqual([exact]);
  });

  it('keeps a buy task leased until it is paid; paying again returns the same tickets', async () => {
    const mine = await work(app);
    const made = await buyer(mine);
    const { lease_id, mode } = await leaseOne(mine);
    expect(mode).toBe('buy');
    const ids = await holdSeats(mine, lease_id, [1, 2]);
    expect((await under(mine, lease_id, 'heartbeat')).status).toBe(200);
    const paid = await pay(mine, lease_id, ids);
    expect(
      paid.body.tickets.map((ticket) => [
        ticket.hold_id,
        ticket.ticket_reference,
        ticket.price,
        ticket.currency,
      ]),
    ).toEqual(ids.map((id) => [id, `REF-${id}`, 42.5, 'GBP']));
    expect((await getTask(mine, made.id)).status).toBe('bought');
    expect((await pay(mine, lease_id, ids)).body).toEqual(paid.body);
  });

  it('accepts a repeated hold or purchase only from the token that had the lease', async () => {
    const mine = await work(app, { logins: 2 });
    const other = await work(app, { on: mine });
    await newTask(mine);
    const held = await leaseOne(mine);
    await holdSeats(mine, held.lease_id, [1]);
    const sameHold = (from: Work) =>
      under(from, held.lease_id, 'hold', { seats: [seat(1)], expires_at: inMinutes(10) });
    expect([(await sameHold(other)).status, (await sameHold(mine)).status]).toEqual([409, 200]);
    await buyer(mine, mine.logins[1]);
    const bought = await leaseOne(mine);
    const ids = await holdSeats(mine, bought.lease_id, [2]);
    await pay(mine, bought.lease_id, ids);
    expect((await pay(other, bought.lease_id, ids)).status).toBe(409);
    expect((await pay(mine, bought.lease_id, ids)).status).toBe(200);
  });

  it('lets the next worker finish after one was killed after paying, and nothing is paid twice', async () => {
    const mine = await work(app);
    const made = await buyer(mine);
    const killed = await leaseOne(mine);
    const ids = await holdSeats(mine, killed.lease_id, [1, 2]);
    await loseWorker(mine, made.id);
    await until(
      async () =>
        (await app.db.query('SELECT FROM tasks WHERE id = $1 AND lease_id IS NULL', [made.id])).rowCount ===
        1,
      'the lease is taken back',
    );
    expect(await getTask(mine, made.id)).toMatchObject({ status: 'carted' });
    await skipBackoff(mine, made.id);
    const next = await leaseOne(mine);
    expect(next).toMatchObject({ mode: 'buy', order_key: killed.order_key, task: { status: 'carted' } });
    expect(next.holds.map(({ id }) => id)).toEqual(ids);
    expect((await pay(mine, killed.lease_id, ids)).status).toBe(409);
    expect((await pay(mine, next.lease_id, ids)).body.tickets).toHaveLength(2);
    expect((await getTask(mine, made.id)).status).toBe('bought');
    expect((await app.db.query('SELECT 1 FROM tickets WHERE task_id = $1', [made.id])).rows).toHaveLength(2);
  });

  it('lets the next worker hold and buy a paid order whose holds expired', async () => {
    const mine = await work(app);
    const made = await buyer(mine);
    const first = await leaseOne(mine);
    await holdSeats(mine, first.lease_id, [1]);
    await expireHolds(made.id);
    await sweep(app);
    expect((await getTask(mine, made.id)).status).toBe('queued');
    expect((await under(mine, first.lease_id, 'heartbeat')).status).toBe(409);
    const next = await leaseOne(mine);
    expect(next.order_key).toBe(first.order_key);
    const again = await holdSeats(mine, next.lease_id, [1]);
    expect((await pay(mine, next.lease_id, again)).body.tickets).toHaveLength(1);
    expect((await getTask(mine, made.id)).status).toBe('bought');
  });

  it('queues the task once more when its holds expire, and expires it the second time; the holds are kept', async () => {
    const mine = await work(app);
    const made = await newTask(mine);
    for (const status of ['queued', 'expired']) {
      await holdSeats(mine, (await leaseOne(mine)).lease_id, [1]);
      await expireHolds(made.id);
      await sweep(app);
      expect((await getTask(mine, made.id)).status).toBe(status);
    }
    const cart = (query: string) =>
      app.http<{ status: string }[]>('GET', `/api/carted-tickets?${query}`, { token: mine.owner });
    expect((await cart('')).body).toEqual([]);
    expect((await cart('expired=true')).body.map(({ status }) => status)).toEqual(['expired', 'expired']);
  });

  it('holds no more per customer than the event allows, across logins, realms and concurrent workers', async () => {
    const mine = await work(app, { logins: 3, eventFields: { max_per_customer: 4 } });
    const other = await work(app, { on: mine });
    await app.db.query("UPDATE logins SET supporter_id = ' qd-0001 ' WHERE id = ANY ($1)", [
      [...mine.logins, ...other.logins],
    ]);
    for (let count = 0; count < 9; count += 1) await newTask(mine, { login_id: mine.logins[count % 3] });
    await newTask(other);
    const leases = [...(await lease(mine, 20)), ...(await lease(other, 5))];
    expect(leases).toHaveLength(10);
    const responses = await Promise.all(
      leases.map(({ lease_id, task }, index) =>
        under<Failure>(task.realm_id === mine.realmId ? mine : other, lease_id, 'hold', {
          seats: [seat(index)],
          expires_at: inMinutes(5),
        }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(4);
    const rejected = responses.filter(({ status }) => status === 409);
    expect(rejected).toHaveLength(6);
    expect(rejected[0]?.body).toMatchObject({
      code: 'LIMIT_REACHED',
      context: { limit: 4, used: 4, asked: 1 },
    });
  });

  it('rejects seats named twice, an expiry in the past and a basket at another site', async () => {
    const mine = await work(app);
    await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    const hold = (body: object) =>
      under<{ details: { field: string }[] }>(mine, lease_id, 'hold', {
        seats: [seat(1)],
        expires_at: inMinutes(5),
        ...body,
      });
    expect((await hold({ seats: [seat(1), seat(1)] })).body.details[0]?.field).toBe('seats');
    expect((await hold({ expires_at: inMinutes(-1) })).body.details[0]?.field).toBe('expires_at');
    expect((await hold({ basket: 'https://elsewhere.example/basket' })).body.details[0]?.field).toBe(
      'basket',
    );
  });
});
