import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { gapHeights, renderedRows, scrollBoxOf } from './dom';
import { show } from './frame';
import { type Task, TaskList } from './task-list';

const rows: Task[] = Array.from({ length: 20_000 }, (_, i) => ({
  id: i + 1,
  name: `Task ${i + 1}`,
  status: 'idle',
  seats: 1,
}));

const list = (more: readonly Task[] = rows) => (
  <TaskList rows={more} total={rows.length} scroll={{ onEndReached: () => undefined }} />
);
const row = (name: string) => screen.queryByRole('row', { name: new RegExp(`${name} `) });
const grid = () => screen.getByRole('grid');

/** The scroll container: rows are 36 px high, and its viewport 800 px. */
const box = () => scrollBoxOf(grid());

function scrollTo(top: number): void {
  box().scrollTop = top;
  fireEvent.scroll(box());
}

/** The height in px of the rendered rows and of the gaps in place of the others. */
const height = () => gapHeights(grid()).reduce((sum, px) => sum + px, 0) + renderedRows(grid()).length * 36;

describe('a long list', () => {
  it('renders the rows in the viewport at their position', () => {
    show(list());
    expect(row('Task 10001')).toBeNull();
    scrollTo(10_000 * 36);
    expect(row('Task 10001')).toBeInTheDocument();
    expect(row('Task 500')).toBeNull();
    expect(renderedRows(grid()).length).toBeLessThan(80);
    expect(height()).toBe(rows.length * 36);
    scrollTo(rows.length * 36);
    expect(row('Task 20000')).toBeInTheDocument();
    expect(height()).toBe(rows.length * 36);
  });

  it('keeps its scroll position when the row height changes', async () => {
    const user = userEvent.setup();
    show(list());
    scrollTo(10_000 * 36);
    await user.click(screen.getByRole('button', { name: 'Density' }));
    await user.click(screen.getByRole('menuitemradio', { name: /^Compact/ }));
    expect(box().scrollTop).toBe(10_000 * 28);
    // A browser fires it for the new position. The rows there are rendered as a deferred update.
    fireEvent.scroll(box());
    expect(await screen.findByRole('row', { name: /Task 10001 / })).toBeInTheDocument();
  });

  it('keeps its scroll position when a row is opened', async () => {
    const user = userEvent.setup();
    show(list());
    scrollTo(10_000 * 36);
    await user.click(screen.getByText('Task 10001'));
    expect(row('Task 10001')).toHaveClass('open');
    expect(box().scrollTop).toBe(10_000 * 36);
  });

  it('keeps the focused row rendered outside the viewport', () => {
    show(list());
    act(() => row('Task 3')?.focus());
    scrollTo(10_000 * 36);
    expect(row('Task 3')).toHaveFocus();
    expect(height()).toBe(rows.length * 36);
  });

  it('moves the focus by keys to rows that were not rendered, and scrolls to them', async () => {
    const user = userEvent.setup();
    show(list());
    act(() => row('Task 3')?.focus());
    await user.keyboard('{End}');
    expect(row('Task 20000')).toHaveFocus();
    expect(box().scrollTop).toBeGreaterThan(19_000 * 36);
    await user.keyboard('{ArrowUp}{Home}');
    expect(row('Task 1')).toHaveFocus();
    expect(box().scrollTop).toBe(0);
  });

  it('keeps the first visible row in place when rows are added above', () => {
    let addRows = (): void => undefined;
    function Growing() {
      const [first, setFirst] = useState(5);
      addRows = () => setFirst(0);
      return list(rows.slice(first));
    }
    show(<Growing />);
    scrollTo(10_000 * 36);
    expect(row('Task 10006')).toBeInTheDocument();
    act(() => addRows());
    expect(box().scrollTop).toBe(10_005 * 36);
    expect(row('Task 10006')).toBeInTheDocument();
  });

  it('keeps the element of each row when rows are added above and one between is removed', async () => {
    let setRows = (_rows: Task[]): void => undefined;
    function Changing() {
      const [shown, setShown] = useState(() => rows.slice(5, 2000));
      setRows = setShown;
      return list(shown);
    }
    show(<Changing />);
    const elements = () => ['Task 8', 'Task 11', 'Task 20'].map(row);
    await waitFor(() => expect(row('Task 30')).toBeInTheDocument());
    const before = elements();
    act(() => row('Task 11')?.focus());
    act(() => setRows([...rows.slice(2, 9), ...rows.slice(10, 2000)]));
    expect(row('Task 3')).toBeInTheDocument();
    expect(row('Task 10')).toBeNull();
    expect(elements()).toEqual(before);
    expect(row('Task 11')).toHaveFocus();
    expect(renderedRows(grid()).length).toBeGreaterThan(20);
  });

  it('requests more rows once during a fast scroll to the end', () => {
    const onEndReached = jest.fn();
    show(<TaskList rows={rows.slice(0, 2000)} total={20_000} scroll={{ onEndReached }} />);
    for (let screen = 1; screen <= 80; screen += 1) scrollTo(screen * 800);
    expect(onEndReached).not.toHaveBeenCalled();
    for (let screen = 81; screen <= 89; screen += 1) scrollTo(screen * 800);
    expect(onEndReached).toHaveBeenCalledTimes(1);
  });
});
