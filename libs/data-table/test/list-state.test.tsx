import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { show } from './frame';
import { TaskList } from './task-list';

describe('the query of a list', () => {
  it('is read from the URL: page, size, sort, search and filters with their negation', () => {
    const onQuery = jest.fn();
    show(
      <TaskList
        start="page=3&page_size=50&sort=seats&q=north&status=!bought,failed&other=1"
        onQuery={onQuery}
      />,
    );
    expect(onQuery).toHaveBeenLastCalledWith({
      page: '3',
      page_size: '50',
      sort: 'seats',
      q: 'north',
      status: '!bought,failed',
    });
    expect(screen.getByRole('button', { name: /^Status is not Bought, Failed$/ })).toBeInTheDocument();
  });

  it('has the defaults where the URL is invalid', () => {
    const onQuery = jest.fn();
    show(<TaskList start="page=-1&page_size=lots&status=" onQuery={onQuery} />);
    expect(onQuery).toHaveBeenLastCalledWith({ page: '1', page_size: '20', sort: '-created_at' });
  });

  it('changes the page, and returns to the first when anything else changes', async () => {
    const user = userEvent.setup();
    const onUrlChange = jest.fn();
    show(
      <TaskList
        start="page=2"
        onUrlChange={onUrlChange}
        rows={Array.from({ length: 20 }, (_, id) => ({ id, name: `T${id}`, status: 'idle', seats: 1 }))}
      />,
    );
    expect(screen.getByText('21–40 of 45')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(onUrlChange).toHaveBeenLastCalledWith('page=3');
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(onUrlChange).toHaveBeenLastCalledWith('sort=name');
  });

  it('sorts up, down and back to the default', async () => {
    const user = userEvent.setup();
    const onUrlChange = jest.fn();
    show(<TaskList onUrlChange={onUrlChange} />);
    const head = () => screen.getByRole('columnheader', { name: 'Seats' });
    await user.click(within(head()).getByRole('button'));
    expect(head()).toHaveAttribute('aria-sort', 'ascending');
    await user.click(within(head()).getByRole('button'));
    expect(head()).toHaveAttribute('aria-sort', 'descending');
    expect(onUrlChange).toHaveBeenLastCalledWith('sort=-seats');
    await user.click(within(head()).getByRole('button'));
    expect(onUrlChange).toHaveBeenLastCalledWith('');
  });

  it('adds a negated filter, ignores Cancel, and removes the filter', async () => {
    const user = userEvent.setup();
    const onUrlChange = jest.fn();
    show(<TaskList onUrlChange={onUrlChange} start="page=2" />);
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await user.click(screen.getByRole('menuitem', { name: 'Status' }));
    await user.click(screen.getByRole('button', { name: 'is not' }));
    await user.click(screen.getByRole('checkbox', { name: 'Bought' }));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(onUrlChange).toHaveBeenLastCalledWith('status=%21bought');
    await user.click(await screen.findByRole('button', { name: 'Status is not Bought' }));
    await user.click(screen.getByRole('checkbox', { name: 'Failed' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Remove filter Status is not Bought' }));
    expect(onUrlChange).toHaveBeenLastCalledWith('');
  });

  it('takes only digits in a filter by a number', async () => {
    const user = userEvent.setup();
    const onUrlChange = jest.fn();
    show(<TaskList onUrlChange={onUrlChange} />);
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await user.click(screen.getByRole('menuitem', { name: 'Seats' }));
    await user.type(screen.getByRole('textbox', { name: 'at least' }), '0x12{Enter}');
    expect(onUrlChange).toHaveBeenLastCalledWith('seats_min=12');
    expect(await screen.findByRole('button', { name: 'Seats at least 12' })).toBeInTheDocument();
  });

  it('searches once when typing pauses', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const onUrlChange = jest.fn();
    show(<TaskList onUrlChange={onUrlChange} />);
    await user.type(screen.getByRole('searchbox', { name: 'Find' }), 'east');
    expect(onUrlChange).not.toHaveBeenCalled();
    act(() => jest.advanceTimersByTime(300));
    expect(onUrlChange).toHaveBeenCalledTimes(1);
    expect(onUrlChange).toHaveBeenLastCalledWith('q=east');
    jest.useRealTimers();
  });

  it('shows and hides columns, and keeps the choice in the URL', async () => {
    const user = userEvent.setup();
    const onUrlChange = jest.fn();
    show(<TaskList onUrlChange={onUrlChange} />);
    expect(screen.queryByRole('columnheader', { name: 'Proxy' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Proxy' }));
    expect(onUrlChange).toHaveBeenLastCalledWith('columns=name%2Cstatus%2Cseats%2Cproxy');
    expect(screen.getByRole('columnheader', { name: 'Proxy', hidden: true })).toBeInTheDocument();
  });
});
