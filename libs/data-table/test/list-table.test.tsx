import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { columnStyles } from './dom';
import { setViewportWidth, show } from './frame';
import { columns, type Task, TaskList, type TaskListProps, tasks } from './task-list';

const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
const focus = (name: string) => act(() => row(name).focus());
const selected = () =>
  tasks.filter(({ name }) => row(name).getAttribute('aria-selected') === 'true').map(({ id }) => id);

describe('the columns of a list', () => {
  const worker = {
    id: 'worker',
    header: 'Worker',
    cell: () => 'Demo',
    hidden: 'tight' as const,
    minWidth: 700,
  };
  const heads = (props: TaskListProps = {}): (string | null)[] => {
    const { unmount } = show(<TaskList columns={[...columns, worker]} {...props} />);
    const words = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    unmount();
    return words;
  };

  it('are hidden on a narrower screen and beside a drawer if they are optional, unless they are chosen', () => {
    setViewportWidth(1440);
    expect(heads()).toContain('Worker');
    expect(heads({ drawer: <aside /> })).not.toContain('Worker');
    setViewportWidth(1024);
    expect(heads()).not.toContain('Worker');
    expect(heads({ start: 'columns=name,worker' })).toContain('Worker');
    setViewportWidth(1440);
  });

  it('share the remaining width in proportion to their minimum widths', () => {
    const cell = () => null;
    const shared = [
      { id: 'name', header: 'Name', cell, minWidth: 100 },
      { id: 'reason', header: 'Reason', cell, minWidth: 300 },
      { id: 'seats', header: 'Seats', cell, width: 60 },
    ];
    show(<TaskList columns={shared} />);
    const table = screen.getByRole('grid');
    const widths = columnStyles(table);
    expect(widths[1]).toMatch(/100px.*0\.25.*100cqw - 104px/);
    expect(widths[2]).toMatch(/300px.*0\.75.*100cqw - 104px/);
    expect(widths[3]).toContain('60px');
    // The checkbox and the minimum width of each column: below it the table scrolls horizontally.
    expect(table).toHaveStyle({ minWidth: '504px' });
  });
});

