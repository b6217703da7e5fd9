import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { NavTabs } from '../src/panels';
import { show } from './frame';

const items = [
  { value: 'all', label: 'All', count: 1204 },
  { value: 'held', label: 'Held' },
  { value: 'failed', label: 'Failed', count: 0 },
];

function Tabs({ first }: { first: string }) {
  const [value, setValue] = useState(first);
  return <NavTabs label="Views" value={value} onChange={setValue} items={items} />;
}

const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name}`) });

describe('tabs', () => {
  it('have one tab stop; arrows, Home and End move the focus, Enter and Space select', async () => {
    const user = userEvent.setup();
    show(<Tabs first="held" />);
    expect(screen.getByRole('tablist', { name: 'Views' })).toBeInTheDocument();
    await user.tab();
    expect(tab('Held')).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(tab('Failed')).toHaveFocus();
    expect(tab('Held')).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{ArrowRight}');
    expect(tab('All')).toHaveFocus();
    await user.keyboard('{ArrowLeft}{Enter}');
    expect(tab('Failed')).toHaveAttribute('aria-selected', 'true');
    expect(tab('Held')).toHaveAttribute('aria-selected', 'false');
    await user.keyboard('{Home} ');
    expect(tab('All')).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{End}');
    expect(tab('Failed')).toHaveFocus();
    await user.tab();
    expect(document.body).toHaveFocus();
  });

  it('can be focused when none is selected', async () => {
    const user = userEvent.setup();
    show(<Tabs first="another" />);
    await user.tab();
    expect(tab('All')).toHaveFocus();
    expect(tab('All')).toHaveAttribute('aria-selected', 'false');
  });
});
