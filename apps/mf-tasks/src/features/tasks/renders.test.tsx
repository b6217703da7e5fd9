import { act, screen, waitFor } from '@testing-library/react';
import { setViewportWidth } from '@tessera/ui/testing';
import { openConsole } from '../../../test/console';
import { task } from '../../../test/records';
import { row, select, server } from '../../../test/tasks-list';
import type * as TaskCells from './task-cells';

/** The ids of the tasks whose reason was rendered in the list; each row shows one. */
const mockRendered: number[] = [];

jest.mock('./task-cells', () => {
  const cells = jest.requireActual<typeof TaskCells>('./task-cells');
  const count = (Cell: typeof cells.Status) => (props: Parameters<typeof cells.Status>[0]) => {
    mockRendered.push(props.task.id);
    return <Cell {...props} />;
  };
  return { ...cells, Status: count(cells.Status), Reason: count(cells.Reason) };
});

/** Opens the list, waits until it is loaded and starts counting. */
async function openList() {
  const net = server();
  const page = openConsole(net, '/tasks');
  await screen.findByText('5 unfinished');
  await waitFor(() => expect(net.calls).toHaveLength(4));
  await row('HC north 06');
  mockRendered.length = 0;
  return page;
}

afterEach(() => setViewportWidth(1440));

test.each([
  ['with columns', 1440],
  ['with three lines a row', 390],
])('renders one row again for a live change of one task: %s', async (_, width) => {
  setViewportWidth(width);
  const { live } = await openList();
  act(() =>
    live.onChange({ topic: 'tasks', id: 3, change: 'update', row: { ...task(3, { status: 'running' }) } }),
  );
  await waitFor(async () => expect(await row('HC north 03')).toHaveTextContent('Running'));
  expect(new Set(mockRendered)).toEqual(new Set([3]));
});

test('renders no cell again when a row is selected', async () => {
  setViewportWidth(1440);
  const { user } = await openList();
  await select(user, 'HC north 03');
  expect(screen.getByRole('toolbar', { name: 'Selected rows' })).toBeVisible();
  expect(mockRendered).toEqual([]);
});
