import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { DateTimeField, type DateTimePreset, FormDialog } from '../src/forms';
import { show } from './frame';

interface Values {
  at: string | null;
}

interface StartProps {
  at?: string | null;
  save?: (values: Values) => Promise<unknown>;
  timeZone?: string;
  presets?: readonly DateTimePreset[];
}

/** A form with a start time; the user is in UTC, the clock shows 20 Nov 2026 14:32:12. */
function Start({ at = null, save = () => Promise.resolve(), ...rest }: StartProps) {
  const form = useForm<Values>({ defaultValues: { at } });
  return (
    <FormDialog open title="Edit" form={form} onClose={() => undefined} onSubmit={save}>
      <DateTimeField control={form.control} name="at" label="Starts" timeZone="Europe/London" {...rest} />
    </FormDialog>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('Starts');
const start = (props: StartProps = {}) => {
  const save = jest.fn((_values: Values) => Promise.resolve());
  const user = userEvent.setup();
  show(<Start save={save} {...props} />);
  const saved = async () => {
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalled());
    return save.mock.lastCall?.[0].at;
  };
  return { user, save, saved };
};
const openPanel = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(screen.getByRole('button', { name: 'Starts: choose date and time' }));
  return within(await screen.findByRole('dialog', { name: 'Date and time' }));
};

describe('a date-time field', () => {
  it('takes the venue’s time, stores UTC and shows the other time zones', async () => {
    const { user, saved } = start();
    await user.type(field(), '2027-07-01 15:00');
    await user.tab();
    expect(field()).toHaveValue('Thu 1 Jul 2027, 15:00');
    expect(field()).toHaveAccessibleDescription(/Venue time \(Europe\/London\) · 14:00 Your time/);
    expect(await saved()).toBe('2027-07-01T14:00:00.000Z');
  });

  it('shows a stored time, and stores null when cleared', async () => {
    const { user, saved } = start({ at: '2027-07-01T14:00:00Z' });
    expect(field()).toHaveValue('Thu 1 Jul 2027, 15:00');
    await user.clear(field());
    await user.tab();
    expect(await saved()).toBeNull();
  });

  it('refuses an hour that a clock change skips', async () => {
    const { user, save } = start();
    await user.type(field(), '28 Mar 2027 01:30');
    expect(field()).toHaveAccessibleDescription('This time does not exist: the clocks change that night');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('1 error to correct')).toBeInTheDocument();
    expect(save).not.toHaveBeenCalled();
  });

  it('asks which one is meant for an hour that occurs twice', async () => {
    const { user, saved } = start();
    await user.type(field(), '31 Oct 2027 01:30');
    await user.click(screen.getByRole('combobox', { name: 'This time occurs twice that night' }));
    await user.click(screen.getByRole('option', { name: 'Second occurrence' }));
    expect(await saved()).toBe('2027-10-31T01:30:00.000Z');
  });

  it('shows an error for invalid text after blur, and does not save it', async () => {
    const { user, save } = start({ at: '2027-07-01T14:00:00Z' });
    await user.clear(field());
    await user.type(field(), 'after lunch');
    expect(field()).not.toHaveAccessibleDescription(/Not a date/);
    await user.tab();
    expect(field()).toHaveAccessibleDescription(/^Not a date with a time/);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(field()).toBeInvalid());
    expect(save).not.toHaveBeenCalled();
  });

  it('takes another time zone when that is selected', async () => {
    const { user, saved } = start({ at: '2027-07-01T14:00:00Z' });
    const panel = await openPanel(user);
    await user.click(panel.getByRole('button', { name: 'Your time' }));
    await user.click(panel.getByRole('button', { name: 'Done' }));
    expect(field()).toHaveValue('Thu 1 Jul 2027, 14:00');
    await user.clear(field());
    await user.type(field(), '1 Jul 2027 16:00');
    expect(await saved()).toBe('2027-07-01T16:00:00.000Z');
  });

  it('sets a quick pick', async () => {
    const { user, saved } = start({
      presets: [{ label: 'Kick-off −1 h', at: '2027-07-01T13:00:00.000Z' }],
    });
    await user.click((await openPanel(user)).getByRole('button', { name: '+15 min' }));
    expect(field()).toHaveValue('Fri 20 Nov 2026, 14:47');
    await user.click((await openPanel(user)).getByRole('button', { name: 'Kick-off −1 h' }));
    expect(await saved()).toBe('2027-07-01T13:00:00.000Z');
  });

  it('can be set from the calendar by keyboard, with a time', async () => {
    const { user, saved } = start({ at: '2027-07-01T14:00:00Z' });
    await user.click(field());
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    const panel = within(await screen.findByRole('dialog', { name: 'Date and time' }));
    await waitFor(() =>
      expect(panel.getByRole('button', { name: /^Thursday,? 1 July 2027$/ })).toHaveFocus(),
    );
    await user.keyboard('{ArrowDown}{ArrowRight}{Enter}');
    expect(field()).toHaveValue('Fri 9 Jul 2027, 15:00');
    await user.clear(panel.getByLabelText('Time'));
    await user.type(panel.getByLabelText('Time'), '18:45');
    expect(field()).toHaveValue('Fri 9 Jul 2027, 18:45');
    await user.keyboard('{Escape}');
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Date and time' })).not.toBeInTheDocument(),
    );
    expect(await saved()).toBe('2027-07-09T17:45:00.000Z');
  });
});
