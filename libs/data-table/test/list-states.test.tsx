import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { show } from './frame';
import { type Task, TaskList, tasks } from './task-list';

const problem = { message: 'Internal server error', code: 'SERVER_ERROR', requestId: '7f3c1e0a' };

describe('a list without rows', () => {
  it('shows skeleton rows only after 300 ms', () => {
    jest.useFakeTimers();
    show(<TaskList rows={undefined} fetching />);
    expect(screen.queryByRole('grid')).not.toBeInTheDocument();
    act(() => jest.advanceTimersByTime(310));
    expect(screen.getByRole('grid')).toBeInTheDocument();
    jest.useRealTimers();
  });

  it('shows the empty state with the primary action', () => {
    show(<TaskList rows={[]} total={0} />);
    expect(screen.getByText('No tasks yet.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'New task' })).toBeInTheDocument();
  });

  it('shows that no row matches the filters, and clears them', async () => {
    const user = userEvent.setup();
    const onUrlChange = jest.fn();
    show(<TaskList rows={[]} total={0} start="status=bought&q=x" onUrlChange={onUrlChange} />);
    expect(screen.getByText('No tasks match')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(onUrlChange).toHaveBeenLastCalledWith('');
  });

  it('shows the server’s message, code and request id, and retries', async () => {
    const user = userEvent.setup();
    const retry = jest.fn();
    show(<TaskList rows={undefined} error={problem} onRefresh={retry} />);
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('Internal server error');
    expect(alert).toHaveTextContent('SERVER_ERROR · request 7f3c1e0a');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(retry).toHaveBeenCalledTimes(1);
  });

  it('keeps loaded rows below the error, marked as stale', () => {
    show(<TaskList rows={tasks} error={problem} live={{ state: 'stale', since: '2026-11-20T14:31:40Z' }} />);
    expect(screen.getByRole('alert')).toBeInTheDocument();
    expect(screen.getByText('HC north 05')).toBeInTheDocument();
    expect(screen.getByText('Stale since 14:31:40')).toBeInTheDocument();
  });
});

describe('a row that changed live', () => {
  it('is highlighted, the others are not', () => {
    const faded: (string | null)[] = [];
    Element.prototype.animate = function fade(this: Element) {
      faded.push(this.getAttribute('data-key'));
      return {} as Animation;
    };
    function Changing() {
      const [rows, setRows] = useState(tasks);
      const change = () => setRows(rows.map((task) => (task.id === 3 ? { ...task, seats: 9 } : task)));
      return (
        <>
          <button onClick={change}>change</button>
          <TaskList rows={rows} versionOf={stamp} />
        </>
      );
    }
    show(<Changing />);
    expect(faded).toEqual([]);
    fireEvent.click(screen.getByText('change'));
    expect(faded).toEqual(['3']);
  });
});

const stamp = (task: Task) => task.seats;
