import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { refusal } from '@tessera/api/testing';
import { openConsole } from '../../../test/console';
import { bulkAnswer } from '../../../test/records';
import { history, room, roomServer } from '../../../test/room';

const figure = async (name: string, value: string) =>
  within(await screen.findByRole('group', { name })).findByText(value);
const panel = (name: string) => screen.findByRole('region', { name });

test('shows the four figures, the baskets, failures, places, workers and money of the event', async () => {
  openConsole(roomServer(), '/on-sale/7');
  expect(await figure('Purchased', '40')).toBeVisible();
  expect(await figure('Held', '8')).toBeVisible();
  expect(await figure('Open', '30')).toBeVisible();
  expect(await figure('Lost', '42')).toBeVisible();
  expect(await figure('Wanted', '120')).toBeVisible();
  expect(within(await panel('Baskets to pay')).getByText('North stand 01')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Pay next' })).toHaveAttribute('href', '/pay?event=7');
  expect(within(await panel('Failures by reason')).getByText('Sold out')).toBeVisible();
  expect(within(await panel('Waiting places')).getByText('812')).toBeVisible();
  expect(within(await panel('Free worker slots')).getByText('11')).toBeVisible();
  expect(within(await panel('Money')).getByText('£1,700.00')).toBeVisible();
  expect(
    await screen.findByRole('img', { name: /40 purchased, 8 held, 30 in progress, 120 wanted/ }),
  ).toBeVisible();
});

test('leads to the other views of the on-sale', async () => {
  openConsole(roomServer(), '/on-sale/7');
  const views = await screen.findByRole('navigation', { name: 'Views of the on-sale' });
  const links = within(views).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/on-sale/7',
    '/on-sale/7/waiting',
    '/on-sale/7/seats',
  ]);
  expect(links[0]).toHaveAttribute('aria-current', 'page');
});

describe('the clock', () => {
  const noBaskets = { count: 0, seats: 0, next: [] };
  const sale = (minutesAgo: number) => ({
    ...room().event,
    on_sale_at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  });

  test('counts down to the next seats that expire', async () => {
    openConsole(roomServer(), '/on-sale/7');
    expect(await screen.findByText('until 4 held seats expire')).toBeVisible();
    expect(screen.getAllByRole('timer')[0]).toHaveTextContent(/^01:[23]\d$/);
  });

  test('counts from the on-sale while nothing is held', async () => {
    openConsole(roomServer({ baskets: noBaskets, event: sale(5) }), '/on-sale/7');
    expect(await screen.findByText(/since the on-sale/)).toBeVisible();
  });

  test('shows what was purchased once the on-sale is long over', async () => {
    openConsole(roomServer({ baskets: noBaskets, event: sale(13 * 24 * 60) }), '/on-sale/7');
    await waitFor(() => expect(screen.getByRole('timer')).toHaveTextContent('40 of 120'));
  });
});

test('shows live figures from the same snapshot as the baskets, whatever the history has', async () => {
  const later = history();
  const points = later.points.map((point) => ({ ...point, at: '2026-11-20T14:02:00.000Z', held: 19 }));
  openConsole(roomServer().on('GET /on-sale/7/history', { body: { ...later, points } }), '/on-sale/7');
  expect(await figure('Held', '8')).toBeVisible();
  expect(screen.getByText('2 baskets')).toBeVisible();
});

test('follows the live stream with the next snapshot', async () => {
  const net = roomServer();
  const { live } = openConsole(net, '/on-sale/7');
  expect(await figure('Purchased', '40')).toBeVisible();
  net.on('GET /on-sale/7', {
    body: room({ at: '2026-11-20T14:01:02.000Z', seats: { ...room().seats, won: 52 } }),
  });
  act(() => live.onResync());
  expect(await figure('Purchased', '52')).toBeVisible();
});

test('retries the tasks of one reason after a preview, and exactly those', async () => {
  const net = roomServer().on('POST /tasks/bulk', ({ body }) => ({
    body: bulkAnswer({
      eligible: 2,
      results: [3, 4].map((task_id) => ({ task_id, result: 'done', copy_id: null })),
      ...((body as { preview?: boolean }).preview ? { eligible_by_status: { failed: 2 } } : {}),
    }),
  }));
  const { user } = openConsole(net, '/on-sale/7');
  await user.click(await screen.findByRole('button', { name: 'Retry: Sold out' }));
  await user.click(
    await within(await screen.findByRole('alertdialog')).findByRole('button', { name: /^Start/ }),
  );
  await waitFor(() => expect(net.seen('POST /tasks/bulk')).toHaveLength(2));
  expect(net.seen('POST /tasks/bulk')[0]?.body).toEqual({
    command: 'start',
    preview: true,
    filter: { event_id: '7', status: 'failed,expired', reason: 'Sold out' },
  });
  expect(net.seen('POST /tasks/bulk')[1]?.body).toEqual({ command: 'start', ids: [3, 4] });
});

