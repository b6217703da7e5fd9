import { Menu, MenuItem } from '@mui/material';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { show } from './frame';
import { makeBackend, view } from './list-backend';
import { TaskList } from './task-list';

const button = (name: string | RegExp) => screen.getByRole('button', { name });

/** From now on frames come when the answer is called. */
function frameByFrame(): () => void {
  let next: FrameRequestCallback = () => undefined;
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => {
    next = frame;
    return 0;
  });
  return () => next(0);
}

describe('menus', () => {
  afterEach(() => jest.restoreAllMocks());

  it('take the focus, and give it back to what opened them', async () => {
    const user = userEvent.setup();
    show(<TaskList backend={makeBackend({ views: [view(1, 'Failed', { status: 'failed' })] })} />);
    for (const name of ['Columns', 'Density', 'Saved views']) {
      act(() => button(name).focus());
      await user.keyboard('{Enter}');
      const menu = await screen.findByRole('menu');
      // With its first frame.
      await waitFor(() => expect(menu).toContainElement(document.activeElement as HTMLElement));
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

  it('take keys that come before they have the focus', async () => {
    const user = userEvent.setup();
    const nextFrame = frameByFrame();
    show(<TaskList />);
    await user.click(button('Density'));
    expect(await screen.findByRole('menu')).not.toContainElement(document.activeElement as HTMLElement);
    await user.keyboard('{Escape}');
    act(nextFrame);
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  });

  it('that never come keep no keys for long', async () => {
    const user = userEvent.setup();
    frameByFrame();
    const heard = jest.fn();
    const { unmount } = show(<TaskList />);
    await user.click(button('Density'));
    await user.keyboard('{Escape}');
    window.addEventListener('keydown', heard, { once: true });
    unmount();
    expect(heard).toHaveBeenCalledWith(expect.objectContaining({ key: 'Escape' }));
  });

  it('whose entries come after them wait for these, and keep the keys that come before', async () => {
    const user = userEvent.setup();
    const nextFrame = frameByFrame();
    let bring: (names: readonly string[]) => void = () => undefined;
    function Fields() {
      const [names, setNames] = useState<readonly string[]>([]);
      bring = setNames;
      return (
        <Menu open anchorEl={document.body} slotProps={{ list: { 'aria-busy': names.length === 0 } }}>
          {names.map((name) => (
            <MenuItem key={name}>{name}</MenuItem>
          ))}
        </Menu>
      );
    }
    show(<Fields />);
    act(nextFrame);
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menu')).not.toContainElement(document.activeElement as HTMLElement);
    act(() => bring(['Status', 'Event', 'Login']));
    act(nextFrame);
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Event' })).toHaveFocus());
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
