import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { show } from './frame';
import { makeBackend, view } from './list-backend';
import { TaskList } from './task-list';

const failed = view(1, 'Failed', { status: 'failed', sort: 'name' });
const cup = view(2, 'Cup desk', { q: 'cup' }, { own: false, shared: true, owner: 'Sam Reed' });
const views = [failed, cup];
const menu = async (user: ReturnType<typeof userEvent.setup>, name: string | RegExp = 'Saved views') => {
  await user.click(screen.getByRole('button', { name }));
  return within(await screen.findByRole('menu', { name: 'Saved views' }));
};

/** The query string that was set last, in any order. */
const last = (onUrlChange: jest.Mock<unknown, [string]>) =>
  Object.fromEntries(new URLSearchParams(onUrlChange.mock.lastCall?.[0] ?? 'nothing'));

describe('saved views', () => {
  it('are chosen from the toolbar: the user’s own and those shared in the realm', async () => {
    const user = userEvent.setup();
    const onUrlChange = jest.fn((_search: string) => undefined);
    show(<TaskList start="page=3&density=28" onUrlChange={onUrlChange} backend={makeBackend({ views })} />);
    const open = await menu(user);
    await user.click(open.getByRole('menuitemradio', { name: 'Cup desk · Sam Reed' }));
    expect(last(onUrlChange)).toEqual({ q: 'cup', view: '2' });
    expect(screen.getByRole('button', { name: 'Saved view Cup desk' })).toBeInTheDocument();
    const again = await menu(user, 'Saved view Cup desk');
    expect(again.queryByRole('menuitem', { name: /Update|Delete|Rename/ })).not.toBeInTheDocument();
  });

  it('apply the default view to a URL without a state, without an entry in the history', async () => {
    const onUrlChange = jest.fn((_search: string) => undefined);
    show(<TaskList onUrlChange={onUrlChange} backend={makeBackend({ views, defaultId: 1 })} />);
    await waitFor(() => expect(last(onUrlChange)).toEqual({ ...failed.query, view: '1' }));
    expect(onUrlChange).toHaveBeenCalledTimes(1);
  });

  it.each(['status=bought', 'q=north', 'sort=seats', 'open=3', 'view=2&q=cup'])(
    'do not apply the default view to a URL with %s',
    (start) => {
      const onUrlChange = jest.fn();
      show(
        <TaskList start={start} onUrlChange={onUrlChange} backend={makeBackend({ views, defaultId: 1 })} />,
      );
      expect(onUrlChange).not.toHaveBeenCalled();
    },
  );

  it('do not apply the default view once the user has changed the list', async () => {
    const user = userEvent.setup();
    const onUrlChange = jest.fn();
    show(<LateViews onUrlChange={onUrlChange} />);
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await user.click(screen.getByRole('button', { name: 'Load' }));
    expect(onUrlChange.mock.calls).toEqual([['sort=name']]);
  });

  it('save the state of the list under a name, shared and as the default view', async () => {
    const user = userEvent.setup();
    const onUrlChange = jest.fn((_search: string) => undefined);
    const create = jest.fn(makeBackend().saved.create);
    const setDefault = jest.fn(() => Promise.resolve());
    show(
      <TaskList
        start="status=!bought&page=2&open=4&columns=name,proxy"
        onUrlChange={onUrlChange}
        backend={makeBackend({ create, setDefault })}
      />,
    );
    await user.click(screen.getByRole('button', { name: 'Save view' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as a view' }));
    await user.click(dialog.getByRole('button', { name: 'Save view' }));
    expect(await dialog.findByText('A view needs a name')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Name'), ' Not bought ');
    await user.click(dialog.getByLabelText('Share with the realm'));
    await user.click(dialog.getByLabelText('Open the list with this view'));
    await user.click(dialog.getByRole('button', { name: 'Save view' }));
    const query = { status: '!bought', columns: 'name,proxy' };
    await waitFor(() => expect(create).toHaveBeenCalledWith({ name: 'Not bought', shared: true, query }));
    await waitFor(() => expect(setDefault).toHaveBeenCalledWith(99));
    expect(last(onUrlChange)).toEqual({ ...query, view: '99' });
    expect(await screen.findByText('View Not bought saved')).toBeInTheDocument();
  });

  it('show the server’s error in the dialog', async () => {
    const user = userEvent.setup();
    const refused = Object.assign(new Error('There is one of this name'), { code: 'CONFLICT' });
    show(<TaskList start="q=x" backend={makeBackend({ create: () => Promise.reject(refused) })} />);
    await user.click(screen.getByRole('button', { name: 'Save view' }));
    await user.type(await screen.findByLabelText('Name'), 'Twice');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save view' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('There is one of this name');
  });

  it('are updated with the current state, which the button marks as changed', async () => {
    const user = userEvent.setup();
    const change = jest.fn(() => Promise.resolve());
    show(<TaskList start="view=1&status=failed&sort=-seats" backend={makeBackend({ views, change })} />);
    const open = await menu(user, 'Saved view Failed, changed');
    await user.click(open.getByRole('menuitem', { name: 'Update Failed' }));
    expect(change).toHaveBeenCalledWith(1, { query: { status: 'failed', sort: '-seats' } });
    expect(await screen.findByText('View Failed updated')).toBeInTheDocument();
  });

  it('are renamed and shared', async () => {
    const user = userEvent.setup();
    const change = jest.fn(() => Promise.resolve());
    show(<TaskList start="view=1&status=failed&sort=name" backend={makeBackend({ views, change })} />);
    const open = await menu(user, 'Saved view Failed');
    expect(open.getByRole('menuitem', { name: 'Update Failed' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(open.getByRole('menuitem', { name: 'Rename or share…' }));
    await user.type(await screen.findByLabelText('Name'), ' ones');
    await user.click(screen.getByLabelText('Share with the realm'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(change).toHaveBeenCalledWith(1, { name: 'Failed ones', shared: true }));
  });

  it('are deleted after a confirmation, and the list keeps its state', async () => {
    const user = userEvent.setup();
    const onUrlChange = jest.fn();
    const remove = jest.fn(() => Promise.resolve());
    const setDefault = jest.fn(() => Promise.resolve());
    show(
      <TaskList
        start="view=1&status=failed"
        onUrlChange={onUrlChange}
        backend={makeBackend({ views, defaultId: 1, remove, setDefault })}
      />,
    );
    const open = await menu(user, /^Saved view Failed/);
    await user.click(open.getByRole('menuitem', { name: 'Delete Failed…' }));
    await user.click(await screen.findByRole('button', { name: 'Delete view' }));
    await waitFor(() => expect(remove).toHaveBeenCalledWith(1));
    await waitFor(() => expect(setDefault).toHaveBeenCalledWith(null));
    expect(onUrlChange).toHaveBeenLastCalledWith('status=failed');
  });

  it('can be left for the default state of the list', async () => {
    const user = userEvent.setup();
    const onUrlChange = jest.fn();
    show(
      <TaskList
        start="status=failed&page_size=50"
        onUrlChange={onUrlChange}
        backend={makeBackend({ views })}
      />,
    );
    await user.click((await menu(user)).getByRole('menuitem', { name: 'Show the list without a view' }));
    expect(onUrlChange).toHaveBeenLastCalledWith('');
  });
});

/** Saved views are loaded when the button is pressed. */
function LateViews({ onUrlChange }: { onUrlChange: (search: string) => void }) {
  const [isLoaded, setIsLoaded] = useState(false);
  return (
    <>
      <button onClick={() => setIsLoaded(true)}>Load</button>
      <TaskList
        onUrlChange={onUrlChange}
        backend={makeBackend(isLoaded ? { views, defaultId: 1 } : { views: undefined, defaultId: undefined })}
      />
    </>
  );
}
