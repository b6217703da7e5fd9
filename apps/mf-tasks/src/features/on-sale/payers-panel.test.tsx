import { act, screen, waitFor, within } from '@testing-library/react';
import { enterRehearsal, refusal } from '@tessera/api/testing';
import { openConsole } from '../../../test/console';
import { bulkAnswer, job } from '../../../test/records';
import { forecast, payers, room, roomServer } from '../../../test/room';

const panel = async () => within(await screen.findByRole('region', { name: 'Who pays' }));
afterEach(() => enterRehearsal(null));

const question = async () => within(await screen.findByRole('alertdialog'));

test('shows who is on, what comes, what they can pay and what expires', async () => {
  openConsole(roomServer(), '/on-sale/7');
  const shown = await panel();
  expect(await shown.findByText(/^Nel Harper since /)).toBeVisible();
  expect(
    shown.getByRole('group', {
      name: /^12 baskets a minute will come, these people can pay 4, 31 will expire\. 3 tasks in waiting rooms/,
    }),
  ).toBeVisible();
  expect(shown.getByText(/^will expire, the first at /)).toBeVisible();
  expect(shown.queryByText(/^Your pace/)).toBeNull();
});

test('comes on and goes off, each with Undo', async () => {
  const net = roomServer()
    .on('PUT /on-sale/7/payers/me', { status: 204 })
    .on('DELETE /on-sale/7/payers/me', { status: 204 });
  const { user } = openConsole(net, '/on-sale/7');
  await user.click(await (await panel()).findByRole('button', { name: 'I’m on' }));
  expect(await screen.findByText('You are on to pay')).toBeVisible();
  expect(net.seen('PUT /on-sale/7/payers/me')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(net.seen('DELETE /on-sale/7/payers/me')).toHaveLength(1));
  expect(await screen.findByText('You are off')).toBeVisible();
});

test('shows those who are on their own pace', async () => {
  openConsole(
    roomServer().on('GET /on-sale/7/payers', {
      body: payers({ me: { may_pay: true, is_on: true, pace_s: 45 } }),
    }),
    '/on-sale/7',
  );
  const shown = await panel();
  expect(await shown.findByRole('button', { name: 'I’m off' })).toBeEnabled();
  expect(shown.getByText('Your pace: 45 s a basket')).toBeVisible();
});

