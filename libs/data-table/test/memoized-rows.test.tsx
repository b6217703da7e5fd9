import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { DataTable, type Column } from '../src/index';
import { useSelection } from '../src/use-selection';
import { show } from './frame';
import { tasks, type Task } from './task-list';

describe('a table', () => {
  it('renders only the cells of a changed row again, and none for a selection', async () => {
    const user = userEvent.setup();
    const drawn: number[] = [];
    const columns: Column<Task>[] = [
      { id: 'name', header: 'Name', cell: (task) => (drawn.push(task.id), task.name) },
    ];
    const keyOf = (task: Task) => task.id;
    const nameOf = (task: Task) => task.name;
    let rename = (_id: number): void => undefined;
    function Table() {
      const selection = useSelection();
      const [rows, setRows] = useState(tasks);
      rename = (id) =>
        setRows(rows.map((task) => (task.id === id ? { ...task, name: 'HC south 01' } : task)));
      return (
        <DataTable
          label="Tasks"
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          nameOf={nameOf}
          selection={selection}
        />
      );
    }
    show(<Table />);
    drawn.length = 0;
    await user.click(screen.getByRole('checkbox', { name: 'Select HC north 03' }));
    expect(screen.getByRole('row', { name: /HC north 03/ })).toHaveAttribute('aria-selected', 'true');
    expect(drawn).toEqual([]);
    act(() => rename(3));
    expect(screen.getByRole('row', { name: /HC south 01/ })).toHaveAttribute('aria-selected', 'true');
    expect(new Set(drawn)).toEqual(new Set([3]));
  });
});
