import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ThemeRoot, useCommands, useDeclaredCommands, type Command } from '../src/index';
import { show } from './frame';
import { TaskList, tasks } from './task-list';

const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) });

function Doing({ commands }: { commands: readonly Command[] }) {
  useCommands(commands);
  return <input aria-label="Text" />;
}
const Names = () => useDeclaredCommands().map(({ label }) => <li key={label}>{label}</li>);

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

describe('a list', () => {
  it('is worked from anywhere on its page: j, k, x, Enter, r, /, Escape', async () => {
    const user = userEvent.setup();
    const opened: number[] = [];
    const refreshed = jest.fn();
    show(<TaskList onOpen={(task) => opened.push(task.id)} onRefresh={refreshed} />);
    await user.keyboard('j');
    expect(row('HC north 01')).toHaveFocus();
    await user.keyboard('jj');
    expect(row('HC north 03')).toHaveFocus();
    await user.keyboard('kx');
    expect(row('HC north 02')).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{Enter}r');
    expect(opened).toEqual([2]);
    expect(refreshed).toHaveBeenCalledTimes(1);
    await user.keyboard('{Escape}');
    expect(row('HC north 02')).toHaveAttribute('aria-selected', 'false');
    await user.keyboard('/');
    expect(screen.getByRole('searchbox', { name: 'Find' })).toHaveFocus();
    await user.keyboard('xj');
    expect(screen.getByRole('searchbox', { name: 'Find' })).toHaveValue('xj');
  });

  it('takes the arrows from the page, not from a control', async () => {
    const user = userEvent.setup();
    show(<TaskList />);
    await user.keyboard('{ArrowDown}');
    expect(row('HC north 01')).toHaveFocus();
    const button = screen.getByRole('button', { name: 'Columns' });
    act(() => button.focus());
    await user.keyboard('{ArrowDown}');
    expect(button).toHaveFocus();
  });

  it('keeps focus and selection on their rows when others come, and moves on when the row goes', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<TaskListIn rows={tasks} />);
    await user.keyboard('jjx');
    expect(row('HC north 02')).toHaveFocus();
    const fresh = { id: 9, name: 'HC north 09', status: 'queued', seats: 1 };
    rerender(<TaskListIn rows={[fresh, ...tasks]} />);
    expect(row('HC north 02')).toHaveFocus();
    expect(row('HC north 02')).toHaveAttribute('aria-selected', 'true');
    expect(row('HC north 02').tabIndex).toBe(0);
    rerender(<TaskListIn rows={[fresh, ...tasks].filter(({ id }) => id !== 2)} />);
    expect(row('HC north 03')).toHaveFocus();
  });
});

const TaskListIn = ({ rows }: { rows: typeof tasks }) => (
  <ThemeRoot>
    <TaskList rows={rows} />
  </ThemeRoot>
);
