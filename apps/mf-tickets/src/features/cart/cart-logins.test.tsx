import { screen, waitFor } from '@testing-library/react';
import { list, openPages, TestServer } from '@tessera/api/testing';
import { ThemeRoot } from '@tessera/ui';
import { carted } from '../../../test/records';
import remote from '../../remote';

const soon = new Date(Date.now() + 600_000).toISOString();
/** Three logins whose names sort differently from their e-mails. */
const seats = [
  ['Copper desk', 'c@quayside.example'],
  ['Amber desk', 'b@quayside.example'],
  ['Birch desk', 'a@quayside.example'],
].map(([login_name, login_email], index) =>
  carted(index + 1, {
    task_id: index + 1,
    login_id: index + 1,
    login_name: login_name!,
    login_email: login_email!,
    expires_at: soon,
  }),
);
const open = (address: string) =>
  openPages({
    routes: remote.routes,
    frame: ThemeRoot,
    server: new TestServer().on('GET /carted-tickets', list(seats)).on('GET /saved-views', list([])),
    address,
  });
const names = () => screen.queryAllByText(/ desk$/).map(({ textContent }) => textContent);

test('shows logins by name with their e-mails, and sorts by name', async () => {
  const { user, address } = open('/tickets?tab=cart&columns=event,login');
  expect(await screen.findByText('Copper desk')).toHaveAttribute('title', 'c@quayside.example');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(names()).toEqual(['Amber desk', 'Birch desk', 'Copper desk']));
  expect(address()).toContain('sort=login_name');
});

test.each([
  ['login_email', ['Amber desk', 'Birch desk', 'Copper desk']],
  ['-login_email', ['Copper desk', 'Birch desk', 'Amber desk']],
])('sorts a view saved with sort=%s by login', async (sort, sorted) => {
  open(`/tickets?tab=cart&columns=event,login&sort=${sort}`);
  await waitFor(() => expect(names()).toEqual(sorted));
});
