import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { PlainTimeZone } from '../src/forms';
import { show } from './frame';

function Choice({
  start,
  onSelect,
  ...rest
}: {
  start: string;
  onSelect: (zone: string) => void;
  empty?: string;
  optional?: boolean;
}) {
  const [value, setValue] = useState(start);
  const choose = (zone: string) => {
    onSelect(zone);
    setValue(zone);
  };
  return <PlainTimeZone label="Time zone" value={value} onChange={choose} {...rest} />;
}

const setup = async (start: string, rest: { empty?: string; optional?: boolean } = {}) => {
  const onSelect = jest.fn((_zone: string) => undefined);
  show(<Choice start={start} onSelect={onSelect} {...rest} />);
  return {
    onSelect,
    user: userEvent.setup(),
    field: await screen.findByRole('combobox', { name: /^Time zone/ }),
  };
};
const offered = () => within(screen.getByRole('listbox')).getAllByRole('option');

describe('a time zone', () => {
  it('is found by its city and selected by keyboard; its current offset is shown', async () => {
    const { onSelect, user, field } = await setup('Europe/Berlin');
    expect(field).toHaveValue('Europe/Berlin');
    expect(field).toHaveAccessibleDescription('UTC+1');
    await user.tab();
    await user.keyboard('york');
    expect(offered()[0]).toHaveTextContent('America/New_YorkUTC-5');
    await user.keyboard('{Enter}');
    expect(onSelect.mock.calls).toEqual([['America/New_York']]);
    expect(field).toHaveValue('America/New_York');
    expect(field).toHaveAccessibleDescription('UTC-5');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  it('matches separate words, shows half-hour offsets, and lists at most 50', async () => {
    const { user, field } = await setup('Europe/Berlin');
    await user.click(field);
    expect(offered()).toHaveLength(50);
    expect(offered()[0]).toHaveTextContent('Europe/Berlin');
    await user.keyboard('america new york');
    expect(offered().map(({ textContent }) => textContent)).toEqual(['America/New_YorkUTC-5']);
    await user.clear(field);
    await user.keyboard(Intl.supportedValuesOf('timeZone').includes('Asia/Kolkata') ? 'kolkata' : 'calcutta');
    expect(screen.getByRole('option', { name: /(Kolkata|Calcutta)/ })).toHaveTextContent('UTC+5:30');
    await user.clear(field);
    await user.keyboard('atlantis');
    expect(screen.getByText('Nothing found')).toBeVisible();
  });

  it('is unchanged when nothing was selected', async () => {
    const { onSelect, user, field } = await setup('Europe/Berlin');
    await user.click(field);
    await user.keyboard('lis{Escape}');
    await user.tab();
    expect(field).toHaveValue('Europe/Berlin');
    expect(onSelect).not.toHaveBeenCalled();
  });

  it('can be the browser’s zone where that is offered', async () => {
    const { onSelect, user, field } = await setup('Asia/Tokyo', {
      empty: 'As in this browser (Europe/Berlin)',
    });
    await user.click(field);
    await user.click(screen.getByRole('option', { name: /^As in this browser/ }));
    expect(onSelect.mock.calls).toEqual([['']]);
    expect(field).toHaveValue('As in this browser (Europe/Berlin)');
  });

  it('can be empty where it is optional', async () => {
    const { onSelect, user, field } = await setup('Asia/Tokyo', { optional: true });
    await user.clear(field);
    await user.tab();
    expect(onSelect.mock.calls).toEqual([['']]);
    expect(field).toHaveValue('');
    expect(field).not.toHaveAccessibleDescription();
  });

  it('is kept when the browser does not know it', async () => {
    const { field } = await setup('Mars/Olympus');
    expect(field).toHaveValue('Mars/Olympus');
  });
});
