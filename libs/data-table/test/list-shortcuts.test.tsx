import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ThemeRoot } from '@tessera/ui';
import { show } from './frame';
import { TaskList, tasks } from './task-list';

const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) });

describe('a list', () => {
  it('has shortcuts on the whole page: j, k, x, Enter, r, /, Escape', async () => {
    const user = userEvent.setup();
    const opened: number[] = [];
    const refreshed = jest.fn();
    show(<TaskList onOpen={(task) => opened.push(task.id)} onRefresh={refreshed} />);
    await user.keyboard('j');
    expect(row('HC north 01')).toHaveFocus();
    await user.keyboard('jj');
    expect(row('HC north 03')).toHaveFocus();
    await user.keyboard('kx');
    expect(row('HC north 02')).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{Enter}r');
    expect(opened).toEqual([2]);
    expect(refreshed).toHaveBeenCalledTimes(1);
    await user.keyboard('{Escape}');
    expect(row('HC north 02')).toHaveAttribute('aria-selected', 'false');
    await user.keyboard('/');
    expect(screen.getByRole('searchbox', { name: 'Find' })).toHaveFocus();
    await user.keyboard('xj');
    expect(screen.getByRole('searchbox', { name: 'Find' })).toHaveValue('xj');
  });

  it('handles arrow keys of the page, but not those of a control', async () => {
    const user = userEvent.setup();
    show(<TaskList />);
    await user.keyboard('{ArrowDown}');
    expect(row('HC north 01')).toHaveFocus();
    const button = screen.getByRole('button', { name: 'Columns' });
    act(() => button.focus());
    await user.keyboard('{ArrowDown}');
    expect(button).toHaveFocus();
  });

  it('keeps focus and selection on their rows when rows are added, and moves the focus when its row is removed', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<TaskListIn rows={tasks} />);
    await user.keyboard('jjx');
    expect(row('HC north 02')).toHaveFocus();
    const fresh = { id: 9, name: 'HC north 09', status: 'queued', seats: 1 };
    rerender(<TaskListIn rows={[fresh, ...tasks]} />);
    expect(row('HC north 02')).toHaveFocus();
    expect(row('HC north 02')).toHaveAttribute('aria-selected', 'true');
    expect(row('HC north 02').tabIndex).toBe(0);
    rerender(<TaskListIn rows={[fresh, ...tasks].filter(({ id }) => id !== 2)} />);
    expect(row('HC north 03')).toHaveFocus();
  });
});

const TaskListIn = ({ rows }: { rows: typeof tasks }) => (
  <ThemeRoot>
    <TaskList rows={rows} />
  </ThemeRoot>
);
