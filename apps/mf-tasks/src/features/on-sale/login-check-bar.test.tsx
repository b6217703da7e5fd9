import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { LoginCheckDto } from '@tessera/api';
import { refusal } from '@tessera/api/testing';
import { openConsole } from '../../../test/console';
import { room, roomServer } from '../../../test/room';

const login = (login_id: number, state: LoginCheckDto['logins'][number]['state']) => ({
  login_id,
  realm_id: 1,
  login: `desk-0${login_id}@quayside.example`,
  state,
  message: null,
  due_at: null,
  checked_at: null,
});
const check = (over: Partial<LoginCheckDto> = {}): LoginCheckDto => ({
  event_id: 7,
  planned: 3,
  unchecked: 3,
  waiting: 0,
  running: 0,
  active: 0,
  wrong_password: 0,
  locked: 0,
  code_needed: 0,
  unknown: 0,
  workers: 1,
  checked_at: null,
  ends_at: null,
  logins: [login(1, 'unchecked'), login(2, 'unchecked'), login(3, 'unchecked')],
  ...over,
});
const before = { event: { ...room().event, on_sale_at: '2026-11-21T09:00:00.000Z' } };
const server = (over: Partial<LoginCheckDto> = {}) =>
  roomServer(before).on('GET /events/7/login-check', { body: check(over) });
const bar = () => screen.findByRole('region', { name: 'Planned logins' });

test('asks for a check of the planned logins, and withdraws it', async () => {
  const waiting = check({ unchecked: 0, waiting: 3, workers: 0, ends_at: '2026-11-20T21:02:00.000Z' });
  openConsole(
    server()
      .on('POST /events/7/login-check', { body: waiting })
      .on('POST /events/7/login-check/withdraw', { body: check() }),
    '/on-sale/7',
  );
  expect(within(await bar()).getByText('3 planned logins, not checked yet')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Check logins' }));
  expect(await screen.findByText(/^3 logins to check, the last not before/)).toBeVisible();
  expect(screen.getByText('No connected worker can check logins at this site')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw the check' }));
  expect(await screen.findByRole('button', { name: 'Check logins' })).toBeVisible();
});

test('says how many signed in, when, and which logins can’t', async () => {
  const logins = [login(1, 'active'), login(2, 'wrong_password'), login(3, 'locked')];
  const counts = { unchecked: 0, active: 1, wrong_password: 1, locked: 1, logins };
  openConsole(server({ ...counts, checked_at: '2026-11-20T21:00:00.000Z' }), '/on-sale/7');
  expect(
    within(await bar()).getByText(/^1 of 3 logins signed in at .*; 1 wrong password; 1 locked$/),
  ).toBeVisible();
  const found = within(screen.getByRole('region', { name: 'Planned logins' })).getAllByRole('listitem');
  expect(found.map(({ textContent }) => textContent)).toEqual([
    'desk-02@quayside.example: wrong passwordDisable',
    'desk-03@quayside.example: lockedDisable',
  ]);
  expect(screen.getByRole('link', { name: 'Open logins' })).toHaveAttribute(
    'href',
    `/sites/${room().event.site_id}/logins?check=wrong_password,locked,code_needed,unknown`,
  );
});

test('disables a login that can’t sign in after a question, and undoes it', async () => {
  const impact = { tasks: 2, held_seats: 0, by_status: { idle: 2 }, realms: [] };
  const net = server({
    unchecked: 0,
    active: 2,
    locked: 1,
    checked_at: '2026-11-20T21:00:00.000Z',
    logins: [login(1, 'active'), login(2, 'active'), login(3, 'locked')],
  })
    .on('GET /logins/:id/impact', { body: impact })
    .on('PATCH /logins/:id', { body: {} });
  openConsole(net, '/on-sale/7');
  await bar();
  fireEvent.click(screen.getByRole('button', { name: 'Disable the login desk-03@quayside.example' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(await question.findByText('unfinished tasks wait until it is enabled')).toBeVisible();
  fireEvent.click(question.getByRole('button', { name: 'Disable login' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(net.seen('PATCH /logins/3')).toHaveLength(2));
  expect(net.seen('PATCH /logins/3').map(({ body }) => body)).toEqual([
    { status: 'disabled' },
    { status: 'active' },
  ]);
});

test('shows that it could not be read', async () => {
  openConsole(
    roomServer(before).on('GET /events/7/login-check', refusal(500, 'INTERNAL', 'Internal error')),
    '/on-sale/7',
  );
  expect(await screen.findByRole('alert')).toBeVisible();
});

test('is gone once the sale has begun', async () => {
  const net = roomServer();
  openConsole(net, '/on-sale/7');
  expect(await screen.findByRole('region', { name: 'Money' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Planned logins' })).toBeNull();
  expect(net.seen('GET /events/7/login-check')).toEqual([]);
});

test('shows nothing for an event without planned logins', async () => {
  const net = server({ planned: 0, unchecked: 0, logins: [] });
  openConsole(net, '/on-sale/7');
  expect(await screen.findByRole('region', { name: 'Money' })).toBeVisible();
  await waitFor(() => expect(net.seen('GET /events/7/login-check')).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Planned logins' })).toBeNull();
});
