import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { show } from './frame';
import { TaskList } from './task-list';

describe('what a list asks', () => {
  it('is read from the URL: page, size, sort, search and filters with their negation', () => {
    const asked = jest.fn();
    show(
      <TaskList start="page=3&page_size=50&sort=seats&q=north&status=!bought,failed&other=1" asked={asked} />,
    );
    expect(asked).toHaveBeenLastCalledWith({
      page: '3',
      page_size: '50',
      sort: 'seats',
      q: 'north',
      status: '!bought,failed',
    });
    expect(screen.getByRole('button', { name: /^Status is not Bought, Failed$/ })).toBeInTheDocument();
  });

  it('falls back on the defaults where the URL makes no sense', () => {
    const asked = jest.fn();
    show(<TaskList start="page=-1&page_size=lots&status=" asked={asked} />);
    expect(asked).toHaveBeenLastCalledWith({ page: '1', page_size: '20', sort: '-created_at' });
  });

  it('turns pages, and goes back to the first when anything else changes', async () => {
    const user = userEvent.setup();
    const told = jest.fn();
    show(
      <TaskList
        start="page=2"
        told={told}
        rows={Array.from({ length: 20 }, (_, id) => ({ id, name: `T${id}`, status: 'idle', seats: 1 }))}
      />,
    );
    expect(screen.getByText('21–40 of 45')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(told).toHaveBeenLastCalledWith('page=3');
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(told).toHaveBeenLastCalledWith('sort=name');
  });

  it('sorts up, down and back to the default', async () => {
    const user = userEvent.setup();
    const told = jest.fn();
    show(<TaskList told={told} />);
    const head = () => screen.getByRole('columnheader', { name: 'Seats' });
    await user.click(within(head()).getByRole('button'));
    expect(head()).toHaveAttribute('aria-sort', 'ascending');
    await user.click(within(head()).getByRole('button'));
    expect(head()).toHaveAttribute('aria-sort', 'descending');
    expect(told).toHaveBeenLastCalledWith('sort=-seats');
    await user.click(within(head()).getByRole('button'));
    expect(told).toHaveBeenLastCalledWith('');
  });

  it('adds a filter that says "is not", changes nothing on Cancel, and takes it away', async () => {
    const user = userEvent.setup();
    const told = jest.fn();
    show(<TaskList told={told} start="page=2" />);
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await user.click(screen.getByRole('menuitem', { name: 'Status' }));
    await user.click(screen.getByRole('button', { name: 'is not' }));
    await user.click(screen.getByRole('checkbox', { name: 'Bought' }));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(told).toHaveBeenLastCalledWith('status=%21bought');
    await user.click(await screen.findByRole('button', { name: 'Status is not Bought' }));
    await user.click(screen.getByRole('checkbox', { name: 'Failed' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Remove filter Status is not Bought' }));
    expect(told).toHaveBeenLastCalledWith('');
  });

  it('searches when the typing pauses, once', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const told = jest.fn();
    show(<TaskList told={told} />);
    await user.type(screen.getByRole('searchbox', { name: 'Find' }), 'east');
    expect(told).not.toHaveBeenCalled();
    act(() => jest.advanceTimersByTime(300));
    expect(told).toHaveBeenCalledTimes(1);
    expect(told).toHaveBeenLastCalledWith('q=east');
    jest.useRealTimers();
  });

  it('shows and hides columns, and keeps the choice in the URL', async () => {
    const user = userEvent.setup();
    const told = jest.fn();
    show(<TaskList told={told} />);
    expect(screen.queryByRole('columnheader', { name: 'Proxy' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Proxy' }));
    expect(told).toHaveBeenLastCalledWith('columns=name%2Cstatus%2Cseats%2Cproxy');
    expect(screen.getByRole('columnheader', { name: 'Proxy', hidden: true })).toBeInTheDocument();
  });
});
