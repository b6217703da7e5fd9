import { screen, waitFor, within } from '@testing-library/react';
import type { ApprovalDto } from '@tessera/api';
import { list, refusal } from '@tessera/api/testing';
import { createCatalogueServer, openConsole } from '../../../test/console';

const inAnHour = new Date(Date.now() + 3_600_000).toISOString();

const approval = (over: Partial<ApprovalDto> = {}): ApprovalDto => ({
  id: 3,
  realm_id: 1,
  realm_name: 'Quayside Desk',
  kind: 'launch',
  status: 'pending',
  name: 'Derby, ten seats',
  event_id: 31,
  event_name: 'Harbour City v Northgate Rovers',
  job_id: null,
  plan: {
    tasks: 10,
    ok: 10,
    warn: 0,
    blocked: 0,
    seats: 10,
    seats_target: null,
    places: 90,
    most_per_customer: 1,
    costs: [{ currency: 'GBP', min: 480, max: 620 }],
    unpriced: { tasks: 0, seats: 0 },
  },
  cost: { currency: 'GBP', min: 480, max: 620 },
  unpriced_seats: 0,
  scheduled_at: null,
  asked: 620,
  currency: 'GBP',
  reason: 'Sold out in minutes',
  asked_by: 77,
  asked_who: 'launcher@quayside.example',
  expires_at: inAnHour,
  decided_who: null,
  decided_at: null,
  answer: null,
  granted: null,
  created_at: '2026-05-01T10:00:00.000Z',
  updated_at: '2026-05-01T10:00:00.000Z',
  ...over,
});

const serve = (row: ApprovalDto = approval()) =>
  createCatalogueServer()
    .on('GET /approvals', list([row]))
    .on('GET /approvals/:id', { body: row })
    .on('GET /approvals/:id/commitments', {
      body: {
        currency: 'GBP',
        present: null,
        rules: [
          { rule: 'per_launch', limit: 500, committed: 0 },
          { rule: 'per_event', limit: 2000, committed: 372 },
        ],
      },
    })
    .on('GET /saved-views', list([]));

test('lists requests with their sums, and opens one', async () => {
  const { user } = openConsole(serve(), '/approvals');
  const row = await screen.findByRole('row', { name: /Derby, ten seats/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(expect.arrayContaining(['Pending', 'Launch', '£620.00']));
  await user.click(within(row).getByText('Derby, ten seats'));
  expect(await screen.findByRole('heading', { name: 'Derby, ten seats' })).toBeVisible();
});

test('shows the money of a request and what is left after it, and approves less', async () => {
  const server = serve().on('POST /approvals/:id/approve', { body: approval({ status: 'approved' }) });
  const { user } = openConsole(server, '/approvals/3', 'realm_owner', undefined, ['approve']);
  expect(await screen.findByText('10 tasks, 10 seats')).toBeVisible();
  expect(
    await screen.findByText(/Limit: £2,000.00 · Committed now: £372.00 · Left after it: £1,008.00/),
  ).toBeVisible();
  const budget = await screen.findByLabelText(/Budget to approve/);
  expect(budget).toHaveValue('620');
  await user.clear(budget);
  await user.type(budget, '500');
  await user.type(screen.getByLabelText(/Answer/), 'Go');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Approved')).toBeVisible();
  expect(server.seen('POST /approvals/:id/approve').map(({ body }) => body)).toEqual([
    { granted: 500, answer: 'Go' },
  ]);
});

test('declines with an answer only, and names what has changed in the plan', async () => {
  const changed = refusal(409, 'PLAN_CHANGED', 'The plan is no longer the one that was shown', {
    context: { differences: { lines: [{}], removed: 0, cost: true } },
  });
  const server = serve()
    .on('POST /approvals/:id/approve', changed)
    .on('POST /approvals/:id/decline', { body: approval({ status: 'declined' }) });
  const { user } = openConsole(server, '/approvals/3', 'realm_owner', undefined, ['approve']);
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('1 task differs')).toBeVisible();
  expect(screen.getByText('The prices differ')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('Say why')).toBeVisible();
  await user.type(screen.getByLabelText(/Answer/), 'Not this week');
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('Declined')).toBeVisible();
  expect(server.seen('POST /approvals/:id/decline').map(({ body }) => body)).toEqual([
    { answer: 'Not this week' },
  ]);
});

test('sets the rules of the realm', async () => {
  const rules = { realm_id: 1, currency: 'GBP', per_launch: 500, per_event: null, per_month: null };
  const server = serve()
    .on('GET /approval-rules', { body: rules })
    .on('PUT /approval-rules', { body: rules });
  const { user } = openConsole(server, '/approvals?rules=1');
  const form = within(await screen.findByRole('dialog', { name: /From which sum/ }));
  expect(form.getByLabelText(/Per launch/)).toHaveValue('500');
  await user.type(form.getByLabelText(/Per month/), '9000');
  await user.click(form.getByRole('button', { name: 'Save rules' }));
  expect(await screen.findByText('Rules saved')).toBeVisible();
  expect(server.seen('PUT /approval-rules').map(({ body }) => body)).toEqual([
    { currency: 'GBP', per_launch: 500, per_event: null, per_month: 9000 },
  ]);
});

test('lets administrators choose the realm whose rules they set', async () => {
  const rules = { realm_id: 1, currency: null, per_launch: null, per_event: null, per_month: null };
  const server = serve()
    .on('GET /realms', list([{ id: 1, name: 'Quayside Desk' }]))
    .on('GET /approval-rules', { body: rules })
    .on('PUT /approval-rules', { body: rules });
  const { user } = openConsole(server, '/approvals', 'admin');
  await user.click(await screen.findByRole('button', { name: 'Rules' }));
  const form = within(await screen.findByRole('dialog', { name: /From which sum/ }));
  expect(form.getByLabelText(/Per launch/)).toBeDisabled();
  expect(server.seen('GET /approval-rules')).toEqual([]);
  await user.click(form.getByRole('combobox', { name: 'Realm' }));
  await user.click(await screen.findByRole('option', { name: 'Quayside Desk' }));
  await waitFor(() => expect(form.getByLabelText(/Per launch/)).toBeEnabled());
  await user.type(form.getByLabelText(/Per launch/), '500');
  await user.click(form.getByRole('button', { name: 'Save rules' }));
  expect(await screen.findByText('Rules saved')).toBeVisible();
  expect(server.seen('GET /approval-rules')[0]?.query.toString()).toBe('realm_id=1');
  expect(server.seen('PUT /approval-rules').map(({ body }) => body)).toEqual([
    { realm_id: 1, currency: 'GBP', per_launch: 500, per_event: null, per_month: null },
  ]);
});
