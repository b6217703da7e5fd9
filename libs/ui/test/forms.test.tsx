import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import {
  FormDialog,
  type KeyValue,
  KeyValueGrid,
  NumberField,
  OrderedList,
  SecretField,
  SelectField,
  SwitchField,
  TextField,
} from '../src/forms';
import { show } from './frame';

interface Values {
  name: string;
  seats: number | null;
  enabled: number;
  type: string | null;
  password: string | null | undefined;
  levels: KeyValue[];
  areas: string[];
}

const start: Values = {
  name: 'Harbour City',
  seats: 4,
  enabled: 1,
  type: 'form',
  password: undefined,
  levels: [{ key: 'L1', value: 'Category A' }],
  areas: ['North 104', 'North 105', 'East 210'],
};

interface SiteDialogProps {
  save?: (values: Values) => Promise<unknown>;
  onClose?: () => void;
  blocked?: string;
  /** The fields of the form; all by default. */
  fields?: readonly (keyof Values)[];
}

function SiteDialog({
  save = () => Promise.resolve(),
  onClose = () => undefined,
  blocked,
  fields,
}: SiteDialogProps) {
  const form = useForm<Values>({ defaultValues: start });
  const { control } = form;
  const has = (name: keyof Values) => fields?.includes(name) ?? true;
  return (
    <FormDialog open title="Configure site" form={form} onSubmit={save} onClose={onClose} blocked={blocked}>
      {has('name') ? (
        <TextField
          control={control}
          name="name"
          label="Name"
          help="As people know it"
          rules={{ required: 'Enter a name' }}
        />
      ) : null}
      {has('seats') ? <NumberField control={control} name="seats" label="Seats" min={1} max={8} /> : null}
      {has('enabled') ? <SwitchField control={control} name="enabled" label="Enabled" numeric /> : null}
      {has('type') ? (
        <SelectField
          control={control}
          name="type"
          label="Login type"
          empty="None"
          options={[
            { value: 'form', label: 'Form' },
            { value: 'link', label: 'Link' },
          ]}
        />
      ) : null}
      {has('password') ? (
        <SecretField control={control} name="password" label="Password" stored={{ set: true, hint: null }} />
      ) : null}
      {has('levels') ? (
        <KeyValueGrid
          control={control}
          name="levels"
          label="Price levels"
          keyLabel="Level"
          valueLabel="Name"
          addLabel="Add level"
        />
      ) : null}
      {has('areas') ? <OrderedList control={control} name="areas" label="Areas" noun="Area" /> : null}
    </FormDialog>
  );
}

const saved = async (
  change: (user: ReturnType<typeof userEvent.setup>) => Promise<void>,
  fields?: readonly (keyof Values)[],
): Promise<Values> => {
  const user = userEvent.setup();
  const save = jest.fn((_values: Values) => Promise.resolve());
  show(<SiteDialog save={save} fields={fields} />);
  await change(user);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  return save.mock.calls[0]?.[0] ?? start;
};

