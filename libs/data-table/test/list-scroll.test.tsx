import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { show } from './frame';
import { TaskList, type Task } from './task-list';

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

/** The scrolling box: rows are 36 px high, and 800 px of it are in sight. */
function box(): HTMLElement {
  const found = grid().parentElement;
  if (!found) throw new Error('The table stands in no box');
  return found;
}

function scrollTo(top: number): void {
  box().scrollTop = top;
  fireEvent.scroll(box());
}

/** Px of what is drawn and of the room kept for what isn't: all rows, wherever the reader is. */
function height(): number {
  const gaps = [...grid().querySelectorAll<HTMLElement>('tr.gap td')].map((cell) =>
    Number.parseFloat(cell.style.height),
  );
  return gaps.reduce((sum, px) => sum + px, 0) + grid().querySelectorAll('tr.row').length * 36;
}

describe('a long list', () => {
  it('draws what its reader scrolls to, in its place', () => {
    show(list());
    expect(row('Task 10001')).toBeNull();
    scrollTo(10_000 * 36);
    expect(row('Task 10001')).toBeInTheDocument();
    expect(row('Task 500')).toBeNull();
    expect(grid().querySelectorAll('tr.row').length).toBeLessThan(80);
    expect(height()).toBe(rows.length * 36);
    scrollTo(rows.length * 36);
    expect(row('Task 20000')).toBeInTheDocument();
    expect(height()).toBe(rows.length * 36);
  });

  it('keeps its place when its rows get another height', async () => {
    const user = userEvent.setup();
    show(list());
    scrollTo(10_000 * 36);
    await user.click(screen.getByRole('button', { name: 'Density' }));
    await user.click(screen.getByRole('menuitemradio', { name: /^Compact/ }));
    expect(box().scrollTop).toBe(10_000 * 28);
    // A browser fires it for the new position.
    fireEvent.scroll(box());
    expect(row('Task 10001')).toBeInTheDocument();
  });

  it('keeps its place when a row is opened', async () => {
    const user = userEvent.setup();
    show(list());
    scrollTo(10_000 * 36);
    await user.click(screen.getByText('Task 10001'));
    expect(row('Task 10001')).toHaveClass('open');
    expect(box().scrollTop).toBe(10_000 * 36);
  });

  it('keeps the row with the focus while its reader looks elsewhere', () => {
    show(list());
    act(() => row('Task 3')?.focus());
    scrollTo(10_000 * 36);
    expect(row('Task 3')).toHaveFocus();
    expect(height()).toBe(rows.length * 36);
  });

  it('moves by keys to rows that were not drawn, and has them in sight', async () => {
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

  it('stays where its reader is when rows come above', () => {
    let come = (): void => undefined;
    function Growing() {
      const [first, setFirst] = useState(5);
      come = () => setFirst(0);
      return list(rows.slice(first));
    }
    show(<Growing />);
    scrollTo(10_000 * 36);
    expect(row('Task 10006')).toBeInTheDocument();
    act(() => come());
    expect(box().scrollTop).toBe(10_005 * 36);
    expect(row('Task 10006')).toBeInTheDocument();
  });

  it('keeps the element of each row while others come above it and one between goes', async () => {
    let put = (_rows: Task[]): void => undefined;
    function Changing() {
      const [shown, setShown] = useState(() => rows.slice(5, 2000));
      put = setShown;
      return list(shown);
    }
    show(<Changing />);
    const elements = () => ['Task 8', 'Task 11', 'Task 20'].map(row);
    await waitFor(() => expect(row('Task 30')).toBeInTheDocument());
    const before = elements();
    act(() => row('Task 11')?.focus());
    act(() => put([...rows.slice(2, 9), ...rows.slice(10, 2000)]));
    expect(row('Task 3')).toBeInTheDocument();
    expect(row('Task 10')).toBeNull();
    expect(elements()).toEqual(before);
    expect(row('Task 11')).toHaveFocus();
    expect(grid().querySelectorAll('tr.row').length).toBeGreaterThan(20);
  });

  it('asks for more rows while its reader scrolls, however fast', () => {
    const onEndReached = jest.fn();
    show(<TaskList rows={rows.slice(0, 2000)} total={20_000} scroll={{ onEndReached }} />);
    for (let screen = 1; screen <= 80; screen += 1) scrollTo(screen * 800);
    expect(onEndReached).not.toHaveBeenCalled();
    for (let screen = 81; screen <= 89; screen += 1) scrollTo(screen * 800);
    expect(onEndReached).toHaveBeenCalledTimes(1);
  });
});
