import { startApp, type TestApp } from '../../../test/app';
import { launch, templateOf } from '../../../test/jobs';
import { range, setPrices } from '../../../test/prices';
import { holdSeats, leaseOne, newTask, type Work, work } from '../../../test/work';
import type { OnSaleDto } from '../../insight/on-sale/on-sale.dto';
import type { BudgetDto } from '../../purchases/budgets/budgets.dto';
import { forecastOf, type OpenSeats } from './job-forecast';

const seats = (open: number, fields: Partial<OpenSeats> = {}): OpenSeats => ({
  realm_id: 1,
  event_id: 1,
  job_id: 1,
  open,
  currency: 'GBP',
  cost_min: 960,
  cost_max: 1240,
  planned: 20,
  unpriced: 0,
  ...fields,
});
const pounds = (min: number, max: number) => ({ currency: 'GBP', min, max });

describe('the forecast of what seats cost', () => {
  it('is what is used, and a share of the plan’s cost for the seats that are open', () => {
    expect(forecastOf([{ amount: 100.5, currency: 'GBP' }], [seats(10)])).toEqual({
      costs: [pounds(580.5, 720.5)],
      seats: 10,
      unpriced_seats: 0,
    });
    expect(forecastOf([], [seats(20)]).costs).toEqual([pounds(960, 1240)]);
    // A share that isn't a whole penny is rounded outwards, one that is stays exact.
    expect(forecastOf([], [seats(1, { cost_min: 100, cost_max: 100, planned: 3 })]).costs).toEqual([
      pounds(33.33, 33.34),
    ]);
    expect(forecastOf([], [seats(1, { cost_min: 303.75, cost_max: 303.75, planned: 3 })]).costs).toEqual([
      pounds(101.25, 101.25),
    ]);
    expect(
      forecastOf([], [seats(1, { currency: 'JPY', cost_min: 100, cost_max: 100, planned: 3 })]).costs,
    ).toEqual([{ currency: 'JPY', min: 33, max: 34 }]);
  });

  it('counts seats without a price, and adds nothing for them', () => {
    const without = { currency: null, cost_min: null, cost_max: null };
    expect(forecastOf([], [seats(4, { ...without, unpriced: 20 })])).toEqual({
      costs: [],
      seats: 4,
      unpriced_seats: 4,
    });
    expect(forecastOf([], [seats(4, { ...without, planned: null, unpriced: null })]).unpriced_seats).toBe(4);
    // Eight of twenty have no price; of five that are open so many are, rounded up.
    expect(forecastOf([], [seats(5, { unpriced: 8, cost_min: 120, cost_max: 240 })])).toEqual({
      costs: [pounds(30, 60)],
      seats: 5,
      unpriced_seats: 2,
    });
  });

  it('never adds two currencies', () => {
    const used = [
      { amount: 5, currency: 'GBP' },
      { amount: 7000, currency: 'JPY' },
      { amount: 0, currency: null },
    ];
    expect(forecastOf(used, [seats(1, { currency: 'EUR', cost_min: 20, cost_max: 40 })]).costs).toEqual([
      { currency: 'EUR', min: 1, max: 2 },
      pounds(5, 5),
      { currency: 'JPY', min: 7000, max: 7000 },
    ]);
  });
});

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
    (await app.http<BudgetDto[]>('GET', '/api/budgets?sort=kind', { token: mine.owner })).body.map(
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
