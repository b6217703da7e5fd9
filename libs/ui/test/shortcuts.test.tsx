import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useCommands, useRegisteredCommands, type Command } from '../src/index';
import { show } from './frame';

function Doing({ commands }: { commands: readonly Command[] }) {
  useCommands(commands);
  return <input aria-label="Text" />;
}
const Names = () => useRegisteredCommands().map(({ label }) => <li key={label}>{label}</li>);

describe('commands', () => {
  it('act by their keys while they are shown, and are listed so long', async () => {
    const user = userEvent.setup();
    const run = jest.fn();
    const commands = [{ group: 'Page', label: 'New task', keys: ['n'], run }];
    const { rerender } = render(
      <>
        <Doing commands={commands} />
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

  it('do nothing while somebody types, but those with Ctrl', async () => {
    const user = userEvent.setup();
    const plain = jest.fn();
    const mod = jest.fn();
    show(
      <Doing
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

  it('do nothing below an open dialog, nor while they cannot be done', async () => {
    const user = userEvent.setup();
    const run = jest.fn();
    const { rerender } = render(
      <>
        <Doing commands={[{ group: 'Page', label: 'New', keys: ['n'], run }]} />
        <div role="dialog" aria-modal="true" />
      </>,
    );
    await user.keyboard('n');
    rerender(
      <Doing commands={[{ group: 'Page', label: 'New', keys: ['n'], run, disabled: 'Reads only' }]} />,
    );
    await user.keyboard('n');
    expect(run).not.toHaveBeenCalled();
  });
});
