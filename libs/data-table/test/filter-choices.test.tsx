import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
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

/** A list whose filter learns what it offers when `told` happens. */
function Arriving({ told }: { told: EventTarget }) {
  const [options, setOptions] = useState<typeof logins>();
  useEffect(() => {
    const arrive = () => setOptions(logins);
    told.addEventListener('told', arrive);
    return () => told.removeEventListener('told', arrive);
  }, [told]);
  return <TaskList filters={filter(options)} />;
}

function showArriving(): () => void {
  const told = new EventTarget();
  show(<Arriving told={told} />);
  return () => act(() => void told.dispatchEvent(new Event('told')));
}

/** Opens the dialog of the list's one filter. */
async function openFilter() {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(screen.getByRole('menuitem', { name: 'Login' }));
  await screen.findByRole('dialog', { name: 'Filter by Login' });
  return user;
}

describe('what a filter offers', () => {
  it('is asked for when somebody turns to the filters, by pointer or keys', async () => {
    const turned = jest.fn();
    show(<TaskList filters={filter(undefined)} preloadFilters={turned} />);
    expect(turned).not.toHaveBeenCalled();
    await userEvent.hover(screen.getByRole('button', { name: 'Filter' }));
    expect(turned).toHaveBeenCalledTimes(1);
    act(() => screen.getByRole('button', { name: 'Filter' }).focus());
    expect(turned).toHaveBeenCalledTimes(2);
  });

  it('shows that it is being read, and takes the focus to its search when it is there', async () => {
    const arrive = showArriving();
    await openFilter();
    expect(screen.getByRole('group', { name: 'Login' })).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByText('Nothing of that name')).not.toBeInTheDocument();
    arrive();
    const search = await screen.findByRole('textbox', { name: 'Find in Login' });
    await waitFor(() => expect(search).toHaveFocus());
    expect(screen.getByRole('group', { name: 'Login' })).toHaveAttribute('aria-busy', 'false');
  });

  it('leaves the focus where somebody has taken it meanwhile', async () => {
    const arrive = showArriving();
    const user = await openFilter();
    await user.click(screen.getByRole('button', { name: 'is not' }));
    arrive();
    await screen.findByRole('textbox', { name: 'Find in Login' });
    expect(screen.getByRole('button', { name: 'is not' })).toHaveFocus();
  });

  it('is searched from the first key on', async () => {
    show(<TaskList filters={filter(logins)} />);
    const user = await openFilter();
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Find in Login' })).toHaveFocus());
    await user.keyboard('buyer-7');
    expect(screen.getAllByRole('checkbox', { name: /@quayside/ })).toHaveLength(1);
  });
});
