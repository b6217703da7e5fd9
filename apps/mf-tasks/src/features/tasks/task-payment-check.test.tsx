import { screen, waitFor, within } from '@testing-library/react';
import { list } from '@tessera/api/testing';
import { openConsole } from '../../../test/console';
import { task } from '../../../test/records';
import { row, server } from '../../../test/tasks-list';

const stopped = task(9, {
  status: 'stopped',
  status_message: 'Stopped: its worker was lost',
  payment_check: true,
});
const withCheck = () =>
  server()
    .on('GET /tasks', list([stopped]))
    .on('GET /tasks/9', { body: stopped, headers: { ETag: '"1"' } })
    .on('GET /tasks/9/why', {
      body: {
        task_id: 9,
        status: 'stopped',
        causes: [
          { code: 'PAYMENT_CHECK', message: 'As the server words it', params: {}, reason: null },
          {
            code: 'STOPPED',
            message: 'As the server words it',
            params: {},
            reason: { code: 'STOPPED_WORKER_LOST', params: {} },
          },
        ],
      },
    });

test('shows a finished task’s open payment check in the list and the drawer', async () => {
  const { user } = openConsole(withCheck(), '/tasks');
  const line = await row('HC north 09');
  expect(line).toHaveTextContent('payment to be checked');
  await user.click(line);
  expect(
    await screen.findByText(/^Payment to be checked: the worker may have paid at the site/),
  ).toBeVisible();
});

test('closes a payment check after a confirmation that nothing was paid', async () => {
  const net = withCheck().on('POST /tasks/9/payment-checked', { body: { ...stopped, payment_check: false } });
  const { user } = openConsole(net, '/tasks?open=9');
  await user.click(await screen.findByRole('button', { name: 'Close check: not paid' }));
  expect(await screen.findByText('Close the payment check as not paid?')).toBeVisible();
  expect(net.seen('POST /tasks/9/payment-checked')).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Close check' }));
  await waitFor(() => expect(net.seen('POST /tasks/9/payment-checked')).toHaveLength(1));
});

test('lists the tasks with payment checks from the dashboard’s link', async () => {
  const net = withCheck();
  openConsole(net, '/tasks?payment_check=true');
  await row('HC north 09');
  expect(net.seen('GET /tasks').some(({ query }) => query.get('payment_check') === 'true')).toBe(true);
});

test('doesn’t offer to delete a task with an open payment check', async () => {
  const { user } = openConsole(withCheck(), '/tasks');
  await user.click(within(await row('HC north 09')).getByRole('button', { name: /^Actions/ }));
  expect(await screen.findByRole('menuitem', { name: /^Delete/ })).toHaveAttribute('aria-disabled', 'true');
});
