import { screen, waitFor, within } from '@testing-library/react';
import type { BudgetDto, MonthReportDto } from '@tessera/api';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { realm } from '../../../test/records';

const budget = (over: Partial<BudgetDto>): BudgetDto => ({
  kind: 'month',
  realm_id: 1,
  realm_name: 'Quayside Desk',
  event_id: null,
  event_name: null,
  job_id: null,
  job_name: null,
  currency: 'GBP',
  amount: 100_000,
  spent: 9_600,
  reserved: 400,
  free: 90_000,
  forecast: null,
  ...over,
});
const derby = { kind: 'event', event_id: 7, event_name: 'Derby' } as const;
const budgets = [
  budget({}),
  budget({ ...derby, amount: 2_000, spent: 1_500.5, reserved: 200, free: 299.5 }),
  budget({ ...derby, event_id: 8, event_name: 'Cup', amount: 500, spent: 600.1, reserved: 0, free: -100.1 }),
  budget({ ...derby, event_id: 9, event_name: 'Final', currency: 'JPY', amount: 9_000, spent: 9_000, reserved: 0, free: 0 }), // prettier-ignore
  budget({ ...derby, kind: 'job', job_id: 5, job_name: 'Pairs', amount: 300, spent: 0, reserved: 0, free: 300 }), // prettier-ignore
];

const serve = (rows: readonly BudgetDto[] = budgets) =>
  new TestServer()
    .on('GET /budgets', list([...rows]))
    .on('GET /realms', list([realm(1)]))
    .on('GET /saved-views', list([]))
    .on('PUT /budgets/month', { body: { realm_id: 1, currency: 'GBP', amount: 9_000 } })
    .on('PUT /on-sale/:eventId/budget', { body: { realm_id: 1, event_id: 7, amount: 1, currency: 'GBP' } });
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
const texts = async (name: RegExp) =>
  (await row(name)).getAllByRole('cell').map(({ textContent }) => textContent);

test('shows every budget with what is spent, reserved and free, and marks those that are nearly used', async () => {
  open(serve(), '/budgets', 'realm_user');
  expect(await texts(/This month/)).toEqual(
    expect.arrayContaining(['Month', '£100,000.00', '£9,600.00', '£400.00', '£90,000.00']),
  );
  expect(await texts(/Derby/)).toEqual(expect.arrayContaining(['£299.50', '85% used']));
  expect(await texts(/Cup/)).toEqual(
    expect.arrayContaining(['-£100.10', '£100.10 over budget: new holds stop']),
  );
  expect(await texts(/Final/)).toEqual(expect.arrayContaining(['¥9,000', 'Used up']));
  expect((await row(/Derby/)).getByRole('link', { name: 'Derby' })).toHaveAttribute('href', '/on-sale/7');
  expect((await row(/Pairs/)).getByRole('link', { name: 'Pairs' })).toHaveAttribute('href', '/jobs/5');
  expect(screen.getByRole('button', { name: 'Set month’s budget' })).toBeDisabled();
});

test('sums each kind by currency, exactly as the rows', async () => {
  open(serve(), '/budgets', 'realm_owner');
  const sum = async (name: string) => (await screen.findByRole('group', { name })).textContent;
  expect(await sum('This month, GBP')).toContain('£9,600.00 spent · £400.00 reserved · £90,000.00 free');
  // Exceeded by one event, the other's room is left in the sum of both.
  expect(await sum('All events, GBP')).toContain('£2,100.60 spent · £200.00 reserved · £199.40 free');
  expect(await sum('All events, JPY')).toContain('¥9,000 spent · ¥0 reserved · ¥0 free');
  expect(await sum('All jobs, GBP')).toContain('£0.00 spent · £0.00 reserved · £300.00 free');
});

