import { act, fireEvent, renderHook, screen } from '@testing-library/react';
import { useAction, useRegisteredCommands, useSnackbar } from '../src/index';
import { show } from './frame';

const restore = jest.fn(() => Promise.resolve());
const remove = jest.fn<Promise<void>, []>(() => Promise.resolve());

function Remover() {
  const { confirmAndRun, withUndo } = useAction();
  const snackbar = useSnackbar();
  const question = { title: 'Delete it?', body: '1 task', confirmLabel: 'Delete task', danger: true };
  const back = { restore, message: 'HC north is back' };
  return (
    <>
      <button onClick={() => void confirmAndRun(question, remove, withUndo('HC north deleted', back))}>
        Delete
      </button>
      <button onClick={() => snackbar.show('Something else')}>Show</button>
    </>
  );
}

/** The confirmation dialog is still fading out, which hides the page. */
const snackbarElement = () => screen.getByRole('status', { hidden: true });
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const start = async (answer: string) => {
  show(<Remover />);
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await pass(0);
  fireEvent.click(screen.getByRole('button', { name: answer }));
  await pass(0);
};

beforeEach(() => {
  jest.useFakeTimers();
  jest.clearAllMocks();
});
afterEach(() => jest.useRealTimers());

describe('an action with Undo', () => {
  it('offers Undo for 10 seconds', async () => {
    await start('Delete task');
    expect(screen.getByText('HC north deleted')).toBeInTheDocument();
    await pass(9_900);
    expect(screen.getByRole('button', { name: 'Undo', hidden: true })).toBeInTheDocument();
    await pass(200);
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    expect(restore).not.toHaveBeenCalled();
  });

  it('is undone once, with a message', async () => {
    await start('Delete task');
    await pass(9_000);
    fireEvent.click(screen.getByRole('button', { name: 'Undo', hidden: true }));
    await pass(0);
    expect(restore).toHaveBeenCalledTimes(1);
    expect(screen.getByText('HC north is back')).toBeInTheDocument();
    expect(screen.queryByText('HC north deleted')).not.toBeInTheDocument();
  });

  it('keeps its message while it is hovered', async () => {
    await start('Delete task');
    fireEvent.mouseEnter(snackbarElement());
    await pass(60_000);
    fireEvent.mouseLeave(snackbarElement());
    expect(screen.getByRole('button', { name: 'Undo', hidden: true })).toBeInTheDocument();
  });

  it('is undone by its key, and its message is dropped last', async () => {
    await start('Delete task');
    for (let messages = 0; messages < 3; messages += 1) {
      fireEvent.click(screen.getByRole('button', { name: 'Show', hidden: true }));
      await pass(100);
    }
    expect(screen.getAllByText('Something else')).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Undo', hidden: true })).toBeInTheDocument();
    const { result } = renderHook(() => useRegisteredCommands());
    const undo = result.current.find(({ keys }) => keys?.includes('z'));
    expect(undo?.label).toBe('Undo');
    act(() => undo?.run());
    await pass(0);
    expect(restore).toHaveBeenCalledTimes(1);
    expect(screen.getByText('HC north is back')).toBeInTheDocument();
  });

  it('offers no Undo when it failed', async () => {
    remove.mockRejectedValueOnce({ message: 'Its worker has it', code: 'IN_USE', requestId: 'r-9' });
    await start('Delete task');
    expect(screen.getByText('Its worker has it')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('is not carried out when cancelled', async () => {
    await start('Cancel');
    expect(remove).not.toHaveBeenCalled();
  });
});
