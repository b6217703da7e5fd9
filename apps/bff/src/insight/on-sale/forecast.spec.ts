import { startApp, type TestApp } from '../../../test/app';
import { launch, templateOf } from '../../../test/jobs';
import { range, setPrices } from '../../../test/prices';
import { holdSeats, leaseOne, newTask, type Work, work } from '../../../test/work';
import type { PlannedCosts } from '../../catalogue';
import type { OnSaleDto } from './on-sale.dto';

type Budget = { kind: string; forecast: PlannedCosts | null };

const pounds = (min: number, max: number) => ({ currency: 'GBP', min, max });

describe('the forecast of budgets', () => {
  let app: TestApp;
  let mine: Work;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    mine = await work(app, { logins: 3 });
    await app.db.query("UPDATE sites SET currency = 'GBP' WHERE id = $1", [mine.siteId]);
    await setPrices(app, { site_id: mine.siteId }, range(40, 60));
  });

  const room = async () =>
    (await app.http<OnSaleDto>('GET', `/api/on-sale/${mine.eventId}`, { token: mine.owner })).body.money
      .forecast;
  const forecasts = async () =>
    (await app.http<Budget[]>('GET', '/api/budgets?sort=kind', { token: mine.owner })).body.map(
      ({ kind, forecast }) => [kind, forecast],
    );

  it('follows the live tasks of the room and of each job, and moves with what they hold and buy', async () => {
    const template_id = await templateOf(mine);
    const budget = { budget: 300, budget_currency: 'GBP' };
    const job = await launch(mine, { template_id, ...budget });
    await app.http('PUT', `/api/on-sale/${mine.eventId}/budget`, {
      token: mine.owner,
      body: { amount: 500, currency: 'GBP' },
    });
    await app.http('PUT', '/api/budgets/month', {
      token: mine.owner,
      body: { amount: 900, currency: 'GBP' },
    });
    const all = { costs: [pounds(240, 360)], seats: 6, unpriced_seats: 0 };
    expect(await room()).toEqual(all);
    expect(await forecasts()).toEqual([
      ['event', all],
      ['job', all],
      ['month', null],
    ]);
    const ids = await holdSeats(mine, (await leaseOne(mine)).lease_id, [1, 2]);
    const held = { costs: [pounds(245, 325)], seats: 4, unpriced_seats: 0 };
    expect(await room()).toEqual(held);
    await app.http('POST', '/api/carted-tickets/confirm', { token: mine.owner, body: { ticket_ids: ids } });
    expect(await room()).toEqual(held);
    // A task without a job has no plan: its seat is counted.
    await newTask(mine, { login_id: mine.logins[2] });
    expect(await room()).toEqual({ ...held, seats: 5, unpriced_seats: 1 });
    expect(await forecasts()).toMatchObject([
      ['event', { seats: 5, unpriced_seats: 1 }],
      ['job', held],
      ['month', null],
    ]);
    await app.http('POST', `/api/jobs/${job.id}/control`, { token: mine.owner, body: { command: 'stop' } });
    expect(await forecasts()).toMatchObject([
      ['event', { costs: [pounds(85, 85)], seats: 1 }],
      ['job', { costs: [pounds(85, 85)], seats: 0 }],
      ['month', null],
    ]);
  });

  it('stops at the target of a job, and counts as unpriced what is planned in another currency', async () => {
    const template_id = await templateOf(mine);
    await launch(mine, { template_id, seats_target: 2, budget: 300, budget_currency: 'EUR' });
    expect(await room()).toEqual({ costs: [pounds(80, 120)], seats: 2, unpriced_seats: 0 });
    expect(await forecasts()).toEqual([
      ['job', { costs: [{ currency: 'EUR', min: 0, max: 0 }], seats: 2, unpriced_seats: 2 }],
    ]);
  });
});
