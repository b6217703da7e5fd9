import { startApp, type TestApp } from '../../../test/app';
import { concurrently } from '../../../test/concurrently';
import { admin, user } from '../../../test/factories';
import {
  getTask,
  holdSeats,
  leaseOne,
  newTask,
  seat,
  sweep,
  under,
  type Work,
  work,
} from '../../../test/work';
import type { TicketDto } from '../tickets/tickets.dto';
import type { CartedTicketDto, ConfirmAnswer } from './carts.dto';

type Failure = { code: string; context?: { failed?: { id: number; code: string }[] } };

describe('the cart', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  /** A task whose worker holds these seats. */
  const carted = async (from: Work, numbers: number[], fields = {}) => {
    const made = await newTask(from, fields);
    const ids = await holdSeats(from, (await leaseOne(from)).lease_id, numbers);
    return { task: made.id, holds: ids };
  };
  const cart = async (from: Work) =>
    (await app.http<CartedTicketDto[]>('GET', '/api/carted-tickets?sort=created_at', { token: from.owner }))
      .body;
  const confirm = <T = ConfirmAnswer>(from: Work, ticket_ids: number[], token = from.owner) =>
    app.http<T>('POST', '/api/carted-tickets/confirm', { token, body: { ticket_ids } });
  const remove = (from: Work, path: string) =>
    app.http<{ ids: number[] }>('DELETE', `/api/carted-tickets/${path}`, { token: from.owner });
  const purchase = <T = TicketDto[]>(from: Work, body: object = {}) =>
    app.http<T>('POST', '/api/purchases', {
      token: from.owner,
      body: { loginId: from.logins[0], siteId: from.siteId, eventGuid: from.guid, ...body },
    });

  it('shows held seats with the link for payment', async () => {
    const mine = await work(app);
    const { task } = await carted(mine, [7]);
    expect(await cart(mine)).toEqual([
      expect.objectContaining({
        task_id: task,
        login_id: mine.logins[0],
        event_guid: mine.guid,
        area: 'North 104',
        row: '12',
        seat: '7',
        price: 42.5,
        currency: 'GBP',
        status: 'held',
        basket: 'https://tickets.example/basket/1',
      }),
    ]);
  });

  it('searches by event, seat and login, and filters by event, site and login', async () => {
    const mine = await work(app);
    const { holds } = await carted(mine, [7, 8]);
    const [login] = (
      await app.http<{ id: number; email: string }[]>('GET', '/api/logins', { token: mine.owner })
    ).body.filter(({ id }) => id === mine.logins[0]);
    const found = async (query: string) => {
      const { body, headers } = await app.http<CartedTicketDto[]>('GET', `/api/carted-tickets?${query}`, {
        token: mine.owner,
      });
      expect(Number(headers.get('x-total-count'))).toBe(body.length);
      return body.map(({ id }) => id).sort((a, b) => a - b);
    };
    for (const q of ['NORTH 104', login?.email ?? 'none']) {
      expect(await found(`page=1&q=${encodeURIComponent(q)}`)).toEqual(holds);
    }
    expect(await found('page=1&q=nowhere')).toEqual([]);
    expect(await found(`page=1&site_id=${mine.siteId}&login_id=${mine.logins[0]}`)).toEqual(holds);
    expect(await found(`page=1&login_id=!${mine.logins[0]}`)).toEqual([]);
  });

  it('marks seats as purchased once under concurrent requests', async () => {
    const mine = await work(app);
    const { task, holds } = await carted(mine, [1, 2]);
    const responses = await Promise.all([confirm(mine, holds), confirm(mine, holds), confirm(mine, holds)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const won = responses.find(({ status }) => status === 200);
    expect(
      won?.body.confirmed.map(({ hold_id, status, late, over_limit }) => [hold_id, status, late, over_limit]),
    ).toEqual(holds.map((id) => [id, 'ACTIVE', false, false]));
    expect((await getTask(mine, task)).status).toBe('bought');
    expect(await cart(mine)).toEqual([]);
    const again = await confirm<Failure>(mine, holds);
    expect(again.body.context?.failed).toEqual(holds.map((id) => ({ id, code: 'CONFIRMED' })));
  });

  it('keeps the task carted while other seats of it are held, and buys it with one confirmed seat when they expire', async () => {
    const mine = await work(app);
    const { task, holds } = await carted(mine, [1, 2]);
    await confirm(mine, [holds[0]!]);
    expect((await getTask(mine, task)).status).toBe('carted');
    await app.db.query("UPDATE holds SET expires_at = now() - interval '1 second' WHERE id = $1", [holds[1]]);
    await sweep(app);
    expect((await getTask(mine, task)).status).toBe('bought');
  });

  it('saves the order reference on each ticket, and rejects one that is too long', async () => {
    const mine = await work(app);
    const { holds } = await carted(mine, [1, 2, 3]);
    const state = (ticket_ids: number[], ticket_reference: string | null) =>
      app.http<ConfirmAnswer>('POST', '/api/carted-tickets/confirm', {
        token: mine.owner,
        body: { ticket_ids, ticket_reference },
      });
    expect((await state(holds, 'x'.repeat(121))).status).toBe(400);
    const given = await state(holds.slice(0, 2), 'QD-2026-0042');
    expect(given.body.confirmed.map((ticket) => ticket.ticket_reference)).toEqual([
      'QD-2026-0042',
      'QD-2026-0042',
    ]);
    const none = await state(holds.slice(2), null);
    expect(none.body.confirmed.map((ticket) => ticket.ticket_reference)).toEqual([null]);
  });

  it('flags a purchase over a limit that was lowered since', async () => {
    const mine = await work(app, { eventFields: { max_per_customer: 4 } });
    const { holds } = await carted(mine, [1, 2]);
    await app.db.query('UPDATE events SET max_per_customer = 1 WHERE id = $1', [mine.eventId]);
    expect((await confirm(mine, holds)).body.confirmed.map((ticket) => ticket.over_limit)).toEqual([
      true,
      true,
    ]);
  });

  it('marks a stopped task as bought by a confirm, and fences a worker that has the task', async () => {
    const mine = await work(app);
    const { task, holds } = await carted(mine, [1]);
    await app.http('POST', `/api/tasks/${task}/stop`, { token: mine.owner });
    await app.http('POST', `/api/tasks/${task}/start`, { token: mine.owner });
    const { lease_id } = await leaseOne(mine);
    await confirm(mine, holds);
    expect((await getTask(mine, task)).status).toBe('bought');
    expect(
      (await under(mine, lease_id, 'hold', { seats: [seat(9)], expires_at: '2090-01-01T00:00:00Z' })).status,
    ).toBe(409);
  });

  it('removes one seat, and stops the task with the last one; repeating changes nothing', async () => {
    const mine = await work(app);
    const { task, holds } = await carted(mine, [1, 2]);
    expect((await remove(mine, String(holds[0]))).status).toBe(204);
    expect((await getTask(mine, task)).status).toBe('carted');
    expect((await remove(mine, String(holds[1]))).status).toBe(204);
    expect((await remove(mine, String(holds[1]))).status).toBe(204);
    expect((await getTask(mine, task)).status).toBe('stopped');
  });

  it('removes exactly the group that the page showed', async () => {
    const mine = await work(app);
    const made = await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    const seatInRow = (row: string) => ({ ...seat(1), row });
    const held = await under<{ holds: { id: number }[] }>(mine, lease_id, 'hold', {
      seats: [seatInRow('12'), seatInRow('13')],
      expires_at: new Date(Date.now() + 60_000).toISOString(),
    });
    const path = `group/${made.id}/${mine.logins[0]}?site_id=${mine.siteId}&area=North%20104&row=13`;
    expect((await remove(mine, path)).body).toEqual({ ids: [held.body.holds[1]!.id] });
    expect((await cart(mine)).map(({ row }) => row)).toEqual(['12']);
    expect((await remove(mine, `group/${made.id}/${mine.logins[0]}?row=99`)).status).toBe(404);
  });

  it('removes expired seats without the live ones of their group, and vice versa', async () => {
    const mine = await work(app);
    const { task, holds } = await carted(mine, [1, 2, 3]);
    await app.db.query("UPDATE holds SET expires_at = now() - interval '1 minute' WHERE id = $1", [holds[0]]);
    const path = `group/${task}/${mine.logins[0]}`;
    expect((await remove(mine, `${path}?expired=true`)).body).toEqual({ ids: [holds[0]] });
    await app.db.query("UPDATE holds SET expires_at = now() - interval '1 minute' WHERE id = $1", [holds[1]]);
    expect((await remove(mine, `${path}?expired=false`)).body).toEqual({ ids: [holds[2]] });
    const left = await app.db.query('SELECT status FROM holds WHERE id = $1', [holds[1]]);
    expect(left.rows).toEqual([{ status: 'held' }]);
  });

  it('gives one hundred identical purchases one effect and one response', async () => {
    const mine = await work(app);
    const { task } = await carted(mine, [1, 2, 3]);
    const responses = await concurrently(100, () => purchase(mine));
    expect(new Set(responses.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(responses[0]).toMatchObject({ status: 200, body: [{}, {}, {}] });
    expect((await getTask(mine, task)).status).toBe('bought');
    expect((await app.http<TicketDto[]>('GET', '/api/tickets', { token: mine.owner })).body).toHaveLength(3);
  });

  it('rejects a purchase without held seats, and limits one of a basket to that basket', async () => {
    const mine = await work(app);
    expect(await purchase<Failure>(mine)).toMatchObject({ status: 409, body: { code: 'NOTHING_HELD' } });
    await carted(mine, [1]);
    expect((await purchase<Failure>(mine, { basket: 'https://tickets.example/basket/2' })).body.code).toBe(
      'NOTHING_HELD',
    );
    expect((await purchase(mine, { basket: 'https://tickets.example/basket/1' })).body).toHaveLength(1);
  });

  it('returns 404 to other realms, 403 to readers who write, and 409 for rows of two realms', async () => {
    const mine = await work(app);
    const other = await work(app);
    const { task, holds } = await carted(mine, [1]);
    const { holds: foreign } = await carted(other, [1]);
    expect(await cart(other)).toHaveLength(1);
    expect((await remove(other, String(holds[0]))).status).toBe(404);
    expect((await remove(other, `group/${task}/${mine.logins[0]}`)).status).toBe(404);
    expect((await confirm(other, holds)).status).toBe(409);
    const reader = (await user(app, 'realm_user', mine.realmId)).token;
    expect((await confirm(mine, holds, reader)).status).toBe(403);
    expect(await confirm<Failure>(mine, [...holds, ...foreign], (await admin(app)).token)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    });
    expect((await getTask(mine, task)).status).toBe('carted');
  });
});