test('leads from a reason to its tasks', async () => {
  openConsole(roomServer(), '/on-sale/7');
  const href = (await screen.findByRole('link', { name: 'Sold out' })).getAttribute('href') ?? '';
  expect(Object.fromEntries(new URLSearchParams(href.split('?')[1]))).toEqual({
    event_id: '7',
    status: 'failed,expired,queued',
    reason: 'Sold out',
  });
});

describe('by keyboard', () => {
  test('moves between panels, opens the baskets, the launch and the form of the target', async () => {
    const net = roomServer().on('GET /jobs/:id', { body: { id: 1 }, headers: { ETag: '"3"' } });
    const { user, address } = openConsole(net, '/on-sale/7');
    await figure('Held', '8');
    await user.keyboard('3');
    expect(await panel('Failures by reason')).toHaveFocus();
    await user.keyboard('t');
    const dialog = await screen.findByRole('dialog');
    await user.type(await within(dialog).findByLabelText(/Target of North stand fours/), '150');
    net.on('PATCH /jobs/:id', { body: { id: 1 } });
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(net.seen('PATCH /jobs/1')).toHaveLength(1));
    expect(net.seen('PATCH /jobs/1')[0]?.body).toEqual({ seats_target: 150 });
    expect(net.seen('PATCH /jobs/1')[0]?.headers.get('if-match')).toBe('"3"');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('l');
    await waitFor(() => expect(address()).toBe('/on-sale/7?launch=&launch_event=7'));
  });

  test('fills the window and leaves it', async () => {
    const { user } = openConsole(roomServer(), '/on-sale/7');
    await figure('Held', '8');
    await user.keyboard('f');
    expect(await screen.findByRole('button', { name: 'Leave full screen' })).toBeVisible();
    await user.keyboard('f');
    expect(await screen.findByRole('button', { name: 'Full screen' })).toBeVisible();
  });
});

