import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { type Question, skippedText, useAction } from '../src/index';
import { show } from './frame';

interface Preview {
  ids: readonly number[];
}

const skipped = [
  { count: 44, text: "can't be stopped now" },
  { count: 1, text: 'is already stopped' },
];
const toQuestion = ({ ids }: Preview): Question => ({
  title: `Stop ${ids.length} tasks?`,
  body: 'All tasks that match the filters.',
  consequences: [
    { count: 2, text: 'lose their position in the waiting room', detail: '#1,204 and #1,310' },
    { text: 'The workers finish what they have begun.' },
  ],
  skipped,
  confirmLabel: `Stop ${ids.length} tasks`,
  danger: true,
  ...(ids.length === 0 ? { blocked: 'None of them can be stopped now' } : {}),
});

const load = jest.fn<Promise<Preview>, []>();
const work = jest.fn((preview: Preview) => Promise.resolve(preview.ids.length));

function Stopper() {
  const { previewAndRun } = useAction();
  const stop = () =>
    previewAndRun({
      title: 'Stop tasks?',
      confirmLabel: 'Stop tasks',
      danger: true,
      preview: load,
      question: toQuestion,
      work,
      message: (stopped) => `${stopped} tasks stopped`,
    });
  return <button onClick={() => void stop()}>Stop</button>;
}

const dialog = (name: string) => screen.findByRole('alertdialog', { name });

beforeEach(() => jest.clearAllMocks());

describe('a confirmation with a preview of the effects', () => {
  it('lists effects and skipped rows with their counts, and carries out what was previewed', async () => {
    load.mockResolvedValueOnce({ ids: [4, 7, 9] });
    const user = userEvent.setup();
    show(<Stopper />);
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    const question = await dialog('Stop 3 tasks?');
    const [effects, left] = within(question).getAllByRole('list');
    expect(within(effects!).getAllByRole('listitem')[0]).toHaveTextContent(
      '2lose their position in the waiting room#1,204 and #1,310',
    );
    expect(within(question).getByText('Skipped 45')).toBeVisible();
    expect(
      within(left!)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(["44can't be stopped now", '1is already stopped']);
    await user.click(within(question).getByRole('button', { name: 'Stop 3 tasks' }));
    expect(await screen.findByText('3 tasks stopped')).toBeInTheDocument();
    expect(work).toHaveBeenCalledWith({ ids: [4, 7, 9] });
  });

  it('keeps its button disabled while the preview loads, with the focus on Cancel', async () => {
    const { promise, resolve } = Promise.withResolvers<Preview>();
    load.mockReturnValueOnce(promise);
    const user = userEvent.setup();
    show(<Stopper />);
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    const question = await dialog('Stop tasks?');
    expect(within(question).getByRole('status')).toHaveTextContent('Checking what this changes');
    expect(within(question).getByRole('button', { name: 'Stop tasks' })).toBeDisabled();
    const cancel = within(question).getByRole('button', { name: 'Cancel' });
    expect(cancel).toHaveFocus();
    await act(() => {
      resolve({ ids: [4] });
      return promise;
    });
    expect(within(question).getByRole('button', { name: 'Stop 1 tasks' })).toBeEnabled();
    expect(cancel).toHaveFocus();
  });

  it('shows why the preview failed, with a retry', async () => {
    load.mockRejectedValueOnce({ message: 'Too many requests', code: 'RATE_LIMIT', requestId: 'r-1' });
    const user = userEvent.setup();
    show(<Stopper />);
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    const question = await dialog('Stop tasks?');
    expect(await within(question).findByRole('alert')).toHaveTextContent('Too many requests');
    expect(within(question).getByRole('button', { name: 'Stop tasks' })).toBeDisabled();
    load.mockResolvedValueOnce({ ids: [4] });
    await user.click(within(question).getByRole('button', { name: 'Retry' }));
    expect(await dialog('Stop 1 tasks?')).toBeVisible();
    expect(work).not.toHaveBeenCalled();
  });

  it('offers only to close when the action is not possible, with the reason', async () => {
    load.mockResolvedValueOnce({ ids: [] });
    const user = userEvent.setup();
    show(<Stopper />);
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    const question = await dialog('Stop 0 tasks?');
    expect(within(question).getByText('None of them can be stopped now')).toBeVisible();
    expect(within(question).getByRole('button', { name: 'Stop 0 tasks' })).toBeDisabled();
    expect(within(question).getByRole('button', { name: 'Close' })).toBeVisible();
  });

  it('does nothing on Escape, also while the preview loads', async () => {
    load.mockReturnValueOnce(new Promise(() => undefined));
    const user = userEvent.setup();
    show(<Stopper />);
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    const question = await dialog('Stop tasks?');
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('button', { name: 'Stop' })).toHaveFocus();
    expect(question).not.toBeInTheDocument();
    expect(work).not.toHaveBeenCalled();
  });

  it('is accessible', async () => {
    load.mockResolvedValueOnce({ ids: [4, 7] });
    show(<Stopper />);
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await dialog('Stop 2 tasks?');
    const { violations } = await act(() =>
      axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } }),
    );
    expect(violations).toEqual([]);
  });
});

test('formats skipped rows as one sentence, empty when there are none', () => {
  expect(skippedText(skipped)).toBe("Skipped 45: 44 can't be stopped now, 1 is already stopped");
  expect(skippedText([])).toBe('');
});
