import { screen, within } from '@testing-library/react';
import { list, refusal, type TestServer } from '@tessera/api/testing';
import { createCatalogueServer, openConsole } from '../test/console';
import { job, plan, task, template } from '../test/records';

type User = ReturnType<typeof openConsole>['user'];
const budgets = { budget: 250, budget_per_task: null, budget_per_seat: 62.5, budget_currency: 'GBP' };
const fields = async () => within(await screen.findByRole('group', { name: 'Budgets' }));
/** Types a budget in place of the one before. */
const type = async (user: User, label: RegExp, amount: string) => {
  const field = (await fields()).getByLabelText(label);
  await user.clear(field);
  if (amount !== '') await user.type(field, amount);
};
const edit = async (user: User, name: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
};
const save = (user: User) => user.click(screen.getByRole('button', { name: 'Save' }));
const sent = async (server: TestServer, route: string) => {
  await screen.findByText(/saved/);
  return server.seen(route)[0]?.body;
};

test('a template’s budgets are in the currency of the site unless another is typed', async () => {
  const server = createCatalogueServer().on('PUT /templates/:id', { body: template(budgets) });
  const { user } = openConsole(server, '/templates');
  await edit(user, 'North stand fours');
  expect((await fields()).getByLabelText(/^Currency/)).toHaveAttribute('placeholder', 'GBP');
  await type(user, /^Budget of the job/, '250');
  await type(user, /^Budget per seat/, '62.5');
  await save(user);
  expect(await sent(server, 'PUT /templates/:id')).toEqual({
    budget: 250,
    budget_per_seat: 62.5,
    budget_currency: 'GBP',
  });
});

test('a template shows its budgets', async () => {
  const shown = template(budgets);
  const server = createCatalogueServer()
    .on('GET /templates', list([shown]))
    .on('GET /templates/:id', { body: shown });
  openConsole(server, '/templates?open=5');
  expect(await screen.findByText('£250.00 · £62.50 per seat')).toBeVisible();
});

test('a launch sends the budgets that aren’t the template’s, and null for one that is removed', async () => {
  const server = createCatalogueServer()
    .on('GET /templates/:id', { body: template(budgets) })
    .on('POST /jobs/preview', { body: plan() });
  const { user } = openConsole(server, '/templates?launch=5');
  await user.click(await screen.findByRole('button', { name: 'Change Schedule and pacing' }));
  await type(user, /^Budget of the job/, '300');
  await type(user, /^Budget per seat/, '');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('heading', { name: 'Plan preview' });
  const body = server.seen('POST /jobs/preview').at(-1)?.body;
  expect(body).toMatchObject({ budget: 300, budget_per_seat: null });
  expect(body).not.toHaveProperty('budget_currency');
});

const served = (shown: ReturnType<typeof job>) =>
  createCatalogueServer()
    .on('GET /jobs', list([shown]))
    .on('GET /jobs/:id', { body: shown, headers: { ETag: '"1"' } })
    .on('GET /tasks/job/:id', list([]))
    .on('GET /budgets', list([{ ...balance, job_id: shown.id }]))
    .on('PATCH /jobs/:id', { body: shown });
const balance = {
  kind: 'job',
  realm_id: 1,
  realm_name: 'Quayside Desk',
  event_id: 7,
  event_name: 'Harbour City v Northgate Rovers',
  job_name: 'Harbour City, North stand 1',
  currency: 'GBP',
  amount: 250,
  spent: 170,
  reserved: 40,
  free: 40,
  forecast: { costs: [{ currency: 'GBP', min: 230, max: 290 }], seats: 6, unpriced_seats: 2 },
};

test('a job shows what is spent, reserved and free of its budget', async () => {
  const server = served(job(1, budgets));
  openConsole(server, '/jobs?open=1');
  expect(await screen.findByText('£170.00 spent · £40.00 reserved · £40.00 free')).toBeVisible();
  expect(screen.getByText('84% used')).toBeVisible();
  expect(screen.getByText('£62.50 per seat')).toBeVisible();
  expect(screen.getByText('Heads for £230–290 of £250')).toBeVisible();
  expect(screen.getByText('up to £40 over', { exact: false })).toBeVisible();
  expect(screen.getByText('No price known for 2 seats')).toBeVisible();
  expect(server.seen('GET /budgets')[0]?.query.toString()).toBe('kind=job&job_id=1');
});

test('a job without a budget asks for no balances', async () => {
  const server = served(job(1));
  openConsole(server, '/jobs?open=1');
  expect(await screen.findByText('Created by')).toBeVisible();
  expect(server.seen('GET /budgets')).toEqual([]);
});

test('a running job’s budgets can be changed, and removed with their currency', async () => {
  const server = served(job(1, budgets));
  const { user } = openConsole(server, '/jobs');
  await edit(user, 'Harbour City, North stand 1');
  await type(user, /^Budget of the job/, '');
  await type(user, /^Budget per seat/, '');
  await save(user);
  expect(await sent(server, 'PATCH /jobs/:id')).toEqual({
    budget: null,
    budget_per_seat: null,
    budget_currency: null,
  });
});

test('a budget that the rules don’t allow is asked for with a reason, and the rest of the form is kept', async () => {
  const need = { rule: 'per_event', limit: 1000, committed: 744, asked: 950, currency: 'GBP' };
  const server = served(job(1, budgets))
    .on(
      'PATCH /jobs/:id',
      refusal(409, 'APPROVAL_NEEDED', 'A second person must approve this', { context: need }),
    )
    .on('POST /approvals', { status: 201, body: { id: 9 } });
  const { user, address } = openConsole(server, '/jobs');
  await edit(user, 'Harbour City, North stand 1');
  await type(user, /^Budget of the job/, '1200');
  await save(user);
  const form = within(await screen.findByRole('dialog', { name: 'Ask for approval' }));
  expect(form.getByText('Per event: £1,000.00 · Committed: £744.00 · Asked: £950.00')).toBeVisible();
  await user.type(form.getByLabelText('Reason'), 'The derby');
  await user.click(form.getByRole('button', { name: 'Ask for approval' }));
  await user.click(await screen.findByRole('button', { name: 'View' }));
  expect(address()).toBe('/approvals/9');
  expect(server.seen('POST /approvals').map(({ body }) => body)).toEqual([
    { kind: 'job_budget', budget: { job_id: 1, amount: 1200, currency: 'GBP' }, reason: 'The derby' },
  ]);
});

test('a task has budgets of its own, per task and seat', async () => {
  const server = createCatalogueServer()
    .on('GET /tasks', list([task(6)]))
    .on('GET /tasks/:id', { body: task(6), headers: { ETag: '"1"' } })
    .on('PATCH /tasks/:id', { body: task(6) });
  const { user } = openConsole(server, '/tasks');
  await edit(user, 'HC north 06');
  expect((await fields()).queryByLabelText(/^Budget of the job/)).toBeNull();
  await type(user, /^Budget per task/, '120');
  await save(user);
  expect(await sent(server, 'PATCH /tasks/:id')).toEqual({ budget_per_task: 120, budget_currency: 'GBP' });
});