test('asks before a month’s budget below what is used, in numbers, and undoes it', async () => {
  const server = serve();
  const { user } = open(server, '/budgets', 'realm_owner');
  await user.click((await row(/This month/)).getByRole('button', { name: /Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change budget' }));
  const form = within(await screen.findByRole('dialog', { name: 'Set month’s budget' }));
  expect(form.getByLabelText('Currency')).toBeDisabled();
  await user.clear(form.getByLabelText(/^Budget/));
  await user.type(form.getByLabelText(/^Budget/), '9000');
  await user.click(form.getByRole('button', { name: 'Save' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/£1,000\.00 more than this is spent or reserved/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Set budget' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Former budget restored')).toBeVisible();
  expect(server.seen('PUT /budgets/month').map(({ body }) => body)).toEqual([
    { amount: 9_000, currency: 'GBP' },
    { amount: 100_000, currency: 'GBP' },
  ]);
});

const report: MonthReportDto = {
  realm_id: 1,
  realm_name: 'Quayside Desk',
  month: '2026-11',
  this_month: '2026-11',
  time_zone: 'Europe/London',
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-12-01T00:00:00.000Z',
  budgets: [],
  totals: [{ currency: 'EUR', seats: 4, spent: 300, unpriced: 0, over_budget: 0 }],
  by_event: [],
  by_approver: [],
};

test('asks before the first budget of a month, in numbers, and shows what the server rejects at its field', async () => {
  const server = serve([]).on('GET /budgets/month-report', { body: report });
  const { user } = open(server, '/budgets', 'realm_owner');
  expect(await screen.findByText('No budgets. Without one, nothing limits what is spent.')).toBeVisible();
  const [button] = await screen.findAllByRole('button', { name: 'Set month’s budget' });
  await user.click(button!);
  const form = within(await screen.findByRole('dialog', { name: 'Set month’s budget' }));
  await user.type(form.getByLabelText(/^Budget/), '7000');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Enter a currency code such as GBP')).toBeVisible();
  server.on(
    'PUT /budgets/month',
    refusal(400, 'VALIDATION', 'Not valid', {
      details: [{ field: 'currency', message: 'currency is not known', code: 'NOT_CURRENCY' }],
    }),
  );
  await user.type(form.getByLabelText('Currency'), 'jpx');
  await user.click(form.getByRole('button', { name: 'Save' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(
    question.getByText(/nothing is held in any other currency than JPX.*€300\.00 was spent/),
  ).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Set budget' }));
  await waitFor(() => expect(server.seen('PUT /budgets/month')).toHaveLength(1));
  expect(server.seen('PUT /budgets/month')[0]?.body).toEqual({ amount: 7_000, currency: 'JPX' });
  expect(form.getByLabelText('Currency')).toBeInvalid();
});

test('asks a second person for a budget that the rules don’t allow', async () => {
  const need = { rule: 'per_event', limit: 2500, committed: 2000, asked: 3000, currency: 'GBP' };
  const refused = refusal(409, 'APPROVAL_NEEDED', 'A second person must approve this', { context: need });
  const server = serve()
    .on('PUT /on-sale/:eventId/budget', refused)
    .on('POST /approvals', { status: 201, body: { id: 9 } });
  const { user } = open(server, '/budgets', 'realm_owner');
  await user.click((await row(/Derby/)).getByRole('button', { name: /Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change budget' }));
  const form = within(await screen.findByRole('dialog', { name: 'Budget of Derby' }));
  await user.clear(form.getByLabelText(/^Budget/));
  await user.type(form.getByLabelText(/^Budget/), '3000');
  await user.click(form.getByRole('button', { name: 'Save' }));
  const asking = within(await screen.findByRole('dialog', { name: 'Ask for approval' }));
  expect(asking.getByText('Per event: £2,500.00 · Budget now: £2,000.00 · Asked: £3,000.00')).toBeVisible();
  await user.type(asking.getByLabelText('Reason'), 'The derby');
  await user.click(asking.getByRole('button', { name: 'Ask for approval' }));
  expect(await screen.findByText('Asked for approval')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(server.seen('POST /approvals').map(({ body }) => body)).toEqual([
    {
      kind: 'event_budget',
      budget: { event_id: 7, amount: 3_000, currency: 'GBP' },
      reason: 'The derby',
    },
  ]);
});

test('lets administrators set budgets of the realm that they filtered by, or whose row it is', async () => {
  const server = serve();
  const { user } = open(server, '/budgets', 'admin');
  const create = await screen.findByRole('button', { name: 'Set month’s budget' });
  expect(create).toBeDisabled();
  expect(screen.getByTitle('Filter by a realm first')).toContainElement(create);
  await user.click((await row(/Derby/)).getByRole('button', { name: /Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change budget' }));
  const form = within(await screen.findByRole('dialog', { name: 'Budget of Derby' }));
  await user.clear(form.getByLabelText(/^Budget/));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Budget removed')).toBeVisible();
  expect(server.seen('PUT /on-sale/7/budget')[0]?.body).toEqual({
    amount: null,
    currency: 'GBP',
    realm_id: 1,
  });
});

test('says why budgets can’t be loaded, and retries', async () => {
  const server = serve().on('GET /budgets', refusal(503, 'UNAVAILABLE', 'Later'));
  open(server, '/budgets', 'realm_owner');
  expect(await screen.findByText(/Later/)).toBeVisible();
});