test('replays the sale from its start, with figures of that moment and without commands', async () => {
  const { user } = openConsole(roomServer(), '/on-sale/7');
  await figure('Held', '8');
  await user.keyboard('v');
  const bar = await screen.findByRole('group', { name: 'Replay' });
  await user.keyboard(' ');
  expect(within(bar).getByRole('button', { name: 'Play' })).toBeVisible();
  fireEvent.change(within(bar).getByRole('slider', { name: 'Position in the replay' }), {
    target: { value: Date.parse('2026-11-20T14:00:32Z') },
  });
  expect(await figure('Purchased', '20')).toBeVisible();
  expect(within(await panel('Failures by reason')).getByText('3 failed attempts')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Retry all' })).toBeNull();
  expect(within(await panel('Money')).getByText('£850.00')).toBeVisible();
  expect(within(await panel('Free worker slots')).getByText('Free slots are not recorded')).toBeVisible();
  await user.keyboard(']');
  expect(within(bar).getByRole('button', { name: '20×' })).toHaveAttribute('aria-pressed', 'true');
  await user.keyboard('v');
  expect(await figure('Purchased', '40')).toBeVisible();
});

test('says what changed while the page was hidden', async () => {
  const net = roomServer();
  const { live, user } = openConsole(net, '/on-sale/7');
  await figure('Held', '8');
  const hide = (hidden: boolean) => {
    jest.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  hide(true);
  net.on('GET /on-sale/7', {
    body: room({ at: '2026-11-20T14:03:00.000Z', seats: { ...room().seats, won: 52, lapsed: 3 } }),
  });
  act(() => live.onResync());
  expect(await figure('Purchased', '52')).toBeVisible();
  hide(false);
  expect(await screen.findByText(/12 seats purchased · 1 seat expired/)).toBeVisible();
  await user.keyboard('x');
  await waitFor(() => expect(screen.queryByText(/12 seats purchased/)).toBeNull());
});

test.each([
  [4000, '£1,700.00 spent · £340.00 reserved · £1,960.00 free', null],
  [2500, '£1,700.00 spent · £340.00 reserved · £460.00 free', '81% used'],
  [2040, '£1,700.00 spent · £340.00 reserved · £0.00 free', 'Used up'],
  [1730, '£1,700.00 spent · £340.00 reserved · £0.00 free', '£310.00 over budget: new holds stop'],
])('shows what is left of a budget of %d', async (budget, figures, mark) => {
  openConsole(roomServer({ money: { ...room().money, budget, budget_currency: 'GBP' } }), '/on-sale/7');
  const panel = within(await screen.findByRole('region', { name: /Money/ }));
  expect(panel.getByText(figures)).toBeVisible();
  if (mark === null) expect(panel.queryByText(/used|over budget/i)).toBeNull();
  else expect(panel.getByText(mark)).toBeVisible();
});

test('asks before a budget below what is used, and sets the former one again', async () => {
  const money = { ...room().money, budget: 4000, budget_currency: 'GBP' };
  const net = roomServer({ money }).on('PUT /on-sale/:eventId/budget', {
    body: { realm_id: 1, event_id: 7, amount: 1730, currency: 'GBP' },
  });
  const { user } = openConsole(net, '/on-sale/7');
  const sent = () => net.seen('PUT /on-sale/:eventId/budget').map(({ body }) => body);
  await user.click(await screen.findByRole('button', { name: 'Set budget' }));
  const form = within(await screen.findByRole('dialog', { name: 'Set budget' }));
  await user.clear(form.getByRole('textbox', { name: /^Budget/ }));
  await user.type(form.getByRole('textbox', { name: /^Budget/ }), '1730');
  await user.click(form.getByRole('button', { name: 'Save' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/£310\.00 more than this is spent or reserved: new holds stop/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(sent()).toEqual([]);
  await user.click(await form.findByRole('button', { name: 'Save' }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Set budget' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Former budget restored')).toBeVisible();
  expect(sent()).toEqual([
    { amount: 1730, currency: 'GBP' },
    { amount: 4000, currency: 'GBP' },
  ]);
});

test('disables commands without write permission', async () => {
  openConsole(roomServer(), '/on-sale/7', 'realm_user');
  expect(await screen.findByRole('button', { name: 'Retry all' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Set budget' })).toBeNull();
});

describe('without tasks', () => {
  const emptyRoom = () =>
    roomServer({ tasks: 0, counts: {} }).on('GET /dashboard/on-sales', {
      body: {
        sales: [
          {
            event_id: 7,
            checks: [
              { check: 'plan', state: 'warning', have: 0, need: 4 },
              { check: 'workers', state: 'blocked', have: 0, need: 0 },
              { check: 'rehearsal', state: 'warning', have: 0, need: 0 },
            ],
          },
        ],
      },
    });

  test('says what is ready, and offers a rehearsal and a launch', async () => {
    openConsole(emptyRoom(), '/on-sale/7');
    expect(await screen.findByText('Not launched: 4 tasks planned')).toBeVisible();
    expect(screen.getByText('No worker serves this event')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Launch a job' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Rehearse' })).toHaveAttribute(
      'href',
      '/rehearsals?rehearse=event-7',
    );
  });

  test('says what the check of the planned logins found', async () => {
    const found = {
      planned: 12,
      waiting: 0,
      active: 11,
      wrong_password: 1,
      locked: 0,
      code_needed: 0,
      unknown: 0,
    };
    const sale = {
      event_id: 7,
      login_check: { ...found, checked_at: '2026-11-20T21:00:00.000Z' },
      checks: [{ check: 'login_check', state: 'warning', have: 11, need: 12 }],
    };
    const server = roomServer({ tasks: 0, counts: {} });
    openConsole(server.on('GET /dashboard/on-sales', { body: { sales: [sale] } }), '/on-sale/7');
    expect(await screen.findByText(/^11 of 12 logins signed in at .*; 1 wrong password$/)).toBeVisible();
  });

  test('asks nobody to launch who may not', async () => {
    openConsole(emptyRoom(), '/on-sale/7', 'realm_user');
    expect(await screen.findByText('No tasks for this event yet.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Launch a job' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Rehearse' })).toBeNull();
  });
});

test('shows an error with its code and request id', async () => {
  openConsole(roomServer().on('GET /on-sale/7', refusal(404, 'NOT_FOUND', 'Event not found')), '/on-sale/7');
  expect(await screen.findByText(/NOT_FOUND · request req-77/)).toBeVisible();
});
