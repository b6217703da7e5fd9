import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { show } from './frame';
import { makeBackend, view } from './list-backend';
import { TaskList } from './task-list';

const button = (name: string | RegExp) => screen.getByRole('button', { name });

describe('menus', () => {
  afterEach(() => jest.restoreAllMocks());

  it('take the focus, and give it back to what opened them', async () => {
    const user = userEvent.setup();
    show(<TaskList backend={makeBackend({ views: [view(1, 'Failed', { status: 'failed' })] })} />);
    for (const name of ['Columns', 'Density', 'Saved views']) {
      act(() => button(name).focus());
      await user.keyboard('{Enter}');
      const menu = await screen.findByRole('menu');
      expect(menu).toContainElement(document.activeElement as HTMLElement);
      await user.keyboard('{Escape}');
      expect(menu).not.toBeInTheDocument();
      expect(button(name)).toHaveFocus();
    }
  });

  it('whose entries are all disabled take the focus themselves, and Escape closes them', async () => {
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

  it('close by a click beside them', async () => {
    const user = userEvent.setup();
    show(<TaskList />);
    await user.click(button('Density'));
    const menu = await screen.findByRole('menu');
    const behind = menu.closest('.MuiModal-root')?.querySelector('.MuiModal-backdrop');
    if (!behind) throw new Error('Nothing lies behind the menu');
    await waitFor(() => expect(menu).toContainElement(document.activeElement as HTMLElement));
    await user.click(behind);
    expect(menu).not.toBeInTheDocument();
    expect(button('Density')).toHaveFocus();
  });

  it('hide the page behind them from screen readers as long as they are open', async () => {
    const user = userEvent.setup();
    show(<TaskList />);
    await user.click(button('Density'));
    expect(screen.queryByRole('grid')).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('grid')).toBeInTheDocument();
  });

  it('of filters lead to a dialog, which gives the focus back to their button', async () => {
    const user = userEvent.setup();
    show(<TaskList />);
    act(() => button('Filter').focus());
    await user.keyboard('{Enter}');
    await within(await screen.findByRole('menu')).findAllByRole('menuitem');
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
    await user.keyboard('{Escape}');
    expect(dialog).not.toBeInTheDocument();
    expect(button('Filter')).toHaveFocus();
  });
});
