import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { FilterDef } from '../src/lists';
import { show } from './frame';
import { TaskList } from './task-list';

const logins = Array.from({ length: 9 }, (_, i) => ({
  value: String(i),
  label: `buyer-${i}@quayside.example`,
}));
const filter = (options: typeof logins | undefined): FilterDef[] => [
  { kind: 'choice', field: 'login_id', label: 'Login', options },
];

/** Shows a list whose filter has no choices yet, and returns a function that loads them. */
function showLoading(): () => void {
  let load = (): void => undefined;
  function Loading() {
    const [options, setOptions] = useState<typeof logins>();
    load = () => setOptions(logins);
    return <TaskList filters={filter(options)} />;
  }
  show(<Loading />);
  return () => act(() => load());
}

/** Opens the dialog of the list's one filter. */
async function openFilter() {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(screen.getByRole('menuitem', { name: 'Login' }));
  await screen.findByRole('dialog', { name: 'Filter by Login' });
  return user;
}

describe('the choices of a filter', () => {
  it('are loaded when the pointer or the focus reaches the filter button', async () => {
    const preload = jest.fn();
    show(<TaskList filters={filter(undefined)} preloadFilters={preload} />);
    expect(preload).not.toHaveBeenCalled();
    await userEvent.hover(screen.getByRole('button', { name: 'Filter' }));
    expect(preload).toHaveBeenCalledTimes(1);
    act(() => screen.getByRole('button', { name: 'Filter' }).focus());
    expect(preload).toHaveBeenCalledTimes(2);
  });

  it('show a skeleton while they load, then focus their search field', async () => {
    const load = showLoading();
    await openFilter();
    expect(screen.getByRole('group', { name: 'Login' })).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByText('Nothing of that name')).not.toBeInTheDocument();
    load();
    const search = await screen.findByRole('textbox', { name: 'Find in Login' });
    await waitFor(() => expect(search).toHaveFocus());
    expect(screen.getByRole('group', { name: 'Login' })).toHaveAttribute('aria-busy', 'false');
  });

  it('do not take the focus from another field', async () => {
    const load = showLoading();
    const user = await openFilter();
    await user.click(screen.getByRole('button', { name: 'is not' }));
    load();
    await screen.findByRole('textbox', { name: 'Find in Login' });
    expect(screen.getByRole('button', { name: 'is not' })).toHaveFocus();
  });

  it('are searched from the first key on', async () => {
    show(<TaskList filters={filter(logins)} />);
    const user = await openFilter();
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Find in Login' })).toHaveFocus());
    await user.keyboard('buyer-7');
    expect(screen.getAllByRole('checkbox', { name: /@quayside/ })).toHaveLength(1);
  });
});
