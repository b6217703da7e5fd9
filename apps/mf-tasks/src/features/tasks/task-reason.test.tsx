import { list } from '@tessera/api/testing';
import { openConsole } from '../../../test/console';
import { task } from '../../../test/records';
import { row, server } from '../../../test/tasks-list';

test('hides a reason that only repeats the state', async () => {
  const bare = task(1, { status: 'failed', status_message: 'Failed' });
  const repeating = task(2, { status: 'failed', status_message: 'Failed: sold out' });
  openConsole(server().on('GET /tasks', list([bare, repeating])), '/tasks');
  expect((await row('HC north 01')).textContent.match(/Failed/g)).toHaveLength(1);
  expect(await row('HC north 02')).toHaveTextContent('Failed: sold out');
});
