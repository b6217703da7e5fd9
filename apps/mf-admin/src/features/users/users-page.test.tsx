import { act, screen, waitFor, within } from '@testing-library/react';
import { getSession, type MailDto } from '@tessera/api';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { person, realm } from '../../../test/records';

const serveUsers = (...rows: unknown[]) =>
  new TestServer().on('GET /users', list(rows)).on('GET /realms', list([realm(1)]));
const findRow = async (name: string) => screen.findByRole('row', { name: new RegExp(name) });

test('shows role, realm and status of users', async () => {
  open(serveUsers(person(2, { role: 'realm_owner' })), '/users');
  const shown = within(await findRow('Desk 2'));
  expect(shown.getByText('Realm owner')).toBeVisible();
  expect(shown.getByText('Quayside Desk')).toBeVisible();
  expect(shown.getByText('Active')).toBeVisible();
  expect(screen.getByRole('columnheader', { name: 'Sessions' })).toBeVisible();
  expect(shown.getByText('2')).toBeVisible();
});

const mail = (id: number, over: Partial<MailDto> = {}): MailDto => ({
  id,
  realm_id: 1,
  realm_name: 'Quayside Desk',
  user_id: 2,
  address: `desk${id}@example.org`,
  kind: 'notice',
  status: 'sent',
  attempts: 1,
  next_attempt_at: null,
  error: null,
  sent_at: '2026-11-20T20:00:00.000Z',
  created_at: '2026-11-20T20:00:00.000Z',
  ...over,
});

test('shows mails that could not be sent, and sends one again', async () => {
  const dead = mail(5, { status: 'dead', attempts: 30, error: '550 No such mailbox', kind: 'invitation' });
  const server = serveUsers()
    .on('GET /mails', list([dead, mail(6)]))
    .on('GET /mail-sender', { body: { from: 'console@example.org' } })
    .on('POST /mails/:id/repeat', { body: { ...dead, status: 'queued', error: null } });
  const { user } = open(server, '/users?tab=mails');
  const row = within(await findRow('desk5@example.org'));
  for (const shown of ['Invitation', 'Not sent', '550 No such mailbox'])
    expect(row.getByText(shown)).toBeVisible();
  await user.click(row.getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Repeat' }));
  expect(await screen.findByText('The mail to desk5@example.org is being sent again')).toBeVisible();
  expect(server.seen('POST /mails/5/repeat')).toHaveLength(1);
  await user.click(within(await findRow('desk6@example.org')).getByRole('button', { name: /^Actions/ }));
  expect(await screen.findByRole('menuitem', { name: /Repeat/ })).toHaveAttribute('aria-disabled', 'true');
});

test('says that a server without SMTP sends no mail', async () => {
  const server = serveUsers()
    .on('GET /mails', list([]))
    .on('GET /mail-sender', { body: { from: null } });
  open(server, '/users?tab=mails');
  expect(await screen.findByText(/sends no e-mail: SMTP_URL/)).toBeVisible();
});

test('disables actions on the own account', async () => {
  const { user } = open(serveUsers(person(1, { role: 'admin', second_factor: true })), '/users');
  await user.click(within(await findRow('Desk 1')).getByRole('button', { name: /^Actions/ }));
  for (const name of [/Disable/, /Delete/, /Set password/, /Sessions/, /Remove two-factor authentication/]) {
    expect(await screen.findByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
  }
});

test('rejects a short password before the request and shows a taken e-mail after it', async () => {
  const server = serveUsers(person(2)).on('POST /users', refusal(409, 'CONFLICT', 'This e-mail is taken'));
  const { user } = open(server, '/users');
  await findRow('Desk 2');
  await user.click(screen.getByRole('button', { name: 'New user' }));
  await user.type(await screen.findByRole('textbox', { name: 'E-mail' }), 'new@example.org');
  await user.type(screen.getByLabelText(/^Password/), 'short');
  await user.click(screen.getByRole('button', { name: 'Create user' }));
  expect(await screen.findByText('Use at least 12 characters')).toBeVisible();
  expect(server.seen('POST /users')).toHaveLength(0);
  await user.type(screen.getByLabelText(/^Password/), ' but long enough');
  await user.click(screen.getByRole('button', { name: 'Create user' }));
  expect(await screen.findByText('This e-mail is taken')).toBeVisible();
});

test('confirms disabling a user and shows the rejection for the last administrator', async () => {
  const server = serveUsers(person(2)).on(
    'PUT /users/:id',
    refusal(409, 'LAST_ADMIN', 'This is the last admin'),
  );
  const { user } = open(server, '/users');
  await user.click(within(await findRow('Desk 2')).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Disable' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Disable' }));
  expect(await screen.findByText(/This is the last admin/)).toBeVisible();
  await waitFor(() => expect(server.seen('PUT /users/2')[0]?.body).toEqual({ status: 'disabled' }));
});

