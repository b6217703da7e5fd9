import { startApp, type TestApp } from '../../../test/app';
import { defined } from '../../../test/defined';
import * as make from '../../../test/factories';
import { holdSeats, inMinutes, leaseOne, newTask, type Work, work } from '../../../test/work';
import type { EventSeatMapDto } from './seats.dto';

describe('/api/events/{id}/seat-map', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const read = async (from: Work, query = '', token = from.owner) =>
    (await app.http<EventSeatMapDto>('GET', `/api/events/${from.eventId}/seat-map${query}`, { token })).body;

  /** Inserts a live hold, or one of these fields. */
  const hold = (from: Work, fields: Record<string, unknown>) =>
    make.insert(app, 'holds', {
      realm_id: from.realmId,
      login_id: from.logins[0],
      site_id: from.siteId,
      event_id: from.eventId,
      event_guid: from.guid,
      event_name: 'Harbour City v Northgate Rovers',
      customer_identity: 'buyer',
      expires_at: inMinutes(10),
      ...fields,
    });
  /** Inserts a ticket with its confirmed hold. */
  const ticket = async (from: Work, { status, ...fields }: Record<string, unknown>) => {
    const hold_id = await hold(from, { status: 'confirmed', ...fields });
    return make.insert(app, 'tickets', {
      realm_id: from.realmId,
      hold_id,
      login_id: from.logins[0],
      site_id: from.siteId,
      event_id: from.eventId,
      event_guid: from.guid,
      event_name: 'Harbour City v Northgate Rovers',
      login_email: 'buyer@quayside.example',
      customer_identity: 'buyer',
      ...(status === undefined ? {} : { status }),
      ...fields,
    });
  };

  it('shows only seats of the own realm', async () => {
    const mine = await work(app);
    const theirs = await work(app, { on: mine });
    await hold(theirs, { area: 'North', row: '1', seat: '1' });
    expect(await read(mine)).toMatchObject({ held: 0, areas: [], logins: [] });
    expect(await read(theirs)).toMatchObject({ held: 1, areas: [{ name: 'North' }] });
    const { token } = await make.admin(app);
    expect(await read(mine, '', token)).toMatchObject({ held: 1 });
  });

  it('shows what workers report, by whom it is held, and what is side by side', async () => {
    const mine = await work(app);
    const task = await newTask(mine, { name: 'North stand 07' });
    await holdSeats(mine, (await leaseOne(mine)).lease_id, [11, 12, 14]);
    const map = await read(mine);
    expect(map).toMatchObject({
      event_id: mine.eventId,
      site_id: mine.siteId,
      held: 3,
      bought: 0,
      complete: true,
      tasks: [{ id: task.id, name: 'North stand 07' }],
      logins: [{ id: mine.logins[0] }],
    });
    const [area] = map.areas;
    expect(area).toMatchObject({ name: 'North 104', key: 'north104', price_level: null, held: 3 });
    expect(defined(area).rows.map(({ name }) => name)).toEqual(['12']);
    expect(defined(area).rows[0]?.seats).toMatchObject([
      { state: 'held', seat: '11', group: 1, task_id: task.id, price: 42.5 },
      { state: 'held', seat: '12', group: 1 },
      { state: 'held', seat: '14', group: null },
    ]);
  });

  it('leaves out expired and removed holds, and cancelled and deleted tickets', async () => {
    const mine = await work(app);
    await hold(mine, { area: 'North', row: '1', seat: '1', expires_at: inMinutes(-1) });
    await hold(mine, { area: 'North', row: '1', seat: '2', status: 'removed' });
    await ticket(mine, { area: 'North', row: '1', seat: '3', status: 'CANCELLED' });
    const deleted = await ticket(mine, { area: 'North', row: '1', seat: '4' });
    await app.db.query('UPDATE tickets SET deleted_at = now() WHERE id = $1', [deleted]);
    await ticket(mine, { area: 'North', row: '1', seat: '5' });
    const { areas, held, bought } = await read(mine);
    expect([held, bought]).toEqual([0, 1]);
    expect(areas[0]?.rows[0]?.seats).toMatchObject([{ state: 'bought', seat: '5', expires_at: null }]);
  });

  it('counts the seats of each job', async () => {
    const mine = await work(app);
    const job_id = await make.job(app, mine.realmId, mine.siteId, mine.eventId, { name: 'Derby' });
    await hold(mine, { area: 'North', row: '1', seat: '1', job_id });
    await ticket(mine, { area: 'North', row: '1', seat: '2', job_id });
    await ticket(mine, { area: 'North', row: '1', seat: '3' });
    expect((await read(mine)).jobs).toEqual([{ id: job_id, name: 'Derby', held: 1, bought: 1 }]);
  });

  it("takes an area's price level from the event before the site, whatever the case of its name", async () => {
    const mine = await work(app, { eventFields: { price_levels: { 'north stand': 1 } } });
    await app.db.query('UPDATE sites SET config = $2 WHERE id = $1', [
      mine.siteId,
      { price_levels: { 'East Stand': 'B', 'West Stand': 3 } },
    ]);
    for (const area of ['North Stand', 'East Stand', 'South Stand']) await hold(mine, { area });
    const levels = (await read(mine)).areas.map(({ name, price_level }) => [name, price_level]);
    expect(levels).toEqual([
      ['East Stand', 'B'],
      ['North Stand', '1'],
      ['South Stand', null],
    ]);
  });

  it('limits the response to the rows of a task, or to an area and a row', async () => {
    const mine = await work(app);
    const task_id = await make.task(app, mine.realmId, mine.siteId, mine.eventId, defined(mine.logins[0]));
    await hold(mine, { area: 'North', row: '1', seat: '1', task_id });
    await hold(mine, { area: 'North', row: '1', seat: '2' });
    await hold(mine, { area: 'North', row: '2', seat: '1' });
    await hold(mine, { area: 'East', row: '1', seat: '1' });
    const found = async (query: string) =>
      (await read(mine, query)).areas.flatMap(({ name, rows }) =>
        rows.flatMap((row) => row.seats.map(({ seat }) => `${name} ${row.name} ${seat}`)),
      );
    expect(await found(`?task_id=${task_id}`)).toEqual(['North 1 1', 'North 1 2']);
    expect(await found('?area=North&row=2')).toEqual(['North 2 1']);
    expect(await found('?area=North')).toHaveLength(3);
    expect(await found('?area=Nowhere')).toEqual([]);
  });

  it('has 20,000 seats at most, and says when there are more', async () => {
    const mine = await work(app);
    await app.db.query(
      `INSERT INTO holds (realm_id, login_id, site_id, event_id, event_guid, event_name, customer_identity, area, "row", seat, expires_at)
       SELECT $1, $2, $3, $4, $5, 'Derby', 'buyer', 'Area ' || n % 40, (n / 40 % 50)::text, (n / 2000)::text, now() + interval '10 minutes'
       FROM generate_series(0, 20000) n`,
      [mine.realmId, mine.logins[0], mine.siteId, mine.eventId, mine.guid],
    );
    const map = await read(mine);
    expect([map.held, map.complete, map.areas.length]).toEqual([20_000, false, 40]);
    expect(await read(mine, '?area=Area 7')).toMatchObject({ held: 500, complete: true });
  });

  it('returns 404 for an event that is not there', async () => {
    const { owner: token } = await work(app);
    expect((await app.http('GET', '/api/events/999999/seat-map', { token })).status).toBe(404);
  });
});
