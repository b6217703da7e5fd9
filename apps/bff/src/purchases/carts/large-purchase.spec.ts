import { startApp, type TestApp } from '../../../test/app';
import { template } from '../../../test/factories';
import { holdSeats, leaseOne, work } from '../../../test/work';

/** Most tasks of one job. */
const MOST = 10_000;

describe('a purchase by a login with 10,000 tasks for the event', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('ends them all within the time that a statement may take', async () => {
    const mine = await work(app, { max_tasks: MOST });
    const template_id = await template(app, mine.realmId, mine.siteId, mine.eventId, { worker_count: MOST });
    const launch = { token: mine.owner, body: { template_id, login_ids: mine.logins } };
    expect((await app.http('POST', '/api/jobs', launch)).status).toBe(201);
    await holdSeats(mine, (await leaseOne(mine)).lease_id, [1, 2]);
    const body = { loginId: mine.logins[0], siteId: mine.siteId, eventGuid: mine.guid };
    expect((await app.http('POST', '/api/purchases', { token: mine.owner, body })).status).toBe(200);
    const { rows } = await app.db.query<{ status: string; count: number }>(
      'SELECT status, count(*)::int FROM tasks WHERE event_id = $1 GROUP BY status',
      [mine.eventId],
    );
    expect(rows).toEqual([{ status: 'bought', count: MOST }]);
  });
});
