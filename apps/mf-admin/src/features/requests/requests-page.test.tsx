import { screen, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { changeRequest, event, realm } from '../../../test/records';

const serve = (...rows: ReturnType<typeof changeRequest>[]) =>
  new TestServer()
    .on('GET /change-requests', list(rows))
    .on('GET /change-requests/:id', { body: rows[0] })
    .on('GET /realms', list([realm(1)]))
    .on('GET /saved-views', list([]));

test('lists an owner’s requests with what they have now, and withdraws an open one', async () => {
  const server = serve(changeRequest(3)).on('POST /change-requests/:id/withdraw', { body: changeRequest(3) });
  const { user } = open(server, '/requests', 'realm_owner');
  const row = await screen.findByRole('row', { name: /Task limit/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(expect.arrayContaining(['Open', '50', '100']));
  await user.click(within(row).getByText('Two more on-sales'));
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('Request withdrawn')).toBeVisible();
});

test('asks for a limit by a link, and says when such a request is open already', async () => {
  const conflict = refusal(409, 'CONFLICT', 'Your realm has an open request for this already', {
    reason: 'EXISTS_ALREADY',
  });
  const server = serve().on('POST /change-requests', conflict);
  const { user } = open(server, '/requests?ask=max_logins', 'realm_owner');
  const form = within(await screen.findByRole('dialog', { name: /Ask the administrators/ }));
  expect(form.getByRole('combobox', { name: 'What' })).toHaveTextContent('Login limit');
  await user.click(form.getByRole('button', { name: 'Send request' }));
  expect(await form.findAllByText('Fill this in')).toHaveLength(2);
  await user.type(form.getByLabelText('New limit'), '80');
  await user.type(form.getByLabelText('Reason'), 'More fans');
  await user.click(form.getByRole('button', { name: 'Send request' }));
  expect(await form.findByRole('alert')).toBeVisible();
  expect(server.seen('POST /change-requests').map(({ body }) => body)).toEqual([
    { kind: 'max_logins', asked: 80, reason: 'More fans' },
  ]);
});

test('asks to correct an event’s purchase limit, which nothing goes round', async () => {
  const server = serve()
    .on('GET /events/:id', { body: event(7, { name: 'Harbour Final', max_per_customer: 4 }) })
    .on('POST /change-requests', { status: 201, body: changeRequest(4) });
  const { user } = open(server, '/requests?ask=max_per_customer&event=7', 'realm_owner');
  const form = within(await screen.findByRole('dialog', { name: /Harbour Final/ }));
  expect(form.getByText(/Nothing goes round a purchase limit.*Now: 4/)).toBeVisible();
  await user.type(form.getByLabelText(/^Limit that the site posts/), '2');
  await user.type(form.getByLabelText('Reason'), 'The site posts 2');
  await user.click(form.getByRole('button', { name: 'Send request' }));
  expect(await screen.findByText('Request sent')).toBeVisible();
  expect(server.seen('POST /change-requests').map(({ body }) => body)).toEqual([
    { kind: 'max_per_customer', asked: 2, event_id: 7, reason: 'The site posts 2' },
  ]);
});

test('lets administrators approve another value, and decline with an answer only', async () => {
  const server = serve(changeRequest(3))
    .on('POST /change-requests/:id/approve', { body: changeRequest(3, { status: 'approved' }) })
    .on('POST /change-requests/:id/decline', { body: changeRequest(3, { status: 'declined' }) });
  const { user } = open(server, '/requests?open=3');
  const drawer = within(await screen.findByRole('complementary', { name: /Task limit/ }));
  const limit = await drawer.findByLabelText('New limit');
  expect(limit).toHaveValue('100');
  await user.click(drawer.getByRole('button', { name: 'Decline' }));
  expect(await drawer.findByText('Say why')).toBeVisible();
  await user.clear(limit);
  await user.type(limit, '80');
  await user.click(drawer.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Approved and changed')).toBeVisible();
  expect(server.seen('POST /change-requests/:id/approve').map(({ body }) => body)).toEqual([{ granted: 80 }]);
  expect(screen.queryByRole('button', { name: 'Ask for more' })).not.toBeInTheDocument();
});
