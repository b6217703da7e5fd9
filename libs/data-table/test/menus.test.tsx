import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backdropOf, containsFocus } from './dom';
import { show } from './frame';
import { makeBackend, view } from './list-backend';
import { TaskList } from './task-list';

const button = (name: string | RegExp) => screen.getByRole('button', { name });

describe('menus', () => {
  afterEach(() => jest.restoreAllMocks());

  it('take the focus, and return it to their button when they close', async () => {
    const user = userEvent.setup();
    show(<TaskList backend={makeBackend({ views: [view(1, 'Failed', { status: 'failed' })] })} />);
    for (const name of ['Columns', 'Density', 'Saved views']) {
      act(() => button(name).focus());
      await user.keyboard('{Enter}');
      const menu = await screen.findByRole('menu');
      expect(containsFocus(menu)).toBe(true);
      await user.keyboard('{Escape}');
      expect(menu).not.toBeInTheDocument();
      expect(button(name)).toHaveFocus();
    }
  });

  it('take the focus and close by Escape when all their entries are disabled', async () => {
    const user = userEvent.setup();
    const nothing = () => [{ label: 'Stop', onSelect: () => undefined, disabled: 'Nothing runs' }];
    show(<TaskList rowMenu={nothing} />);
    await user.click(button('Actions for HC north 01'));
    const menu = await screen.findByRole('menu');
    await waitFor(() => expect(menu).toHaveFocus());
    await user.keyboard('{Escape}');
    expect(menu).not.toBeInTheDocument();
  });

  it('receive a key pressed right after they opened, before the next frame', async () => {
    const user = userEvent.setup({ delay: null });
    jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
    show(<TaskList rowMenu={() => [{ label: 'Stop', onSelect: () => undefined }]} />);
    for (const name of ['Density', 'Filter', 'Actions for HC north 01']) {
      await user.click(button(name));
      expect(screen.getByRole('menu')).toBeInTheDocument();
      await user.keyboard('{Escape}');
      expect(screen.queryByRole('menu')).not.toBeInTheDocument();
      expect(button(name)).toHaveFocus();
    }
  });

  it('close by a click outside', async () => {
    const user = userEvent.setup();
    show(<TaskList />);
    await user.click(button('Density'));
    const menu = await screen.findByRole('menu');
    await waitFor(() => expect(containsFocus(menu)).toBe(true));
    await user.click(backdropOf(menu));
    expect(menu).not.toBeInTheDocument();
    expect(button('Density')).toHaveFocus();
  });

  it('hide the page from screen readers while they are open', async () => {
    const user = userEvent.setup();
    show(<TaskList />);
    await user.click(button('Density'));
    expect(screen.queryByRole('grid')).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('grid')).toBeInTheDocument();
  });

  it('open the dialog of a filter, which returns the focus to the filter button', async () => {
    const user = userEvent.setup();
    show(<TaskList />);
    act(() => button('Filter').focus());
    await user.keyboard('{Enter}');
    await within(await screen.findByRole('menu')).findAllByRole('menuitem');
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(containsFocus(dialog)).toBe(true));
    await user.keyboard('{Escape}');
    expect(dialog).not.toBeInTheDocument();
    expect(button('Filter')).toHaveFocus();
  });
});
