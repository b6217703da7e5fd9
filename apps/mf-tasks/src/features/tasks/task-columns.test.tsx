import { screen, waitFor } from '@testing-library/react';
import { list } from '@tessera/api/testing';
import { createCatalogueServer, openConsole } from '../../../test/console';
import { task } from '../../../test/records';

const basket = 'https://tickets.harbour.example/b/1';

/** A server that returns only the requested fields, and records the requests. */
function serving() {
  const requestedFields: string[] = [];
  const server = createCatalogueServer().on('GET /tasks', ({ query }) => {
    const fields = query.get('fields') ?? '';
    requestedFields.push(fields);
    const row = task(1, {
      status: 'carted',
      basket,
      retry_count: 3,
      run_duration: 84,
      proxy: 'eu-1',
      worker_index: 4,
    });
    return list([
      Object.fromEntries(Object.entries(row).filter(([name]) => fields.split(',').includes(name))),
    ]);
  });
  return { requestedFields, server };
}

test('shows number, login, seats, basket, retries and start by default', async () => {
  openConsole(serving().server, '/tasks');
  await screen.findByRole('row', { name: /HC north 01/ });
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads).toEqual(expect.arrayContaining(['No.', 'Login', 'Seats', 'Basket', 'Retries', 'Scheduled']));
  expect(screen.getByRole('link', { name: 'Open' })).toHaveAttribute('href', basket);
  expect(screen.getByRole('cell', { name: '3' })).toBeVisible();
  expect(screen.getByRole('cell', { name: '#1' })).toBeVisible();
  expect(screen.getByRole('cell', { name: 'North stand 01' })).toBeVisible();
});

test('requests only the fields of the visible columns', async () => {
  const { requestedFields, server } = serving();
  openConsole(server, '/tasks?columns=name,status,worker');
  await screen.findByRole('row', { name: /HC north 01/ });
  const fields = requestedFields[0]?.split(',') ?? [];
  expect(fields).toContain('worker_index');
  for (const other of ['basket', 'proxy', 'site_name']) expect(fields).not.toContain(other);
});

test('shows the login’s name with its e-mail address as the tooltip, and sorts by the name', async () => {
  const { server } = serving();
  const { user } = openConsole(server, '/tasks?columns=name,login');
  expect(await screen.findByText('North stand 01')).toHaveAttribute('title', 'north.stand.01@example.org');
  await user.click(await screen.findByRole('button', { name: /^Login/ }));
  await waitFor(() => expect(server.seen('GET /tasks').at(-1)?.query.get('sort')).toBe('login_name'));
});
