import { act, fireEvent, screen } from '@testing-library/react';
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
  <TaskList rows={more} total={rows.length} scroll={{ onEnd: () => undefined }} />
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
});
