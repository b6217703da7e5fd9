import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { PlainTimeZone } from '../src/forms';
import { show } from './frame';

function Choice({
  start,
  told,
  ...rest
}: {
  start: string;
  told: (zone: string) => void;
  empty?: string;
  optional?: boolean;
}) {
  const [value, setValue] = useState(start);
  const choose = (zone: string) => {
    told(zone);
    setValue(zone);
  };
  return <PlainTimeZone label="Time zone" value={value} onChange={choose} {...rest} />;
}

const setup = async (start: string, rest: { empty?: string; optional?: boolean } = {}) => {
  const told = jest.fn<void, [string]>();
  show(<Choice start={start} told={told} {...rest} />);
  return {
    told,
    user: userEvent.setup(),
    field: await screen.findByRole('combobox', { name: /^Time zone/ }),
  };
};
const offered = () => within(screen.getByRole('listbox')).getAllByRole('option');

describe('a time zone', () => {
  it('is found by its city and taken by keys alone; its present offset is shown', async () => {
    const { told, user, field } = await setup('Europe/Berlin');
    expect(field).toHaveValue('Europe/Berlin');
    expect(field).toHaveAccessibleDescription('UTC+1');
    await user.tab();
    await user.keyboard('york');
    expect(offered()[0]).toHaveTextContent('America/New_YorkUTC-5');
    await user.keyboard('{Enter}');
    expect(told.mock.calls).toEqual([['America/New_York']]);
    expect(field).toHaveValue('America/New_York');
    expect(field).toHaveAccessibleDescription('UTC-5');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  it('reads words apart and the offset of half hours, and draws 50 at the most', async () => {
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

  it('stays what it was when nothing was chosen', async () => {
    const { told, user, field } = await setup('Europe/Berlin');
    await user.click(field);
    await user.keyboard('lis{Escape}');
    await user.tab();
    expect(field).toHaveValue('Europe/Berlin');
    expect(told).not.toHaveBeenCalled();
  });

  it('goes by the browser where that is offered', async () => {
    const { told, user, field } = await setup('Asia/Tokyo', { empty: 'As in this browser (Europe/Berlin)' });
    await user.click(field);
    await user.click(screen.getByRole('option', { name: /^As in this browser/ }));
    expect(told.mock.calls).toEqual([['']]);
    expect(field).toHaveValue('As in this browser (Europe/Berlin)');
  });

  it('can be none where it is optional', async () => {
    const { told, user, field } = await setup('Asia/Tokyo', { optional: true });
    await user.clear(field);
    await user.tab();
    expect(told.mock.calls).toEqual([['']]);
    expect(field).toHaveValue('');
    expect(field).not.toHaveAccessibleDescription();
  });

  it('that this browser does not know is kept', async () => {
    const { field } = await setup('Mars/Olympus');
    expect(field).toHaveValue('Mars/Olympus');
  });
});
