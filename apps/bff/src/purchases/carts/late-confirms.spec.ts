import { startApp, type TestApp } from '../../../test/app';
import { getTask, holdSeats, leaseOne, newTask, sweep, type Work, work } from '../../../test/work';
import type { TicketDto } from '../tickets/tickets.dto';
import type { CartedTicketDto, ConfirmAnswer } from './carts.dto';

type Failure = { code: string; context?: { failed?: { id: number; code: string }[] } };

describe('expired seats', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const carted = async (from: Work, numbers: number[]) => {
    const { id } = await newTask(from);
    return { id, holds: await holdSeats(from, (await leaseOne(from)).lease_id, numbers) };
  };
  const confirm = <T = ConfirmAnswer>(from: Work, ticket_ids: number[], more: object = {}) =>
    app.http<T>('POST', '/api/carted-tickets/confirm', {
      token: from.owner,
      body: { ticket_ids, ...more },
    });
  const expireHolds = async (ids: readonly number[], minutes = 1) => {
    await app.db.query(
      'UPDATE holds SET expires_at = now() - make_interval(mins => $2) WHERE id = ANY ($1)',
      [ids, minutes],
    );
  };
  const tickets = async ({ owner }: Work) =>
    (await app.http<TicketDto[]>('GET', '/api/tickets', { token: owner })).body;

  it('are confirmed only with `late`; without it only live seats of the task are', async () => {
    const mine = await work(app);
    const { id, holds } = await carted(mine, [10, 11, 14, 15]);
    await expireHolds(holds.slice(0, 2));
    for (const swept of [false, true]) {
      if (swept) await sweep(app);
      const rejected = await confirm<Failure>(mine, holds.slice(0, 2));
      expect([rejected.status, rejected.body.context?.failed]).toEqual([
        409,
        holds.slice(0, 2).map((hold) => ({ id: hold, code: 'EXPIRED' })),
      ]);
    }
    const live = await confirm(mine, holds);
    expect(live.body.confirmed.map(({ hold_id, late }) => [hold_id, late])).toEqual(
      holds.slice(2).map((hold) => [hold, false]),
    );
    expect(live.body.failed).toEqual(holds.slice(0, 2).map((hold) => ({ id: hold, code: 'EXPIRED' })));
    expect((await getTask(mine, id)).status).toBe('bought');
    const late = await confirm(mine, holds.slice(0, 2), { late: true });
    expect(late.body.confirmed.map((ticket) => ticket.late)).toEqual([true, true]);
  });

  it('are confirmed as late within ten minutes, and never afterwards', async () => {
    const mine = await work(app);
    const { holds } = await carted(mine, [1, 2]);
    await expireHolds([holds[0]!], 9);
    await expireHolds([holds[1]!], 11);
    const response = await confirm(mine, holds, { late: true });
    expect(response.body.confirmed.map(({ hold_id, late }) => [hold_id, late])).toEqual([[holds[0], true]]);
    expect(response.body.failed).toEqual([{ id: holds[1], code: 'EXPIRED' }]);
  });

  it('are not recorded without a question while another task of any realm holds their seat', async () => {
    const mine = await work(app);
    const other = await work(app, { on: mine });
    for (const from of [mine, other]) {
      const { holds } = await carted(mine, [20]);
      await expireHolds(holds);
      const { holds: theirs } = await carted(from, [20]);
      const rejected = await confirm<Failure>(mine, holds, { late: true });
      expect([rejected.status, rejected.body.context?.failed]).toEqual([
        409,
        [{ id: holds[0], code: 'HELD_ELSEWHERE' }],
      ]);
      await expireHolds(theirs, 11);
    }
    expect(await tickets(mine)).toEqual([]);
  });

  it('are not recorded without a question once their seat was bought elsewhere, until that ticket is cancelled', async () => {
    const mine = await work(app, { logins: 2 });
    const { holds } = await carted(mine, [30]);
    await expireHolds(holds);
    const second = await newTask(mine, { login_id: mine.logins[1] });
    const again = await holdSeats(mine, (await leaseOne(mine)).lease_id, [30]);
    const bought = await confirm(mine, again);
    expect(bought.body.confirmed).toHaveLength(1);
    expect((await getTask(mine, second.id)).status).toBe('bought');
    expect((await confirm<Failure>(mine, holds, { late: true })).body.context?.failed).toEqual([
      { id: holds[0], code: 'RECORDED_BEFORE' },
    ]);
    const ticket = bought.body.confirmed[0]!.id;
    await app.http('PUT', `/api/tickets/${ticket}`, { token: mine.owner, body: { status: 'CANCELLED' } });
    expect((await confirm(mine, holds, { late: true })).status).toBe(200);
  });

  it('are confirmed once if several holds of one seat are named, and never together with the live one', async () => {
    const mine = await work(app, { logins: 2 });
    const { holds: first } = await carted(mine, [40]);
    await expireHolds(first);
    await newTask(mine, { login_id: mine.logins[1] });
    const second = await holdSeats(mine, (await leaseOne(mine)).lease_id, [40]);
    await expireHolds(second);
    const response = await confirm(mine, [...first, ...second], { late: true });
    expect(response.body.confirmed.map(({ hold_id }) => hold_id)).toEqual(second);
    expect(response.body.failed).toEqual([{ id: first[0], code: 'HELD_ELSEWHERE' }]);
  });

  it('become one ticket if two people confirm one seat at the same time', async () => {
    const mine = await work(app, { logins: 2 });
    const { holds: first } = await carted(mine, [50]);
    await expireHolds(first);
    await newTask(mine, { login_id: mine.logins[1] });
    const second = await holdSeats(mine, (await leaseOne(mine)).lease_id, [50]);
    await expireHolds(second);
    const responses = await Promise.all([first, second].map((ids) => confirm(mine, ids, { late: true })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await tickets(mine)).toHaveLength(1);
  });

  it('are not compared without a seat number, as in a standing area', async () => {
    const mine = await work(app);
    const { holds } = await carted(mine, [1, 2]);
    await app.db.query("UPDATE holds SET area = 'Standing', \"row\" = '', seat = '' WHERE id = $1", [
      holds[0],
    ]);
    await expireHolds([holds[0]!]);
    await carted(mine, [3]);
    await app.db.query(
      `UPDATE holds SET area = 'Standing', "row" = '', seat = '' WHERE realm_id = $1 AND seat = '3'`,
      [mine.realmId],
    );
    expect((await confirm(mine, [holds[0]!], { late: true })).body.confirmed).toHaveLength(1);
  });

  it('are never part of POST /purchases, and are marked in every list', async () => {
    const mine = await work(app);
    const { holds } = await carted(mine, [60, 61]);
    await expireHolds([holds[0]!]);
    const shown = await app.http<CartedTicketDto[]>(
      'GET',
      '/api/carted-tickets?expired=true&sort=created_at',
      { token: mine.owner },
    );
    expect(Object.fromEntries(shown.body.map(({ id, status }) => [id, status]))).toEqual({
      [holds[0]!]: 'expired',
      [holds[1]!]: 'held',
    });
    const bought = await app.http<TicketDto[]>('POST', '/api/purchases', {
      token: mine.owner,
      body: { loginId: mine.logins[0], siteId: mine.siteId, eventGuid: mine.guid },
    });
    expect(bought.body.map(({ hold_id }) => hold_id)).toEqual([holds[1]]);
  });
});
