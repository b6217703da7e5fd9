import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, type TestServer } from '@tessera/api/testing';
import { openConsole } from '../../../test/console';
import { task } from '../../../test/records';
import { held, ticket } from '../../../test/seats';
import { menuOf, server } from '../../../test/tasks-list';

const basket = 'https://tickets.harbour.example/b/1';
const own = [held(1), held(2)];
/** Another task of the same login holds one seat in another basket. */
const others = [held(3, { task_id: 4, basket: 'https://tickets.harbour.example/b/4' })];
const bought = (...ids: number[]) => ids.map((id) => task(id, { status: 'bought' }));

const openConfirmation = async (net: TestServer) => {
  const page = openConsole(net, '/tasks');
  await menuOf(page.user, 'HC north 01');
  await page.user.click(await screen.findByRole('menuitem', { name: 'Mark as bought' }));
  return page;
};
const confirm = async (net: TestServer) => {
  const { user } = await openConfirmation(net);
  const button = await screen.findByRole('button', { name: 'Mark as bought' });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  return user;
};
const writes = (net: TestServer) =>
  net.calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body]);

const purchase = { loginId: 1, siteId: 3, eventGuid: 'hc-ngr' };

test('records the purchase of the task’s basket, then marks the login’s tasks, and reports both', async () => {
  const net = server()
    .on('GET /carted-tickets', list([...own, ...others]))
    .on('POST /purchases', { body: [ticket(1), ticket(2)] })
    .on('POST /tasks/bought', { body: bought(1, 4) });
  const { user } = await openConfirmation(net);
  const question = await screen.findByRole('alertdialog', { name: 'Mark as bought?' });
  expect(await within(question).findByText('North 104, row 17, seats 10–11 · £106.00')).toBeVisible();
  expect(question).toHaveTextContent(
    'The seats that North stand 01 holds for Harbour City v Northgate Rovers are recorded as purchased.',
  );
  expect(question).toHaveTextContent('2seats are recorded as purchased');
  expect(question).toHaveTextContent('5tasks of this login for this event are marked as bought');
  await user.click(within(question).getByRole('button', { name: 'Mark as bought' }));
  expect(
    await screen.findByText('2 seats recorded as purchased. 2 tasks are marked as bought'),
  ).toBeVisible();
  expect(writes(net)).toEqual([
    ['/api/purchases', { ...purchase, basket }],
    ['/api/tasks/bought', purchase],
  ]);
  const [sent] = net.seen('GET /carted-tickets');
  expect(sent?.query.get('login_id')).toBe('1');
  expect(sent?.query.get('event_id')).toBe('7');
});

test('sends no basket when only another task of the login holds seats', async () => {
  const net = server()
    .on('GET /carted-tickets', list(others))
    .on('POST /purchases', { body: [ticket(3)] })
    .on('POST /tasks/bought', { body: bought(1, 4) });
  await confirm(net);
  expect(await screen.findByText('1 seat recorded as purchased. 2 tasks are marked as bought')).toBeVisible();
  expect(writes(net)[0]).toEqual(['/api/purchases', purchase]);
});

test('reports tickets of an earlier purchase as already recorded', async () => {
  const net = server()
    .on('GET /carted-tickets', list(own))
    .on('POST /purchases', { body: [ticket(8)] })
    .on('POST /tasks/bought', { body: bought(1) });
  await confirm(net);
  expect(
    await screen.findByText(
      '1 seat was already recorded as purchased; nothing was added. 1 task is marked as bought',
    ),
  ).toBeVisible();
});

test('reports a recorded purchase whose tasks couldn’t be marked', async () => {
  const net = server()
    .on('GET /carted-tickets', list(own))
    .on('POST /purchases', { body: [ticket(1), ticket(2)] })
    .on('POST /tasks/bought', refusal(503, 'UNAVAILABLE', 'Try again later'));
  await confirm(net);
  expect(
    await screen.findByText(
      "2 seats recorded as purchased. The tasks couldn't be marked as bought: Try again later",
    ),
  ).toBeVisible();
});

test('offers to mark only the tasks when no seats are held', async () => {
  const net = server()
    .on('GET /carted-tickets', list([]))
    .on('POST /tasks/bought', { body: bought(1) });
  const { user } = await openConfirmation(net);
  const alone = await screen.findByRole('alertdialog', { name: 'No seats are held' });
  await user.click(within(alone).getByRole('button', { name: 'Mark tasks as bought' }));
  expect(await screen.findByText('1 task is marked as bought')).toBeVisible();
  expect(writes(net)).toEqual([['/api/tasks/bought', purchase]]);
});

test('offers to mark only the tasks when the seats lapse before the purchase is recorded', async () => {
  const net = server()
    .on('GET /carted-tickets', list(own))
    .on('POST /purchases', refusal(409, 'NOTHING_HELD', 'Nothing is held'))
    .on('POST /tasks/bought', { body: bought(1) });
  const user = await confirm(net);
  const alone = await screen.findByRole('alertdialog', { name: 'No seats are held' });
  expect(net.seen('POST /tasks/bought')).toHaveLength(0);
  await user.click(within(alone).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(net.seen('POST /tasks/bought')).toHaveLength(0);
  expect(screen.queryByText(/marked as bought/)).not.toBeInTheDocument();
});