describe('a form in a dialog', () => {
  it('closes without confirmation when nothing was changed', async () => {
    const user = userEvent.setup();
    const close = jest.fn();
    show(<SiteDialog onClose={close} fields={['name']} />);
    await user.keyboard('{Escape}');
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('asks for confirmation before it discards changes', async () => {
    const user = userEvent.setup();
    const close = jest.fn();
    show(<SiteDialog onClose={close} fields={['name']} />);
    await user.type(screen.getByLabelText('Name'), '!');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(close).not.toHaveBeenCalled();
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(close).toHaveBeenCalledTimes(1));
  });

  it('shows the server’s field errors at their fields and others above the form', async () => {
    const user = userEvent.setup();
    const refused = Object.assign(new Error('Some fields are wrong'), {
      code: 'VALIDATION',
      request_id: '7f3c1e0a',
      details: [
        { field: 'name', message: 'Is taken' },
        { field: 'realm_id', message: 'Name a realm' },
      ],
    });
    show(<SiteDialog save={() => Promise.reject(refused)} fields={['name']} />);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const name = screen.getByLabelText('Name');
    await waitFor(() => expect(name).toHaveAccessibleDescription('Is taken'));
    expect(name).toBeInvalid();
    expect(screen.queryByText('As people know it')).not.toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('realm_id: Name a realm');
    expect(screen.getByText('1 error to correct')).toBeInTheDocument();
  });

  it('shows why it cannot be saved', () => {
    show(<SiteDialog blocked="The site was deleted" />);
    expect(screen.getByText('The site was deleted')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  it('saves unchanged values as they were, without the secret', async () => {
    expect(await saved(() => Promise.resolve())).toEqual(start);
  });
});

describe('fields', () => {
  it('save a number, null when empty, and refuse other text', async () => {
    const user = userEvent.setup();
    const save = jest.fn((_values: Values) => Promise.resolve());
    show(<SiteDialog save={save} fields={['seats']} />);
    const seats = screen.getByLabelText('Seats');
    await user.clear(seats);
    await user.type(seats, 'four');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(seats).toHaveAccessibleDescription('Enter a number'));
    await user.clear(seats);
    await user.type(seats, '9');
    await waitFor(() => expect(seats).toHaveAccessibleDescription('At most 8'));
    await user.clear(seats);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledWith(expect.objectContaining({ seats: null })));
  });

  it('clear a secret without showing it', async () => {
    const cleared = await saved(
      async (user) => {
        expect(screen.getByText('Set')).toBeInTheDocument();
        await user.click(screen.getByRole('button', { name: 'Clear' }));
        expect(screen.getByText('Will be cleared when you save')).toBeInTheDocument();
      },
      ['password'],
    );
    expect(cleared.password).toBeNull();
  });

  it('replace a secret by the typed text', async () => {
    const replaced = await saved(
      async (user) => {
        await user.click(screen.getByRole('button', { name: 'Replace' }));
        await user.type(screen.getByLabelText('Password'), 'new secret');
      },
      ['password'],
    );
    expect(replaced.password).toBe('new secret');
  });

  it('save a numeric switch as 1 or 0, and an empty select as null', async () => {
    const values = await saved(
      async (user) => {
        await user.click(screen.getByRole('switch', { name: 'Enabled' }));
        await user.click(screen.getByRole('combobox', { name: 'Login type' }));
        await user.click(screen.getByRole('option', { name: 'None' }));
      },
      ['enabled', 'type'],
    );
    expect(values).toMatchObject({ enabled: 0, type: null });
  });

  it('refuse a duplicate key and name it', async () => {
    const user = userEvent.setup();
    const save = jest.fn(() => Promise.resolve());
    show(<SiteDialog save={save} fields={['levels']} />);
    await user.click(screen.getByRole('button', { name: 'Add level' }));
    await user.type(screen.getByRole('textbox', { name: 'Level 2' }), 'L1');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const grid = screen.getByRole('group', { name: 'Price levels' });
    expect(within(grid).getByText('Level L1 is a duplicate. Each key must be unique.')).toBeInTheDocument();
    expect(save).not.toHaveBeenCalled();
  });

  it('reorder a list with the arrow keys', async () => {
    const values = await saved(
      async (user) => {
        screen.getByRole('button', { name: /^Move East 210,/ }).focus();
        await user.keyboard('{ArrowUp}');
        expect(screen.getByText('East 210 is now 2 of 3')).toBeInTheDocument();
        expect(screen.getByRole('button', { name: /^Move East 210,/ })).toHaveFocus();
        await user.keyboard('{ArrowUp}');
      },
      ['areas'],
    );
    expect(values.areas).toEqual(['East 210', 'North 104', 'North 105']);
  });

  it('reorder a list by dragging with a pointer', async () => {
    const values = await saved(() => {
      const lines = screen.getAllByRole('listitem');
      lines.forEach((line, i) => {
        line.getBoundingClientRect = () => new DOMRect(0, i * 28, 300, 28);
      });
      const handle = () => screen.getByRole('button', { name: /^Move East 210,/ });
      // jsdom has no coordinates on pointer events.
      const point = (type: string, clientY: number) =>
        fireEvent(handle(), new MouseEvent(type, { bubbles: true, button: 0, clientY }));
      point('pointerdown', 70);
      point('pointermove', 5);
      point('pointerup', 5);
      return Promise.resolve();
    }, ['areas']);
    expect(values.areas).toEqual(['East 210', 'North 104', 'North 105']);
  });
});
