import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  PermissionRequired,
  ModuleFailed,
  storedColorMode,
  describeError,
  useColorMode,
  useConfirm,
  useSnackbar,
  type SnackbarMessage,
} from '../src/index';
import { show } from './frame';

function Say({ message }: { message: SnackbarMessage }) {
  const snackbar = useSnackbar();
  return <button onClick={() => snackbar.show(message)}>say</button>;
}

describe('a snackbar', () => {
  it('says something, offers one action, and goes by itself', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const undo = jest.fn();
    show(<Say message={{ message: 'Task deleted', action: { label: 'Undo', onSelect: undo } }} />);
    await user.click(screen.getByText('say'));
    expect(screen.getByText('Task deleted')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('Task deleted')).not.toBeInTheDocument();
    await user.click(screen.getByText('say'));
    act(() => jest.advanceTimersByTime(9_900));
    expect(screen.getByText('Task deleted')).toBeVisible();
    act(() => jest.advanceTimersByTime(200));
    expect(screen.queryByText('Task deleted')).not.toBeInTheDocument();
    jest.useRealTimers();
  });

  it('reads what was thrown, with code and request id', () => {
    const thrown = Object.assign(new Error('Too many'), {
      code: 'RATE_LIMIT',
      request_id: 'abc',
      details: [{ field: 'a' }],
    });
    expect(describeError(thrown)).toEqual({ message: 'Too many', code: 'RATE_LIMIT', requestId: 'abc' });
    expect(describeError(undefined)).toEqual({ message: 'An unexpected error occurred' });
  });
});

describe('a question', () => {
  function Ask({ answer, typeToConfirm }: { answer: (yes: boolean) => void; typeToConfirm?: string }) {
    const confirm = useConfirm();
    const question = { title: 'Delete realm', body: 'All of it', confirmLabel: 'Delete', danger: true };
    const ask = () => void confirm({ ...question, ...(typeToConfirm ? { typeToConfirm } : {}) }).then(answer);
    return <button onClick={ask}>ask</button>;
  }

  it('is answered with a verb, Escape is no', async () => {
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

  it('asks for the name to be typed', async () => {
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

describe('what is missing', () => {
  it('a permission is named, with whom to ask', () => {
    show(<PermissionRequired permission="write:own" purpose="manage templates" />);
    expect(screen.getByRole('status')).toHaveTextContent(
      'You need the permission write:own to manage templates',
    );
  });

  it('a module says what happened, and is tried again', async () => {
    const user = userEvent.setup();
    const retry = jest.fn();
    show(
      <ModuleFailed
        module="Tickets"
        version="1.8.2"
        cause="INTEGRITY_MISMATCH"
        address="/modules/tickets"
        onRetry={retry}
      >
        Your 22 held seats stay held.
      </ModuleFailed>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('INTEGRITY_MISMATCH');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(retry).toHaveBeenCalledTimes(1);
  });
});

describe('the theme', () => {
  it('is light, dark or the system’s, kept in a cookie and in no storage entry', async () => {
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
