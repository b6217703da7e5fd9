import { startApp, type TestApp } from '../../test/app';
import * as make from '../../test/factories';
import { controlJob, launch, templateOf } from '../../test/jobs';
import { range, setPrices } from '../../test/prices';
import { type Work, work } from '../../test/work';
import type { CalendarDto } from './calendar/calendar.dto';
import type { DashboardDto } from './dashboard/dashboard.dto';
import type { OnSaleDto } from './on-sale/on-sale.dto';

const FUTURE = '2090-01-02T10:00:00Z';

describe('what launches were planned to cost', () => {
  let app: TestApp;
  let mine: Work;
  let template_id: number;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    mine = await work(app, { logins: 2 });
    template_id = await templateOf(mine);
    await price(mine.eventId, 'GBP', 10);
  });

  const price = (event_id: number, currency: string, amount: number) =>
    setPrices(app, { site_id: mine.siteId, event_id, currency }, range(amount, 2 * amount));
  const get = async <T>(path: string, token = mine.owner) =>
    (await app.http<T>('GET', `/api${path}`, { token })).body;
  const inRoom = async (eventId = mine.eventId) =>
    (await get<OnSaleDto>(`/on-sale/${eventId}`)).money.planned;
  const onDashboard = async (token = mine.owner) => (await get<DashboardDto>('/dashboard', token)).planned;

  it('is nothing before a launch', async () => {
    const nothing = { costs: [], seats: 0, unpriced_seats: 0 };
    expect([await inRoom(), await onDashboard()]).toEqual([nothing, nothing]);
  });

  it('is added per currency, never over two, and seats without a price are counted', async () => {
    await launch(mine, { template_id });
    await launch(mine, { template_id, scheduled_at: FUTURE });
    await price(mine.eventId, 'JPY', 1000);
    await launch(mine, { template_id });
    await setPrices(app, { site_id: mine.siteId, event_id: mine.eventId });
    await launch(mine, { template_id });
    const expected = {
      costs: [
        { currency: 'GBP', min: 80, max: 160 },
        { currency: 'JPY', min: 4000, max: 8000 },
      ],
      seats: 16,
      unpriced_seats: 4,
    };
    expect(await inRoom()).toEqual(expected);
    expect(await onDashboard()).toEqual(expected);
  });

  it('includes drafts in the room, where they may start, and not on the dashboard', async () => {
    await launch(mine, { template_id, draft: true });
    expect(await inRoom()).toMatchObject({ costs: [{ min: 40 }], seats: 4 });
    expect(await onDashboard()).toMatchObject({ costs: [], seats: 0 });
  });

  it('ends with the job, counts jobs from before costs were kept, and stays within the realm', async () => {
    const job = await launch(mine, { template_id });
    await controlJob(mine, job.id, 'stop');
    expect(await inRoom()).toMatchObject({ costs: [], seats: 0 });
    const old = await launch(mine, { template_id });
    await app.db.query(
      'UPDATE jobs SET cost_min = NULL, cost_max = NULL, cost_currency = NULL, unpriced_seats = NULL WHERE id = $1',
      [old.id],
    );
    expect(await inRoom()).toEqual({ costs: [], seats: 4, unpriced_seats: 4 });
    expect(await onDashboard()).toEqual({ costs: [], seats: 4, unpriced_seats: 4 });
    const stranger = (await make.user(app, 'realm_owner', await make.realm(app))).token;
    expect(await onDashboard(stranger)).toMatchObject({ seats: 0 });
  });

  it('is in the calendar with each job', async () => {
    await app.db.query('UPDATE events SET on_sale_at = $1 WHERE id = $2', [FUTURE, mine.eventId]);
    await launch(mine, { template_id, scheduled_at: FUTURE });
    const { entries } = await get<CalendarDto>(
      `/calendar?from=2090-01-01T00:00:00Z&to=2090-01-08T00:00:00Z&site_id=${mine.siteId}`,
    );
    expect(entries.map(({ kind, cost, unpriced_seats }) => [kind, cost, unpriced_seats])).toEqual([
      ['on_sale', null, null],
      ['job', { currency: 'GBP', min: 40, max: 80 }, 0],
    ]);
  });
});
