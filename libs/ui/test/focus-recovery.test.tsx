import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useFocusRecovery } from '../src';

afterEach(() => jest.useRealTimers());

/** A page with a button that is removed or disabled when it is used. */
function TestPage({ kind }: { kind: 'is removed' | 'is disabled' }) {
  const [used, setUsed] = useState(false);
  useFocusRecovery('/page');
  return (
    <main tabIndex={-1}>
      <button>Above</button>
      <section>
        <input aria-label="Find" />
        <div>
          {kind === 'is removed' && used ? null : (
            <button disabled={used} onClick={() => setUsed(true)}>
              Do it
            </button>
          )}
        </div>
      </section>
    </main>
  );
}

test.each(['is removed', 'is disabled'] as const)(
  'focuses the nearest focusable element when the focused one %s',
  async (kind) => {
    render(<TestPage kind={kind} />);
    screen.getByRole('button', { name: 'Do it' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Find' })).toHaveFocus());
  },
);

test('prefers the selected row of a list', async () => {
  function List() {
    const [open, setOpen] = useState(true);
    useFocusRecovery('/page');
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

test('leaves the focus removed after a click on the background', async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  render(<TestPage kind="is removed" />);
  await user.click(screen.getByRole('button', { name: 'Do it' }));
  await user.click(document.body);
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(document.body).toHaveFocus();
});

test('focuses the new page when an element of the old one had the focus, whenever it is removed', async () => {
  jest.useFakeTimers();
  function Console({ page, content = page }: { page: string; content?: string }) {
    useFocusRecovery(page);
    return <main tabIndex={-1}>{content === '/old' ? <button>Old</button> : <a href="/next">New</a>}</main>;
  }
  const { rerender } = render(<Console page="/old" />);
  // The router changes the address before it shows the page, and the page's content may take longer.
  history.pushState(null, '', '/new');
  screen.getByRole('button', { name: 'Old' }).focus();
  rerender(<Console page="/new" content="/old" />);
  rerender(<Console page="/new" />);
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(screen.getByRole('main')).toHaveFocus();
});
