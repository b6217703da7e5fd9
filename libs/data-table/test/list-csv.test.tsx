import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CsvSource } from '../src/lists';
import { show } from './frame';
import { makeBackend } from './list-backend';
import { TaskList } from './task-list';

let saved: { name: string; address: string }[];
beforeEach(() => {
  saved = [];
  URL.createObjectURL = () => 'blob:rows';
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function click() {
    saved.push({ name: this.download, address: this.href });
  };
});

const start = async (csv: CsvSource) => {
  const user = userEvent.setup();
  show(<TaskList noun="Aufgaben" backend={makeBackend({}, csv)} />);
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  return user;
};

describe('a list as CSV', () => {
  it('says how far it is, and saves the file under the list’s own name and the day, whatever its rows are called', async () => {
    let tell: (rows: number) => void = () => undefined;
    let done: (rows: number) => void = () => undefined;
    await start(({ onProgress }) => {
      tell = onProgress;
      return new Promise((resolve) => {
        done = (rows) => resolve({ blob: new Blob(['a']), rows });
      });
    });
    expect(screen.getByText(/^Preparing tasks-\d{4}-\d\d-\d\d\.csv$/)).toBeInTheDocument();
    act(() => tell(20_000));
    expect(screen.getByText(/: 20,000 rows so far$/)).toBeInTheDocument();
    expect(saved).toEqual([]);
    await act(async () => done(20_431));
    expect(await screen.findByText(/downloaded, 20,431 rows$/)).toBeInTheDocument();
    expect(screen.queryByText(/so far/)).not.toBeInTheDocument();
    expect(saved).toEqual([
      { name: expect.stringMatching(/^tasks-\d{4}-\d\d-\d\d\.csv$/), address: 'blob:rows' },
    ]);
  });

  it('says what failed, with code and request id', async () => {
    await start(() => Promise.reject({ message: 'Too slow', code: 'TIMEOUT', requestId: 'r-1' }));
    expect(await screen.findByText('Too slow (TIMEOUT · request r-1)')).toBeInTheDocument();
    expect(saved).toEqual([]);
  });

  it('is cancelled', async () => {
    const user = await start(
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    );
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.getByText('Download cancelled')).toBeInTheDocument());
    expect(saved).toEqual([]);
  });

  it('runs once at a time', async () => {
    const csv = jest.fn<ReturnType<CsvSource>, Parameters<CsvSource>>(() => new Promise(() => undefined));
    const user = await start(csv);
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect(csv).toHaveBeenCalledTimes(1);
  });
});
