import { startApp, type TestApp } from '../../../test/app';
import { user } from '../../../test/factories';
import { holdSeats, leaseOne, newTask, work } from '../../../test/work';
import type { TicketDto, TicketSumsDto } from './tickets.dto';

describe('purchased tickets', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const bought = async (numbers = [1]) => {
    const mine = await work(app);
    await newTask(mine);
    const ticket_ids = await holdSeats(mine, (await leaseOne(mine)).lease_id, numbers);
    await app.http('POST', '/api/carted-tickets/confirm', { token: mine.owner, body: { ticket_ids } });
    const tickets = await app.http<TicketDto[]>('GET', '/api/tickets?sort=created_at', { token: mine.owner });
    return { mine, tickets: tickets.body };
  };

  it('lists purchased seats with login and price', async () => {
    const { mine, tickets } = await bought();
    expect(tickets).toEqual([
      expect.objectContaining({
        event_guid: mine.guid,
        area: 'North 104',
        row: '12',
        seat: '1',
        price: 42.5,
        currency: 'GBP',
        status: 'ACTIVE',
        login_email: expect.stringContaining('@') as string,
      }),
    ]);
    const list = async (query: string) =>
      (await app.http<TicketDto[]>('GET', `/api/tickets?${query}`, { token: mine.owner })).body;
    expect(await list('status=!ACTIVE')).toEqual([]);
    expect(await list('q=north')).toHaveLength(1);
  });

  it('sums what its filters find by currency and event, of the own realm alone', async () => {
    const { mine, tickets } = await bought([1, 2, 3]);
    const elsewhere = await bought([4]);
    const [first, second, third] = tickets.map(({ id }) => id);
    await app.db.query('UPDATE tickets SET price = NULL WHERE id = $1', [first]);
    await app.db.query("UPDATE tickets SET currency = 'EUR' WHERE id = $1", [second]);
    await app.http('DELETE', `/api/tickets/${third}`, { token: mine.owner });
    const sums = (query = '') =>
      app.http<TicketSumsDto>('GET', `/api/tickets/sums${query}`, { token: mine.owner });
    const event = { event_id: tickets[0]!.event_id, event_name: tickets[0]!.event_name };
    const pounds = { currency: 'GBP', seats: 1, amount: 0 };
    const euros = { currency: 'EUR', seats: 1, amount: 42.5 };
    const { body } = await sums();
    expect(body.totals).toHaveLength(2);
    expect(body.totals).toEqual(expect.arrayContaining([pounds, euros]));
    expect(body.events).toHaveLength(2);
    expect(body.events).toEqual(
      expect.arrayContaining([
        { ...pounds, ...event },
        { ...euros, ...event },
      ]),
    );
    expect((await sums('?status=USED')).body).toEqual({ totals: [], events: [] });
    expect((await sums('?q=north')).body.totals).toHaveLength(2);
    expect((await sums(`?event_id=${elsewhere.tickets[0]!.event_id}`)).body).toEqual({
      totals: [],
      events: [],
    });
    expect((await sums('?status=gone')).status).toBe(400);
  });

  it('makes USED and CANCELLED final, and lets the reference change in any status', async () => {
    const { mine, tickets } = await bought();
    const put = (body: object) =>
      app.http<TicketDto & { code: string }>('PUT', `/api/tickets/${tickets[0]!.id}`, {
        token: mine.owner,
        body,
      });
    expect((await put({ status: 'USED' })).body).toMatchObject({ status: 'USED', ticket_reference: null });
    expect((await put({ status: 'USED' })).status).toBe(200);
    expect(await put({ status: 'CANCELLED' })).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE' },
    });
    expect((await put({ ticketReference: 'GATE-7' })).body).toMatchObject({
      status: 'USED',
      ticket_reference: 'GATE-7',
    });
    expect((await put({ ticket_reference: 'x'.repeat(121) })).status).toBe(400);
  });

  it('lets the person who set a status undo it for 15 seconds by the database clock', async () => {
    const { mine, tickets } = await bought([1, 2]);
    const colleague = await user(app, 'realm_owner', mine.realmId);
    const put = (id: number, status: string, token = mine.owner) =>
      app.http<TicketDto>('PUT', `/api/tickets/${id}`, { token, body: { status } });
    const [used, cancelled] = tickets.map(({ id }) => id) as [number, number];
    await put(used, 'USED');
    await put(cancelled, 'CANCELLED');
    expect((await put(used, 'ACTIVE', colleague.token)).status).toBe(409);
    expect((await put(used, 'CANCELLED')).status).toBe(409);
    expect((await put(used, 'ACTIVE')).body).toMatchObject({ status: 'ACTIVE' });
    expect((await put(cancelled, 'ACTIVE')).body).toMatchObject({ status: 'ACTIVE' });
    await put(used, 'USED');
    await app.db.query(
      "UPDATE tickets SET status_changed_at = status_changed_at - interval '16 seconds' WHERE id = $1",
      [used],
    );
    expect((await put(used, 'ACTIVE')).status).toBe(409);
    const { rows } = await app.db.query<{ action: string }>(
      "SELECT action FROM audit WHERE entity = 'ticket' AND entity_id = $1 ORDER BY id",
      [String(cancelled)],
    );
    expect(rows.map(({ action }) => action)).toEqual(['ticket.purchase', 'ticket.update', 'ticket.update']);
  });

  it('audits a soft delete and its restore', async () => {
    const { mine, tickets } = await bought();
    const id = tickets[0]!.id;
    expect((await app.http('DELETE', `/api/tickets/${id}`, { token: mine.owner })).status).toBe(204);
    expect((await app.http('GET', `/api/tickets/${id}`, { token: mine.owner })).status).toBe(404);
    expect((await app.http('POST', `/api/tickets/${id}/restore`, { token: mine.owner })).status).toBe(200);
    const { rows } = await app.db.query<{ action: string }>(
      "SELECT action FROM audit WHERE entity = 'ticket' AND entity_id = $1 ORDER BY id",
      [String(id)],
    );
    expect(rows.map(({ action }) => action)).toEqual(['ticket.purchase', 'ticket.delete', 'ticket.restore']);
  });

  it('hides tickets of other realms, and rejects changes without write permission', async () => {
    const { mine, tickets } = await bought();
    const other = await work(app);
    const path = `/api/tickets/${tickets[0]!.id}`;
    const reader = (await user(app, 'realm_user', mine.realmId)).token;
    for (const [method, token, status] of [
      ['GET', other.owner, 404],
      ['PUT', other.owner, 404],
      ['DELETE', other.owner, 404],
      ['GET', reader, 200],
      ['PUT', reader, 403],
      ['DELETE', reader, 403],
    ] as const) {
      const body = method === 'PUT' ? { status: 'USED' } : undefined;
      expect([method, (await app.http(method, path, { token, body })).status]).toEqual([method, status]);
    }
  });
});
