import { startApp, type TestApp } from '../../../test/app';
import { admin, event, user } from '../../../test/factories';
import { holdSeats, lease, makeBuyer, newTask, under, work } from '../../../test/work';
import type { LiveFiguresDto } from './dashboard.dto';

describe('the live figures', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const figures = async (token: string, query = '') =>
    (await app.http<LiveFiguresDto>('GET', `/api/dashboard/live${query}`, { token })).body;

  const setHolds = (realmId: number, seat: number, sql: string) =>
    app.db.query(`UPDATE holds SET ${sql} WHERE realm_id = $1 AND seat = $2`, [realmId, String(seat)]);

  it('lists events that hold seats, are on sale or have waiting places, the next expiry first', async () => {
    const mine = await work(app, { logins: 3, eventFields: { name: 'Harbour City', status: 'announced' } });
    const waits = await event(app, mine.siteId, { name: 'Copper Almanac', status: 'announced' });
    const onSale = await event(app, mine.siteId, { name: 'Foundry Nights', status: 'on_sale' });
    // Nobody of the realm works on it.
    await event(app, mine.siteId, { name: 'Lantern Nights', status: 'on_sale' });
    await newTask(mine);
    await newTask(mine, { event_id: waits, login_id: mine.logins[1] });
    const [held, waiting] = await lease(mine, 2);
    await holdSeats(mine, held!.lease_id, [1, 2]);
    await under(mine, waiting!.lease_id, 'report', { status: 'waiting_room', queue_position: 12 });
    await newTask(mine, { event_id: onSale, login_id: mine.logins[2] });
    expect((await figures(mine.owner)).events).toEqual([
      { event_id: mine.eventId, name: 'Harbour City', on_sale: false, held: 2, waiting: 0 },
      { event_id: onSale, name: 'Foundry Nights', on_sale: true, held: 0, waiting: 0 },
      { event_id: waits, name: 'Copper Almanac', on_sale: false, held: 0, waiting: 1 },
    ]);
  });

  it('counts baskets and seats to pay, and what expires together by event and currency', async () => {
    const mine = await work(app, { logins: 2 });
    await newTask(mine);
    await newTask(mine, { login_id: mine.logins[1] });
    const [first, second] = await lease(mine, 2);
    await holdSeats(mine, first!.lease_id, [1, 2, 3]);
    await holdSeats(mine, second!.lease_id, [4]);
    await setHolds(mine.realmId, 1, `expires_at = date_trunc('minute', now()) + interval '2 minutes'`);
    await setHolds(
      mine.realmId,
      2,
      `expires_at = date_trunc('minute', now()) + interval '2 minutes 5 seconds'`,
    );
    await setHolds(
      mine.realmId,
      3,
      `expires_at = date_trunc('minute', now()) + interval '2 minutes', currency = 'EUR', price = 10`,
    );
    await setHolds(mine.realmId, 4, `expires_at = date_trunc('minute', now()) + interval '9 minutes'`);
    const { to_pay, expiries } = await figures(mine.owner);
    expect(to_pay).toEqual({ baskets: 2, seats: 4, expires_at: expiries[0]?.at });
    expect(expiries).toMatchObject([
      { event_id: mine.eventId, currency: 'EUR', seats: 1, total: 10 },
      { event_id: mine.eventId, currency: 'GBP', seats: 2, total: 85 },
      { event_id: mine.eventId, currency: 'GBP', seats: 1, total: 42.5 },
    ]);
  });

  it('leaves out seats that expired, and from those to pay what a worker pays', async () => {
    const mine = await work(app, { logins: 2 });
    const bought = await newTask(mine);
    await makeBuyer(mine, bought.id);
    await newTask(mine, { login_id: mine.logins[1] });
    const leases = await lease(mine, 2);
    const buyer = leases.find(({ task }) => task.id === bought.id);
    const holder = leases.find(({ task }) => task.id !== bought.id);
    await holdSeats(mine, buyer!.lease_id, [1]);
    await holdSeats(mine, holder!.lease_id, [2, 3]);
    await setHolds(mine.realmId, 2, `expires_at = now() - interval '1 second'`);
    const { events, to_pay, expiries } = await figures(mine.owner);
    expect(events).toMatchObject([{ held: 2 }]);
    expect(to_pay).toMatchObject({ baskets: 1, seats: 1 });
    expect(expiries).toMatchObject([{ seats: 1, total: 42.5 }]);
  });

  it('shows users their realm, and administrators all realms or one', async () => {
    const mine = await work(app);
    await newTask(mine);
    const [held] = await lease(mine);
    await holdSeats(mine, held!.lease_id, [1]);
    const other = await work(app);
    const nothing = {
      events: [],
      to_pay: { baskets: 0, seats: 0, expires_at: null },
      expiries: [],
      paused: false,
      open_requests: 0,
    };
    expect(await figures(other.owner)).toMatchObject(nothing);
    expect(await figures((await user(app, 'realm_user', null)).token)).toMatchObject(nothing);
    expect((await figures((await user(app, 'realm_user', mine.realmId)).token)).to_pay.seats).toBe(1);
    const root = (await admin(app)).token;
    expect((await figures(root)).to_pay.seats).toBeGreaterThanOrEqual(1);
    expect((await figures(root, `?realm_id=${mine.realmId}`)).to_pay.seats).toBe(1);
    const response = await app.http('GET', `/api/dashboard/live?realm_id=${mine.realmId}`, {
      token: other.owner,
    });
    expect(response.status).toBe(400);
  });
});