describe('what helps', () => {
  test('asks the others after saying how many they are', async () => {
    const net = roomServer().on('POST /on-sale/7/payers/ask', { body: { asked: 3 } });
    const { user } = openConsole(net, '/on-sale/7');
    const shown = await panel();
    await user.click(await shown.findByRole('button', { name: 'Ask for 2 more people' }));
    expect(
      await (await question()).findByText('3 people who may pay and aren’t on are notified.'),
    ).toBeVisible();
    await user.click((await question()).getByRole('button', { name: 'Ask' }));
    expect(await screen.findByText('3 people notified')).toBeVisible();
  });

  test('asks nobody where everybody is on, and says that the others were asked just now', async () => {
    const net = roomServer().on('POST /on-sale/7/payers/ask', refusal(409, 'CONFLICT', 'Asked just now'));
    const { user } = openConsole(net, '/on-sale/7');
    await user.click(await (await panel()).findByRole('button', { name: 'Ask for 2 more people' }));
    await user.click(await (await question()).findByRole('button', { name: 'Ask' }));
    expect(await screen.findByText(/Asked just now/)).toBeVisible();
    net.on('GET /on-sale/7/payers', { body: payers({ others: 0 }) });
    await user.click(await (await panel()).findByRole('button', { name: 'Ask for 2 more people' }));
    expect(await (await question()).findByText('Everybody who may pay is on.')).toBeVisible();
    expect((await question()).getByRole('button', { name: 'Ask' })).toBeDisabled();
  });

  test('spreads the starts of a job after a question with numbers, and restores them', async () => {
    const planned = job(1, { name: 'North stand fours', config: { launch_delay: 5 } });
    const net = roomServer()
      .on('GET /jobs/1', { body: planned, headers: { ETag: '"3"' } })
      .on('PATCH /jobs/1', { body: planned, headers: { ETag: '"4"' } });
    const { user } = openConsole(net, '/on-sale/7');
    const shown = await panel();
    await user.click(
      await shown.findByRole('button', { name: 'Spread the starts of North stand fours by 40 s' }),
    );
    expect(
      await (
        await question()
      ).findByText(/^20 tasks start 40 s after each other instead of 5 s\. The last starts on .* No basket/),
    ).toBeVisible();
    await user.click((await question()).getByRole('button', { name: 'Spread starts' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Former starts restored')).toBeVisible();
    expect(net.seen('PATCH /jobs/1').map(({ body, headers }) => [body, headers.get('if-match')])).toEqual([
      [{ launch_delay: 40 }, '"3"'],
      [{ launch_delay: 5 }, '"4"'],
    ]);
  });

  test('has a job buy instead of hold after a preview, and hold again', async () => {
    const net = roomServer().on('POST /tasks/bulk', {
      body: bulkAnswer({
        eligible: 2,
        results: [3, 4].map((task_id) => ({ task_id, result: 'done', copy_id: null })),
      }),
    });
    const { user } = openConsole(net, '/on-sale/7');
    const name = 'Buy instead of hold: North stand fours (20 tasks, C)';
    await user.click(await (await panel()).findByRole('button', { name }));
    expect(
      await (await question()).findByText(/^Workers pay what 2 tasks get.* 4 baskets will/),
    ).toBeVisible();
    await user.click((await question()).getByRole('button', { name: 'Buy instead' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('2 tasks hold again')).toBeVisible();
    expect(net.seen('POST /tasks/bulk').map(({ body }) => body)).toEqual([
      {
        command: 'edit',
        preview: true,
        filter: { job_id: '1', mode: 'hold', status: 'idle,scheduled,queued' },
        change: { mode: 'buy' },
      },
      { command: 'edit', ids: [3, 4], change: { mode: 'buy' } },
      { command: 'edit', ids: [3, 4], change: { mode: 'hold' } },
    ]);
  });

  test('offers readers the figures and the question, and payers to come on', async () => {
    const reader = { may_pay: false, is_on: false, pace_s: null };
    openConsole(
      roomServer().on('GET /on-sale/7/payers', { body: payers({ me: reader }) }),
      '/on-sale/7',
      'realm_user',
    );
    const shown = await panel();
    expect(await shown.findByText('Spread the starts of North stand fours by 40 s')).toBeVisible();
    expect(shown.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Ask for 2 more people',
    ]);
    expect(shown.queryByRole('link')).toBeNull();
  });
});

test.each([
  [{ baskets: 0, waiting: 0, expire: 0, help: [] }, 'No baskets to come'],
  [{ expire: 0, first_expiry_at: null, help: [] }, 'will expire'],
])('says when nothing is to be done: %o', async (over, text) => {
  openConsole(
    roomServer().on('GET /on-sale/7/payers', { body: payers({ payers: [], forecast: forecast(over) }) }),
    '/on-sale/7',
  );
  const shown = await panel();
  expect(await shown.findByText(text)).toBeVisible();
  expect(shown.getByText('Nobody is on')).toBeVisible();
  expect(shown.queryByRole('list')).toBeNull();
});

test('counts those who are on beyond four', async () => {
  const people = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn'].map((name, index) => ({
    user_id: index + 2,
    name,
    since: '2026-11-20T14:00:00.000Z',
  }));
  openConsole(roomServer().on('GET /on-sale/7/payers', { body: payers({ payers: people }) }), '/on-sale/7');
  expect(await (await panel()).findByText(/^Ada since .* · Dan since .* · and 2 more$/)).toBeVisible();
});

test('shows why it could not be read, and reads it again', async () => {
  const net = roomServer().on('GET /on-sale/7/payers', refusal(500, 'INTERNAL', 'Internal error'));
  const { user } = openConsole(net, '/on-sale/7');
  const shown = await panel();
  expect(await shown.findByRole('alert')).toBeVisible();
  net.on('GET /on-sale/7/payers', { body: payers() });
  await user.click(shown.getByRole('button', { name: 'Retry' }));
  expect(await shown.findByText(/^Nel Harper since /)).toBeVisible();
});

test('follows the live stream', async () => {
  const net = roomServer();
  const { live } = openConsole(net, '/on-sale/7');
  expect(await (await panel()).findByText(/^Nel Harper since /)).toBeVisible();
  net.on('GET /on-sale/7/payers', { body: payers({ payers: [] }) });
  act(() => live.onResync());
  expect(await (await panel()).findByText('Nobody is on')).toBeVisible();
});

test('offers nobody to come on for a closed event', async () => {
  openConsole(roomServer({ event: { ...room().event, status: 'closed' } }), '/on-sale/7');
  const shown = await panel();
  expect(await shown.findByText(/^Nel Harper since /)).toBeVisible();
  expect(shown.queryByRole('button', { name: 'I’m on' })).toBeNull();
  expect(shown.queryByRole('button', { name: 'Ask for 2 more people' })).toBeNull();
});

test('asks nobody within a rehearsal', async () => {
  enterRehearsal(9);
  openConsole(roomServer(), '/on-sale/7');
  const shown = await panel();
  expect(await shown.findByRole('button', { name: 'I’m on' })).toBeEnabled();
  expect(shown.queryByRole('button', { name: 'Ask for 2 more people' })).toBeNull();
});

test('is hidden in a replay, and from administrators of all realms', async () => {
  const { user, unmount } = openConsole(roomServer(), '/on-sale/7');
  await panel();
  await screen.findByRole('button', { name: 'Replay' });
  await user.keyboard('v');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Who pays' })).toBeNull());
  unmount();
  const net = roomServer();
  openConsole(net, '/on-sale/7', 'admin');
  expect(await screen.findByRole('region', { name: 'Money' })).toBeVisible();
  expect(net.seen('GET /on-sale/7/payers')).toEqual([]);
});

test('is reached by its key', async () => {
  const { user } = openConsole(roomServer(), '/on-sale/7');
  await panel();
  await user.keyboard('7');
  expect(screen.getByRole('region', { name: 'Who pays' })).toHaveFocus();
});

test('has its place before the launch too', async () => {
  openConsole(
    roomServer({ tasks: 0, counts: {} }).on('GET /dashboard/on-sales', {
      body: { sales: [{ event_id: 7, checks: [{ check: 'payers', state: 'warning', have: 0, need: 31 }] }] },
    }),
    '/on-sale/7',
  );
  expect(await screen.findByText('Nobody is on to pay 31 baskets')).toBeVisible();
  expect(await (await panel()).findByRole('button', { name: 'I’m on' })).toBeEnabled();
});
