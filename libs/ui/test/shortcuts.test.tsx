import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Command, useCommands, useRegisteredCommands } from '../src/index';
import { show } from './frame';

function WithCommands({ commands }: { commands: readonly Command[] }) {
  useCommands(commands);
  return <input aria-label="Text" />;
}
const Names = () => useRegisteredCommands().map(({ label }) => <li key={label}>{label}</li>);

describe('commands', () => {
  it('run by their keys and are listed while their component is mounted', async () => {
    const user = userEvent.setup();
    const run = jest.fn();
    const commands = [{ group: 'Page', label: 'New task', keys: ['n'], run }];
    const { rerender } = render(
      <>
        <WithCommands commands={commands} />
        <ul>
          <Names />
        </ul>
      </>,
    );
    expect(screen.getByRole('listitem')).toHaveTextContent('New task');
    await user.keyboard('n');
    expect(run).toHaveBeenCalledTimes(1);
    rerender(<ul>{<Names />}</ul>);
    expect(screen.queryByRole('listitem')).not.toBeInTheDocument();
    await user.keyboard('n');
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('are ignored in text fields, except those with Ctrl', async () => {
    const user = userEvent.setup();
    const plain = jest.fn();
    const mod = jest.fn();
    show(
      <WithCommands
        commands={[
          { group: 'Page', label: 'New', keys: ['n'], run: plain },
          { group: 'Page', label: 'Find', keys: ['mod+k'], run: mod },
        ]}
      />,
    );
    await user.click(screen.getByLabelText('Text'));
    await user.keyboard('n{Control>}k{/Control}');
    expect(plain).not.toHaveBeenCalled();
    expect(screen.getByLabelText('Text')).toHaveValue('n');
    expect(mod).toHaveBeenCalledTimes(1);
  });

  it('are ignored below an open dialog and while disabled', async () => {
    const user = userEvent.setup();
    const run = jest.fn();
    const { rerender } = render(
      <>
        <WithCommands commands={[{ group: 'Page', label: 'New', keys: ['n'], run }]} />
        <div role="dialog" aria-modal="true" />
      </>,
    );
    await user.keyboard('n');
    rerender(
      <WithCommands commands={[{ group: 'Page', label: 'New', keys: ['n'], run, disabled: 'Reads only' }]} />,
    );
    await user.keyboard('n');
    expect(run).not.toHaveBeenCalled();
  });

  it('run by two keys one after the other, and not by the second alone', async () => {
    const user = userEvent.setup();
    const [tasks, next] = [jest.fn(), jest.fn()];
    show(
      <WithCommands
        commands={[
          { group: 'Go to', label: 'Tasks', keys: ['g t'], run: tasks },
          { group: 'Page', label: 'Next', keys: ['t'], run: next },
        ]}
      />,
    );
    await user.keyboard('gt');
    expect([tasks, next].map((run) => run.mock.calls.length)).toEqual([1, 0]);
    await user.keyboard('t');
    expect([tasks, next].map((run) => run.mock.calls.length)).toEqual([1, 1]);
    // Another key ends the sequence, and does nothing of its own.
    await user.keyboard('gxt');
    expect([tasks, next].map((run) => run.mock.calls.length)).toEqual([1, 2]);
    await user.click(screen.getByLabelText('Text'));
    await user.keyboard('gt');
    expect(screen.getByLabelText('Text')).toHaveValue('gt');
    expect(tasks).toHaveBeenCalledTimes(1);
  });
});
