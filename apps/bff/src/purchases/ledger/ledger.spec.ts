import { startApp, type TestApp } from '../../../test/app';
import { admin, user } from '../../../test/factories';
import { holdSeats, leaseOne, makeBuyer, newTask, under, type Work, work } from '../../../test/work';
import { parseCsv } from '../../platform/http/csv';
import type { TicketDto, TicketSumsDto } from '../tickets/tickets.dto';
import type { LedgerLine } from './ledger.dto';

describe('the purchase ledger', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const read = (token: string, query = '') => app.http<LedgerLine[]>('GET', `/api/ledger${query}`, { token });
  /** One seat that a worker bought, and one that a person confirmed. */
  const bought = async (mine: Work): Promise<{ worker: number; person: number }> => {
    const buyer = await newTask(mine);
    await makeBuyer(mine, buyer.id);
    const first = await leaseOne(mine);
    const [paid] = await holdSeats(mine, first.lease_id, [1]);
    await under(mine, first.lease_id, 'purchase', {
      tickets: [{ hold_id: paid, ticket_reference: 'REF-1' }],
    });
    await newTask(mine);
    const second = await leaseOne(mine);
    const ids = await holdSeats(mine, second.lease_id, [2]);
    const { body } = await app.http<{ confirmed: TicketDto[] }>('POST', '/api/carted-tickets/confirm', {
      token: mine.owner,
      body: { ticket_ids: ids },
    });
    const lines = (await read(mine.owner)).body;
    return { worker: lines.find(({ seat }) => seat === '1')!.id, person: body.confirmed[0]!.id };
  };

  it('shows seat, customer, buyer, time, price and order of a purchase', async () => {
    const mine = await work(app);
    await app.db.query("UPDATE logins SET supporter_id = ' QD-0042 ' WHERE id = $1", [mine.logins[0]]);
    const ids = await bought(mine);
    const { body, headers } = await read(mine.owner);
    expect(headers.get('x-total-count')).toBe('2');
    expect(body.map(({ id }) => id)).toEqual([ids.person, ids.worker]);
    expect(body[0]).toMatchObject({
      customer_identity: 'qd-0042',
      buyer_kind: 'person',
      buyer: expect.stringMatching(/^realm_owner-/) as string,
      seat: '2',
    });
    expect(body[1]).toMatchObject({
      customer_identity: 'qd-0042',
      buyer_kind: 'worker',
      buyer: expect.stringContaining('worker') as string,
      event_name: 'Harbour City v Northgate Rovers',
      event_guid: mine.guid,
      area: 'North 104',
      row: '12',
      seat: '1',
      price: 42.5,
      currency: 'GBP',
      ticket_reference: 'REF-1',
      order_key: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      deleted: false,
    });
    expect(
      (await app.http<LedgerLine>('GET', `/api/ledger/${ids.worker}`, { token: mine.owner })).body,
    ).toEqual(body[1]);
  });

  it('sums what its filters find, deleted tickets too, and reversed records only where they are asked for', async () => {
    const mine = await work(app);
    const ids = await bought(mine);
    const sums = async (query = '') =>
      (await app.http<TicketSumsDto>('GET', `/api/ledger/sums${query}`, { token: mine.owner })).body;
    const total = (seats: number) => [{ currency: 'GBP', seats, amount: seats * 42.5 }];
    expect(await sums()).toEqual({
      totals: total(2),
      events: [{ ...total(2)[0], event_id: mine.eventId, event_name: 'Harbour City v Northgate Rovers' }],
    });
    expect((await sums('?buyer_kind=worker')).totals).toEqual(total(1));
    expect((await sums('?q=REF-1')).totals).toEqual(total(1));
    await app.http('DELETE', `/api/tickets/${ids.worker}`, { token: mine.owner });
    await app.http('POST', '/api/purchases/reverse', {
      token: mine.owner,
      body: { ticket_ids: [ids.person], reason: 'Declined' },
    });
    expect((await sums()).totals).toEqual(total(1));
    expect((await sums('?reversed=true')).totals).toEqual(total(1));
    expect((await sums('?customer=nobody@quayside.example')).totals).toEqual([]);
  });

  it('keeps deleted tickets, filters by customer, buyer and time, and exports CSV', async () => {
    const mine = await work(app);
    const ids = await bought(mine);
    await app.http('DELETE', `/api/tickets/${ids.person}`, { token: mine.owner });
    const all = (await read(mine.owner)).body;
    expect(all.map(({ deleted }) => deleted)).toEqual([true, false]);
    const only = async (query: string) => (await read(mine.owner, query)).body.map(({ id }) => id);
    expect(await only('?buyer_kind=worker')).toEqual([ids.worker]);
    expect(await only(`?customer=${encodeURIComponent(all[0]!.login_email.toUpperCase())}`)).toHaveLength(2);
    expect(await only('?customer=nobody@quayside.example')).toEqual([]);
    expect(await only(`?from=${encodeURIComponent(all[0]!.bought_at)}`)).toEqual([ids.person]);
    expect(await only(`?to=${encodeURIComponent(all[0]!.bought_at)}`)).toEqual([ids.worker]);
    expect(await only('?q=ref-1')).toEqual([ids.worker]);
    expect((await read(mine.owner, '?buyer_kind=robot')).status).toBe(400);
    const csv = await app.http<string>('GET', '/api/ledger', {
      token: mine.owner,
      headers: { Accept: 'text/csv' },
    });
    const [head, ...rows] = parseCsv(csv.body) ?? [];
    expect(csv.headers.get('content-disposition')).toContain('ledger.csv');
    expect(head).toEqual(expect.arrayContaining(['bought_at', 'customer_identity', 'buyer', 'order_key']));
    expect(rows).toHaveLength(2);
  });

  it('shows owners their realm, administrators all realms, and is forbidden to readers', async () => {
    const [mine, other] = [await work(app), await work(app)];
    const ids = await bought(mine);
    expect((await read(other.owner)).body).toEqual([]);
    expect((await app.http('GET', `/api/ledger/${ids.worker}`, { token: other.owner })).status).toBe(404);
    expect((await read((await user(app, 'realm_user', mine.realmId)).token)).status).toBe(403);
    const all = await read((await admin(app)).token, `?realm_id=${mine.realmId}`);
    expect(all.body.map(({ realm_id }) => realm_id)).toEqual([mine.realmId, mine.realmId]);
  });
});
