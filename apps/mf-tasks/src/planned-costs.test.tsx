import { screen, within } from '@testing-library/react';
import { list, refusal } from '@tessera/api/testing';
import { createCatalogueServer, openConsole } from '../test/console';
import { job, plan, site, template } from '../test/records';
import { rehearsal, rehearsalReport } from '../test/rehearsals';
import { room, roomServer } from '../test/room';

const cost = { currency: 'GBP', min: 960, max: 1240 };
const unpriced = { costs: [], unpriced: { tasks: 2, seats: 8 } };
/** Waits for the value that a list has beside a term. */
const findValue = async (term: string, value: string) => {
  await screen.findByText(term);
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
  expect(screen.getAllByRole('definition')[terms.indexOf(term)]).toHaveTextContent(value);
};

describe('the plan of a launch', () => {
  const open = (shown = plan()) => {
    const server = createCatalogueServer().on('POST /jobs/preview', { body: shown });
    return { server, ...openConsole(server, '/templates?launch=5') };
  };

  test('shows what its tasks cost, each and together', async () => {
    open();
    expect(await screen.findByText('£384–496')).toBeVisible();
    expect(screen.getByText('Planned cost')).toBeVisible();
    expect(screen.getByText('With all fees, if every task gets its seats')).toBeVisible();
    const planned = within(screen.getByRole('row', { name: /north\.stand\.01/ }));
    expect(planned.getByRole('cell', { name: '£192–248' })).toBeVisible();
    const blocked = within(screen.getByRole('row', { name: /north\.stand\.03/ }));
    expect(blocked.queryByRole('cell', { name: '£192–248' })).toBeNull();
  });

  test('says for how many seats no price is known, which is no zero', async () => {
    open(plan({ totals: { ...plan().totals, ...unpriced } }));
    expect(await screen.findByText('No price known for 8 seats')).toBeVisible();
    expect(screen.queryByText(/£0/)).toBeNull();
  });

  test.each([
    ['another cost', { costs: [cost] }, 'Planned cost: £384–496 → £960–1,240'],
    ['no price any more', unpriced, 'Planned cost: £384–496 → no price known'],
  ])('names %s since the preview, and launches nothing', async (_, totals, change) => {
    const { server, user } = open();
    const launch = await screen.findByRole('button', { name: 'Launch 2 tasks' });
    server
      .on('POST /jobs', refusal(409, 'PLAN_CHANGED', 'The plan is no longer the one that was shown'))
      .on('POST /jobs/preview', {
        body: plan({ plan_hash: 'second', totals: { ...plan().totals, ...totals } }),
      });
    await user.click(launch);
    expect(await screen.findByText(change)).toBeVisible();
  });
});

test.each([
  ['its cost', { cost }, '£960–1,240'],
  ['for how many seats no price is known', { cost: null }, 'No price known for 12 seats'],
])('a template shows %s', async (_, fields, expected) => {
  const shown = template(fields);
  const server = createCatalogueServer()
    .on('GET /templates', list([shown]))
    .on('GET /templates/:id', { body: shown });
  openConsole(server, '/templates?open=5');
  await findValue('Cost of a launch', expected);
});

test.each([
  ['what its plan cost', { cost, unpriced_seats: 0 }, '£960–1,240'],
  [
    'for how many seats no price was known',
    { cost: null, unpriced_seats: 12 },
    'No price known for 12 seats',
  ],
  ['that it is from before costs were kept', { cost: null, unpriced_seats: null }, '–'],
])('a job shows %s', async (_, fields, expected) => {
  const shown = job(1, fields);
  const server = createCatalogueServer()
    .on('GET /jobs', list([shown]))
    .on('GET /jobs/:id', { body: shown });
  openConsole(server, '/jobs?open=1');
  await findValue('Planned cost', expected);
});

