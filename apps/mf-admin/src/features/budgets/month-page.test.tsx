import { screen, waitFor, within } from '@testing-library/react';
import type { MonthReportDto } from '@tessera/api';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { realm } from '../../../test/records';

const sum = { currency: 'GBP', seats: 38, spent: 2014, unpriced: 0, over_budget: 0 };
const inYen = { currency: 'JPY', seats: 2, spent: 14_000, unpriced: 0, over_budget: 0 };

const report = (over: Partial<MonthReportDto> = {}): MonthReportDto => ({
  realm_id: 1,
  realm_name: 'Quayside Desk',
  month: '2026-11',
  this_month: '2026-11',
  time_zone: 'Europe/London',
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-12-01T00:00:00.000Z',
  budgets: [{ currency: 'GBP', amount: 2500, spent: 2014, reserved: 100, free: 386 }],
  totals: [sum, inYen],
  by_event: [
    { event_id: 7, event_name: 'Derby', ...sum, seats: 30, spent: 1500.5, over_budget: 2 },
    { event_id: 8, event_name: 'Cup', ...sum, seats: 8, spent: 513.5, unpriced: 1 },
    { event_id: 8, event_name: 'Cup', ...inYen },
  ],
  by_approver: [
    { approval: 'none', approver_id: null, approver: null, ...sum, seats: 20, spent: 1000 },
    {
      approval: 'approved',
      approver_id: 5,
      approver: 'owner@quayside.example',
      ...sum,
      seats: 10,
      spent: 1014,
    },
    { approval: 'approved', approver_id: null, approver: null, ...sum, seats: 8, spent: 0, unpriced: 8 },
    { approval: 'none', approver_id: null, approver: null, ...inYen },
  ],
  ...over,
});
const serve = (body: MonthReportDto = report()) =>
  new TestServer()
    .on('GET /budgets/month-report', { body })
    .on('GET /realms', list([realm(1), realm(2, { name: 'Harbour Club' })]));
const rows = async (table: string) =>
  within(await screen.findByRole('table', { name: table }))
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
    .filter((cells) => cells.length > 0);

afterEach(() => jest.restoreAllMocks());

test('shows what was spent by event and by approver, with a sum per currency', async () => {
  open(serve(), '/budgets/month', 'realm_user');
  expect(await screen.findByRole('heading', { name: 'Spending in November 2026' })).toBeVisible();
  expect(await screen.findByText('£2,014.00 spent · £100.00 reserved · £386.00 free')).toBeVisible();
  expect(await rows('By event')).toEqual([
    ['Derby2 seats over budget', '30', '£1,500.50'],
    ['Cup1 seat without a price', '8', '£513.50'],
    ['Cup', '2', '¥14,000'],
    ['In all', '38', '£2,014.00'],
    ['In all', '2', '¥14,000'],
  ]);
  expect(await rows('By the person who approved')).toEqual([
    ['Without an approval', '20', '£1,000.00'],
    ['owner@quayside.example', '10', '£1,014.00'],
    ['Deleted account8 seats without a price', '8', '–'],
    ['Without an approval', '2', '¥14,000'],
    ['In all', '38', '£2,014.00'],
    ['In all', '2', '¥14,000'],
  ]);
  expect(screen.getByRole('link', { name: 'Derby' })).toHaveAttribute('href', '/on-sale/7');
});

test('steps through the months by its address, and not beyond this one', async () => {
  const server = serve();
  const { user, address } = open(server, '/budgets/month', 'realm_owner');
  const later = await screen.findByRole('button', { name: 'Later month' });
  await screen.findByRole('table', { name: 'By event' });
  expect(later).toBeDisabled();
  server.on('GET /budgets/month-report', { body: report({ month: '2026-10', totals: [], budgets: [] }) });
  await user.click(screen.getByRole('button', { name: 'Earlier month' }));
  expect(address()).toBe('/budgets/month?month=2026-10');
  expect(await screen.findByText('Nothing was recorded as bought in October 2026.')).toBeVisible();
  expect(screen.getByText(/No budget in October 2026/)).toBeVisible();
  expect(server.seen('GET /budgets/month-report').at(-1)?.query.toString()).toBe('month=2026-10');
  await waitFor(() => expect(later).toBeEnabled());
  await user.click(later);
  expect(address()).toBe('/budgets/month');
});

test('ignores what is no month, and saves the rows as CSV', async () => {
  const server = serve().on('GET /budgets/month-spending', {
    body: 'month,spent\r\n2026-11,2014\r\n',
    headers: { 'content-type': 'text/csv' },
  });
  URL.createObjectURL = () => 'blob:month';
  URL.revokeObjectURL = () => undefined;
  const saved: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { user } = open(server, '/budgets/month?month=2026-13', 'realm_owner');
  await screen.findByRole('table', { name: 'By event' });
  expect(server.seen('GET /budgets/month-report')[0]?.query.toString()).toBe('');
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  expect(await screen.findByText('CSV saved')).toBeVisible();
  expect(saved).toEqual(['month-spending-2026-11.csv']);
  expect(server.seen('GET /budgets/month-spending')[0]?.query.toString()).toBe('month=2026-11');
});

test('says why the month can’t be loaded', async () => {
  const server = serve().on('GET /budgets/month-report', refusal(503, 'UNAVAILABLE', 'Later'));
  open(server, '/budgets/month', 'realm_owner');
  expect(await screen.findByText(/Later/)).toBeVisible();
});

test('lets administrators choose the realm, also by the filter of the budgets', async () => {
  const server = serve();
  const { user, address } = open(server, '/budgets/month');
  expect(await screen.findByText('Choose a realm to see what it spent.')).toBeVisible();
  expect(server.seen('GET /budgets/month-report')).toEqual([]);
  await user.click(screen.getByRole('combobox', { name: 'Realm' }));
  await user.click(await screen.findByRole('option', { name: 'Harbour Club' }));
  expect(address()).toBe('/budgets/month?realm_id=2');
  await screen.findByRole('table', { name: 'By event' });
  expect(server.seen('GET /budgets/month-report')[0]?.query.toString()).toBe('realm_id=2');
});
