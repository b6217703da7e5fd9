import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  describeError,
  ModuleFailed,
  PermissionRequired,
  type SnackbarMessage,
  storedColorMode,
  useColorMode,
  useConfirm,
  useSnackbar,
} from '../src/index';
import { show } from './frame';

function ShowMessage({ message }: { message: SnackbarMessage }) {
  const snackbar = useSnackbar();
  return <button onClick={() => snackbar.show(message)}>show message</button>;
}

describe('a snackbar', () => {
  it('shows a message with an action, and disappears after its time', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const undo = jest.fn();
    show(<ShowMessage message={{ message: 'Task deleted', action: { label: 'Undo', onSelect: undo } }} />);
    await user.click(screen.getByText('show message'));
    expect(screen.getByText('Task deleted')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('Task deleted')).not.toBeInTheDocument();
    await user.click(screen.getByText('show message'));
    act(() => jest.advanceTimersByTime(9_900));
    expect(screen.getByText('Task deleted')).toBeVisible();
    act(() => jest.advanceTimersByTime(200));
    expect(screen.queryByText('Task deleted')).not.toBeInTheDocument();
    jest.useRealTimers();
  });

  it('describes a thrown error, with code and request id', () => {
    const thrown = Object.assign(new Error('Too many'), {
      code: 'RATE_LIMIT',
      request_id: 'abc',
      details: [{ field: 'a' }],
    });
    expect(describeError(thrown)).toEqual({ message: 'Too many', code: 'RATE_LIMIT', requestId: 'abc' });
    expect(describeError(undefined)).toEqual({ message: 'An unexpected error occurred' });
  });
});

describe('a confirmation', () => {
  function Ask({ answer, typeToConfirm }: { answer: (yes: boolean) => void; typeToConfirm?: string }) {
    const confirm = useConfirm();
    const question = { title: 'Delete realm', body: 'All of it', confirmLabel: 'Delete', danger: true };
    const ask = () => void confirm({ ...question, ...(typeToConfirm ? { typeToConfirm } : {}) }).then(answer);
    return <button onClick={ask}>ask</button>;
  }

  it('is confirmed by its button and cancelled by Escape', async () => {
    const user = userEvent.setup();
    const answer = jest.fn();
    show(<Ask answer={answer} />);
    await user.click(screen.getByText('ask'));
    expect(screen.getByRole('alertdialog', { name: 'Delete realm' })).toHaveAccessibleDescription(
      'All of it',
    );
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(answer).toHaveBeenLastCalledWith(true));
    await user.click(await screen.findByText('ask'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(answer).toHaveBeenLastCalledWith(false));
  });

  it('requires the name to be typed', async () => {
    const user = userEvent.setup();
    const answer = jest.fn();
    show(<Ask answer={answer} typeToConfirm="Quayside Desk" />);
    await user.click(screen.getByText('ask'));
    expect(screen.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await user.type(screen.getByLabelText('Type Quayside Desk to confirm'), 'Quayside Desk');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(answer).toHaveBeenLastCalledWith(true));
  });
});

describe('missing content', () => {
  it('names a missing permission and who can grant it', () => {
    show(<PermissionRequired permission="write:own" purpose="manage templates" />);
    expect(screen.getByRole('status')).toHaveTextContent(
      'You need the permission write:own to manage templates',
    );
  });

  it('shows why a module failed, with a retry', async () => {
    const user = userEvent.setup();
    const retry = jest.fn();
    show(
      <ModuleFailed
        module="Tickets"
        version="1.8.2"
        cause="INTEGRITY"
        address="/modules/tickets"
        onRetry={retry}
      >
        Your 22 held seats stay held.
      </ModuleFailed>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('INTEGRITY');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(retry).toHaveBeenCalledTimes(1);
  });
});

describe('the theme', () => {
  it('is light, dark or the system’s, and stored in a cookie only', async () => {
    const user = userEvent.setup();
    function Switcher() {
      const { mode, setMode } = useColorMode();
      return <button onClick={() => setMode('dark')}>{mode}</button>;
    }
    show(<Switcher />);
    expect(screen.getByRole('button')).toHaveTextContent('system');
    await user.click(screen.getByRole('button'));
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
    expect(storedColorMode()).toBe('dark');
    expect(localStorage).toHaveLength(0);
  });
});