test('the calendar shows the cost of a job', async () => {
  const entry = {
    id: 'job:4',
    kind: 'job',
    cost,
    unpriced_seats: 0,
    at: '2026-11-25T10:00:00.000Z',
    ends_at: '2026-11-25T10:00:10.000Z',
    name: 'Cup desk',
    event_id: 7,
    event_name: 'Harbour City v Northgate Rovers',
    site_id: site.id,
    site_name: site.display_name,
    time_zone: null,
    job_id: 4,
    realm_id: 1,
    status: 'scheduled',
    tasks: 3,
    can_move: true,
  };
  const server = createCatalogueServer()
    .on('GET /sites', list([site]))
    .on('GET /calendar', { body: { entries: [entry], conflicts: [], conflict_minutes: 30, capped: false } })
    .on('GET /calendar/settings', { body: { reminders: { minutes: [], planned: true }, feed: null } });
  const { user } = openConsole(server, '/calendar?view=week&date=2026-11-25');
  await user.click(await screen.findByRole('button', { name: /Job .*Cup desk/ }));
  expect(await screen.findByRole('dialog', { name: 'Cup desk' })).toHaveTextContent(
    'Planned cost: £960–1,240',
  );
});

test('the room shows what unfinished jobs cost, and what of it has no price', async () => {
  const planned = {
    costs: [cost, { currency: 'EUR', min: 300, max: 300 }],
    seats: 60,
    unpriced_seats: 40,
  };
  openConsole(roomServer({ money: { ...room().money, planned } }), '/on-sale/7');
  const money = within(await screen.findByRole('region', { name: /Money/ }));
  expect(money.getByText('£960–1,240 + €300')).toBeVisible();
  expect(money.getByText('No price known for 40 of 60 seats')).toBeVisible();
});

test.each([
  ['what the live tasks head for', 2000, 'Heads for £960–1,240 of £2,000'],
  ['that this is more than the budget', 1000, 'Heads for £960–1,240 of £1,000, up to £240 over'],
  ['it without a budget too', null, 'Heads for £960–1,240'],
])('the room says %s, and counts seats without a price', async (_, budget, expected) => {
  const forecast = { costs: [{ currency: 'GBP', min: 960, max: 1240 }], seats: 20, unpriced_seats: 1 };
  const money = { ...room().money, forecast, budget, budget_currency: budget === null ? null : 'GBP' };
  openConsole(roomServer({ money }), '/on-sale/7');
  const panel = await screen.findByRole('region', { name: /Money/ });
  expect(panel).toHaveTextContent(`${expected} · No price known for 1 seat`);
});

test('the room forecasts nothing once no task tries for a seat', async () => {
  const forecast = { costs: [{ currency: 'GBP', min: 1700, max: 1700 }], seats: 0, unpriced_seats: 0 };
  openConsole(roomServer({ money: { ...room().money, forecast } }), '/on-sale/7');
  expect(await screen.findByRole('region', { name: /Money/ })).not.toHaveTextContent('Heads for');
});

test.each([
  [
    'what the plan cost beside the price of its seats',
    { cost, charged: [{ currency: 'GBP', seats: 35, total: 1120 }], uncharged_seats: 1 },
    ['£960–1,240', '£1,120.00 for 35 seats, 1 seat without a known price'],
  ],
  ['that it has no seats', { cost, charged: [], uncharged_seats: 0 }, ['£960–1,240', 'No seats']],
])('the report of a rehearsal shows %s', async (_, money, [planned, charged]) => {
  const shown = rehearsal({ report: rehearsalReport(money) });
  const server = createCatalogueServer().on('GET /rehearsals/:id', { body: shown });
  openConsole(server, '/rehearsals/7');
  await findValue('Planned cost', planned ?? '');
  await findValue('Price of its seats', charged ?? '');
});

test('an older report of a rehearsal shows no costs', async () => {
  const server = createCatalogueServer().on('GET /rehearsals/:id', { body: rehearsal() });
  openConsole(server, '/rehearsals/7');
  expect(await screen.findByRole('row', { name: /Seats of target 36 of 40/ })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Cost' })).toBeNull();
});