describe('a list', () => {
  it('has one Tab stop, and keys move the focus between rows', async () => {
    const user = userEvent.setup();
    show(<TaskList />);
    focus('HC north 01');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(row('HC north 03')).toHaveFocus();
    await user.keyboard('{End}');
    expect(row('HC north 05')).toHaveFocus();
    await user.keyboard('{Home}');
    expect(row('HC north 01')).toHaveFocus();
    expect(tasks.map(({ name }) => row(name).tabIndex)).toEqual([0, -1, -1, -1, -1]);
  });

  it('selects with Space, and a range with Shift and the arrows', async () => {
    const user = userEvent.setup();
    show(<TaskList />);
    focus('HC north 02');
    await user.keyboard('{ }');
    expect(selected()).toEqual([2]);
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(selected()).toEqual([2, 3, 4]);
    await user.keyboard('{Escape}');
    expect(selected()).toEqual([]);
  });

  it('selects a range with Shift and a click, and all shown with the head', async () => {
    const user = userEvent.setup();
    show(<TaskList />);
    await user.click(screen.getByRole('checkbox', { name: 'Select HC north 02' }));
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Select HC north 05' }));
    await user.keyboard('{/Shift}');
    expect(selected()).toEqual([2, 3, 4, 5]);
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all shown' });
    expect(all.indeterminate).toBe(true);
    await user.click(all);
    expect(selected()).toEqual([1, 2, 3, 4, 5]);
  });

  it('does not select a row that is not selectable', async () => {
    const user = userEvent.setup();
    show(<TaskList selectable={(task) => task.id !== 3} />);
    expect(screen.getByRole('checkbox', { name: 'Select HC north 03' })).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
    expect(selected()).toEqual([1, 2, 4, 5]);
  });

  it('shows a bulk bar that counts the rows of a command, and clears the selection', async () => {
    const user = userEvent.setup();
    show(<TaskList />);
    expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: 'Select HC north 02' }));
    const bar = screen.getByRole('toolbar', { name: 'Selected rows' });
    expect(bar).toHaveTextContent('1 selected of 45');
    expect(within(bar).getByRole('button', { name: 'Start 1' })).toBeEnabled();
    await user.click(within(bar).getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
  });

  it('opens a row by click and by Enter, not by its checkbox, and marks the open one', async () => {
    const user = userEvent.setup();
    const opened: number[] = [];
    show(<TaskList onOpen={(task) => opened.push(task.id)} openKey={2} />);
    await user.click(screen.getByText('HC north 04'));
    await user.click(screen.getByRole('checkbox', { name: 'Select HC north 01' }));
    focus('HC north 03');
    await user.keyboard('{Enter}');
    expect(opened).toEqual([4, 3]);
    expect(row('HC north 02')).toHaveClass('open');
  });

  it('shows the actions of a row; a disabled one shows the reason and does nothing', async () => {
    const user = userEvent.setup();
    const done: string[] = [];
    show(
      <TaskList
        rowMenu={(task) => [
          { label: 'Start', onSelect: () => done.push(`start ${task.id}`) },
          { label: 'Delete', onSelect: () => done.push('delete'), disabled: 'It is running' },
        ]}
      />,
    );
    await user.click(screen.getByRole('button', { name: 'Actions for HC north 02' }));
    const refused = screen.getByRole('menuitem', { name: /Delete It is running/ });
    await user.click(refused);
    expect(done).toEqual([]);
    await user.click(screen.getByRole('menuitem', { name: 'Start' }));
    expect(done).toEqual(['start 2']);
  });

  it('expands the sub rows of a row by click and by arrow key', async () => {
    const user = userEvent.setup();
    show(
      <TaskList
        expand={{
          rows: (task) => [`${task.id}-a`, `${task.id}-b`],
          key: (seat) => seat,
          columns: [
            { id: 'seat', header: 'Seat', cell: (seat) => `Seat ${seat}` },
            { id: 'of', header: 'Task', cell: (_seat, task) => task.status, align: 'right', width: 90 },
          ],
        }}
      />,
    );
    const second = row('HC north 02');
    await user.click(screen.getByRole('button', { name: 'Expand HC north 02' }));
    const held = within(screen.getByRole('table', { name: 'HC north 02' }));
    expect(held.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Seat', 'Task']);
    expect(held.getByRole('cell', { name: 'Seat 2-a' })).toBeInTheDocument();
    act(() => second.focus());
    await user.keyboard('{ArrowLeft}');
    expect(screen.queryByText('Seat 2-a')).not.toBeInTheDocument();
  });

  it('renders only the visible rows of a long list, and requests more only at its end', async () => {
    let ends = 0;
    const many = Array.from({ length: 20_000 }, (_, i) => ({
      id: i,
      name: `Task ${i}`,
      status: 'idle',
      seats: 1,
    }));
    show(<TaskList rows={many} total={20_000} scroll={{ onEndReached: () => (ends += 1) }} />);
    // A few at a time: 800 px of rows of 36, and four more.
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(25));
    expect(screen.getAllByRole('row').length).toBeLessThan(80);
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '20001');
    expect(ends).toBe(0);
  });

  it('requests more when the last loaded rows become visible', () => {
    let ends = 0;
    show(<TaskList scroll={{ onEndReached: () => (ends += 1) }} />);
    expect(ends).toBe(1);
  });

  it('shows rows of three lines below 600 px, and beside a drawer that leaves as little room', () => {
    const narrow = (task: Task) => ({
      title: task.name,
      second: 'place 1,204',
      third: 'Harbour City',
      end: '4 seats',
    });
    for (const [width, drawer] of [
      [390, null],
      [1024, <aside key="drawer" />],
    ] as const) {
      setViewportWidth(width);
      const { unmount } = show(<TaskList narrow={narrow} drawer={drawer} />);
      expect(screen.getAllByText('place 1,204')).toHaveLength(5);
      expect(screen.queryByText('Carted')).not.toBeInTheDocument();
      unmount();
    }
    show(<TaskList narrow={narrow} />);
    expect(screen.getByText('Carted')).toBeInTheDocument();
    setViewportWidth(1440);
  });
});
