import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useLayoutApart } from '../src';

function Sheet() {
  const [lines, setLines] = useState(0);
  useLayoutApart();
  return (
    <>
      <button onClick={() => setLines(lines + 1)}>Add</button>
      {Array.from({ length: lines }, (_, line) => (
        <p key={line}>Line</p>
      ))}
    </>
  );
}

test('what comes into the page is laid out once, and not by the task that put it there', async () => {
  const laid = jest.spyOn(document.body, 'getBoundingClientRect');
  const { unmount } = render(<Sheet />);
  const add = screen.getByRole('button', { name: 'Add' });
  laid.mockClear();
  act(() => add.click());
  act(() => add.click());
  expect(laid).not.toHaveBeenCalled();
  await waitFor(() => expect(laid).toHaveBeenCalledTimes(1));
  await userEvent.click(add);
  await waitFor(() => expect(laid).toHaveBeenCalledTimes(2));
  unmount();
  laid.mockRestore();
});

test('frames come for a while after a click, so that none that is overdue comes ahead of the layout', () => {
  const animate = jest.fn();
  Object.defineProperty(Element.prototype, 'animate', { configurable: true, value: animate });
  const { unmount } = render(<Sheet />);
  expect(animate).not.toHaveBeenCalled();
  act(() => screen.getByRole('button', { name: 'Add' }).click());
  expect(animate).toHaveBeenCalledTimes(1);
  unmount();
  document.body.click();
  expect(animate).toHaveBeenCalledTimes(1);
  Reflect.deleteProperty(Element.prototype, 'animate');
});