test('removes two-factor authentication after confirmation', async () => {
  const server = serveUsers(person(2, { second_factor: true }), person(3)).on(
    'DELETE /users/:id/second-factor',
    {},
  );
  const { user } = open(server, '/users');
  await user.click(within(await findRow('Desk 3')).getByRole('button', { name: /^Actions/ }));
  expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeVisible();
  expect(
    screen.queryByRole('menuitem', { name: 'Remove two-factor authentication' }),
  ).not.toBeInTheDocument();
  await user.keyboard('{Escape}');
  await user.click(within(await findRow('Desk 2')).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove two-factor authentication' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/only the password is needed to sign in/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Two-factor authentication of desk2@example.org removed')).toBeVisible();
  expect(server.seen('DELETE /users/2/second-factor')).toHaveLength(1);
});

test('lists a user’s sessions, also when they can’t be read again, and ends them all', async () => {
  const at = '2026-11-20T12:00:00.000Z';
  let isForbidden = false;
  let sessions = [
    {
      id: 's1',
      created_at: at,
      last_used_at: at,
      expires_at: at,
      user_agent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140',
      address: '192.0.2.9',
      current: false,
    },
  ];
  const server = serveUsers(person(2))
    .on('GET /users/:id/sessions', () =>
      isForbidden ? refusal(403, 'FORBIDDEN', 'Forbidden') : list(sessions),
    )
    .on('DELETE /users/:id/sessions', () => {
      sessions = [];
      return {};
    });
  const { user, live } = open(server, '/users');
  await user.click(within(await findRow('Desk 2')).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sessions' }));
  expect(await screen.findByText('Firefox on Windows')).toBeVisible();
  isForbidden = true;
  act(() => live.onResync());
  expect(await screen.findByText(/FORBIDDEN/)).toBeVisible();
  expect(screen.getByText('Firefox on Windows')).toBeVisible();
  isForbidden = false;
  await user.click(screen.getByRole('button', { name: 'End all sessions' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(server.seen('DELETE /users/2/sessions')).toHaveLength(0);
  await user.click(question.getByRole('button', { name: 'End all sessions' }));
  expect(await screen.findByText('No active sessions.')).toBeVisible();
  expect(server.seen('DELETE /users/2/sessions')).toHaveLength(1);
});

describe('viewing the console as a user', () => {
  const begin = async (user: ReturnType<typeof open>['user'], name: string) => {
    await user.click(within(await findRow(name)).getByRole('button', { name: /^Actions/ }));
    return screen.findByRole('menuitem', { name: /View as/ });
  };

  test('needs a reason, and makes the page that of the user', async () => {
    const viewing = {
      administrator: 'desk1@example.org',
      reason: 'Ticket 4711',
      until: '2026-11-20T20:30:00.000Z',
    };
    const server = serveUsers(person(2)).on('POST /view-as', {
      body: { ...person(2), viewing: { ...viewing, has_ended: false } },
    });
    const { user } = open(server, '/users');
    await user.click(await begin(user, 'Desk 2'));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'View the console as desk2@example.org' }),
    );
    expect(dialog.getByText(/For 30 minutes this browser shows what they see/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'View' }));
    expect(await dialog.findByText('Enter a reason')).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Ticket 4711');
    await user.click(dialog.getByRole('button', { name: 'View' }));
    await waitFor(() => expect(getSession()?.user).toMatchObject({ id: 2, viewing }));
    expect(server.seen('POST /view-as')[0]?.body).toEqual({ user_id: 2, reason: 'Ticket 4711' });
  });

  test.each([
    ['an administrator', { role: 'admin' }],
    ['a disabled user', { status: 'disabled' }],
  ] as const)('is not offered for %s', async (_, fields) => {
    const { user } = open(serveUsers(person(2, fields)), '/users');
    expect(await begin(user, 'Desk 2')).toHaveAttribute('aria-disabled', 'true');
  });
});
