import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { type Column, DataTable } from '../src/index';
import { useSelection } from '../src/use-selection';
import { setViewportWidth, show } from './frame';
import { type Task, tasks } from './task-list';

/** How often the page around the table was rendered. */
let pageRenders = 0;
/** The ids of the rows whose content was rendered. */
const rendered: number[] = [];
const columns: Column<Task>[] = [
  { id: 'name', header: 'Name', cell: (task) => (rendered.push(task.id), task.name) },
];
const narrow = (task: Task) => (rendered.push(task.id), { title: task.name });
const keyOf = (task: Task) => task.id;
const nameOf = (task: Task) => task.name;

/** Shows a table of tasks. Returns a function that renames one of them. */
function showTable() {
  let renameTask = (_id: number): void => undefined;
  function Table() {
    pageRenders += 1;
    const selection = useSelection();
    const [rows, setRows] = useState(tasks);
    renameTask = (id) =>
      setRows(rows.map((task) => (task.id === id ? { ...task, name: 'HC south 01' } : task)));
    return (
      <DataTable
        label="Tasks"
        columns={columns}
        narrow={narrow}
        rows={rows}
        keyOf={keyOf}
        nameOf={nameOf}
        selection={selection}
      />
    );
  }
  show(<Table />);
  rendered.length = 0;
  pageRenders = 0;
  return (id: number) => act(() => renameTask(id));
}

const selectTask = () =>
  userEvent.setup().click(screen.getByRole('checkbox', { name: 'Select HC north 03' }));

afterEach(() => setViewportWidth(1440));

test('renders only the cells of a changed row again, and neither cells nor the page for a selection', async () => {
  setViewportWidth(1440);
  const rename = showTable();
  await selectTask();
  expect(screen.getByRole('row', { name: /HC north 03/ })).toHaveAttribute('aria-selected', 'true');
  expect(rendered).toEqual([]);
  expect(pageRenders).toBe(0);
  rename(3);
  expect(screen.getByRole('row', { name: /HC south 01/ })).toHaveAttribute('aria-selected', 'true');
  expect(new Set(rendered)).toEqual(new Set([3]));
});

// A row renders its three lines itself, so that each render of a row is counted here.
test('renders only the rows that lose and get focus and selection again, and a changed row', async () => {
  setViewportWidth(390);
  const rename = showTable();
  await selectTask();
  expect(screen.getByRole('row', { name: /HC north 03/ })).toHaveAttribute('aria-selected', 'true');
  expect(new Set(rendered)).toEqual(new Set([1, 3]));
  rendered.length = 0;
  rename(2);
  expect(screen.getByText('HC south 01')).toBeVisible();
  expect(new Set(rendered)).toEqual(new Set([2]));
});
