import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useFocusRecovery } from '../src';

afterEach(() => jest.useRealTimers());

/** A page with things that go away, or can't be worked any more, by being worked. */
function Sheet({ kind }: { kind: 'goes' | 'is disabled' }) {
  const [worked, setWorked] = useState(false);
  useFocusRecovery();
  return (
    <main tabIndex={-1}>
      <button>Above</button>
      <section>
        <input aria-label="Find" />
        <div>
          {kind === 'goes' && worked ? null : (
            <button disabled={worked} onClick={() => setWorked(true)}>
              Do it
            </button>
          )}
        </div>
      </section>
    </main>
  );
}

test.each(['goes', 'is disabled'] as const)(
  'when what has the focus %s, the nearest thing that is still there takes it',
  async (kind) => {
    render(<Sheet kind={kind} />);
    screen.getByRole('button', { name: 'Do it' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Find' })).toHaveFocus());
  },
);

test('the row that the keyboard was on comes first', async () => {
  function List() {
    const [open, setOpen] = useState(true);
    useFocusRecovery();
    return (
      <main tabIndex={-1}>
        <button>Above</button>
        <table>
          <tbody>
            <tr data-index={0} tabIndex={-1} aria-label="First" />
            <tr data-index={1} tabIndex={0} aria-label="Second" />
          </tbody>
        </table>
        {open ? <button onClick={() => setOpen(false)}>Close</button> : null}
      </main>
    );
  }
  render(<List />);
  screen.getByRole('button', { name: 'Close' }).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('row', { name: 'Second' })).toHaveFocus());
});

test('who pointed at nothing is left there', async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  render(<Sheet kind="goes" />);
  await user.click(screen.getByRole('button', { name: 'Do it' }));
  await user.click(document.body);
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(document.body).toHaveFocus();
});
