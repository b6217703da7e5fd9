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
