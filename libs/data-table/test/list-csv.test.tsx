import { act, screen } from '@testing-library/react';
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
  it('shows its progress, and saves the file under the list’s name and the date in every language', async () => {
    let report: (rows: number) => void = () => undefined;
    let finish: (rows: number) => void = () => undefined;
    await start(({ onProgress }) => {
      report = onProgress;
      return new Promise((resolve) => {
        finish = (rows) => resolve({ blob: new Blob(['a']), rows });
      });
    });
    expect(screen.getByText(/^Preparing tasks-\d{4}-\d\d-\d\d\.csv$/)).toBeInTheDocument();
    act(() => report(20_000));
    expect(screen.getByText(/: 20,000 rows so far$/)).toBeInTheDocument();
    expect(saved).toEqual([]);
    act(() => finish(20_431));
    expect(await screen.findByText(/downloaded, 20,431 rows$/)).toBeInTheDocument();
    expect(screen.queryByText(/so far/)).not.toBeInTheDocument();
    expect(saved.map(({ address }) => address)).toEqual(['blob:rows']);
    expect(saved[0]?.name).toMatch(/^tasks-\d{4}-\d\d-\d\d\.csv$/);
  });

  it('shows the error with its code and request id', async () => {
    await start(() =>
      Promise.reject(Object.assign(new Error('Too slow'), { code: 'TIMEOUT', requestId: 'r-1' })),
    );
    expect(await screen.findByText('Too slow (TIMEOUT · request r-1)')).toBeInTheDocument();
    expect(saved).toEqual([]);
  });

  it('can be cancelled', async () => {
    const user = await start(
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    );
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Download cancelled')).toBeInTheDocument();
    expect(saved).toEqual([]);
  });

  it('runs one download at a time', async () => {
    const csv = jest.fn<ReturnType<CsvSource>, Parameters<CsvSource>>(() => new Promise(() => undefined));
    const user = await start(csv);
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect(csv).toHaveBeenCalledTimes(1);
  });
});
