import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import {
  DateTimeField,
  FormDialog,
  KeyValueGrid,
  NumberField,
  OrderedList,
  ProgressDialog,
  SecretField,
  StaleDialog,
  TimeZoneField,
  WizardDialog,
} from '../src/forms';
import {
  describeDevice,
  describeError,
  formatCount,
  formatDuration,
  formatKey,
  formatMoney,
  Instant,
  setLanguage,
  stateOptions,
} from '../src/index';
import { findUntranslatedTexts, listTextPlaceholders } from '../src/testing';
import de from '../src/texts/de';
import { en } from '../src/texts/en';
import { show } from './frame';
import { Gallery } from './gallery';

/** The gallery's own texts, as a page has them. */
const own = ['of everything', 'Bought', 'Failed', 'Address', 'Seats', 'Internal server error'];
const english = () => findUntranslatedTexts(document.body, en, de, own);
const nothing = () => undefined;

beforeEach(() => act(() => setLanguage('de')));
afterEach(async () => {
  await act(() => setLanguage('en'));
});

test('has the names and placeholders of the English texts in German', () => {
  // German names the budget that is reached; in English the server's own sentence does.
  const { budgetOf: _budgetOf, ...translation } = de;
  const placeholders = listTextPlaceholders(translation).map((text) =>
    text.startsWith('refusals.BUDGET_REACHED') ? text.replace('asked,budget,', 'asked,') : text,
  );
  expect(placeholders).toEqual(listTextPlaceholders(en));
});

test('finds untranslated texts', async () => {
  await act(() => setLanguage('en'));
  show(<Gallery />);
  expect(english()).toEqual(expect.arrayContaining(['Retry', 'Queued']));
});

test('shows states and figures in German', () => {
  show(<Gallery />);
  expect(screen.getAllByText('Pausiert · Eingereiht')[0]).toBeVisible();
  expect(english()).toEqual([]);
});

interface Values {
  seats: number | null;
  levels: { key: string; value: string }[];
  areas: string[];
  password: string | null | undefined;
  at: string | null;
  zone: string;
}

function AllFields({ onSave }: { onSave: (values: Values) => void }) {
  const form = useForm<Values>({
    defaultValues: {
      seats: 2.5,
      levels: [
        { key: 'L1', value: 'A' },
        { key: 'L1', value: 'B' },
      ],
      areas: ['North'],
      password: undefined,
      at: null,
      zone: 'Europe/Berlin',
    },
  });
  const { control } = form;
  return (
    <FormDialog
      open
      title="Seite"
      form={form}
      onSubmit={(values) => {
        onSave(values);
        return Promise.resolve();
      }}
      onClose={nothing}
    >
      <NumberField control={control} name="seats" label="Plätze" decimal min={1.5} />
      <KeyValueGrid control={control} name="levels" label="Preisstufen" />
      <OrderedList control={control} name="areas" label="Bereiche" optional />
      <SecretField control={control} name="password" label="Passwort" stored={{ set: true, hint: '•• 42' }} />
      <DateTimeField control={control} name="at" label="Beginn" />
      <TimeZoneField control={control} name="zone" label="Zeitzone" />
    </FormDialog>
  );
}

test('shows forms in German, and takes numbers in the German format', async () => {
  const user = userEvent.setup();
  const onSave = jest.fn();
  show(<AllFields onSave={onSave} />);
  const dialog = within(screen.getByRole('dialog', { name: 'Seite' }));
  const seats = dialog.getByLabelText('Plätze');
  expect(seats).toHaveValue('2,5');
  expect(
    dialog.getByText('Schlüssel L1 ist doppelt. Jeder Schlüssel darf nur einmal vorkommen.'),
  ).toBeVisible();
  await user.clear(seats);
  await user.type(seats, '1,25');
  await user.click(dialog.getByRole('button', { name: 'Speichern' }));
  expect(await dialog.findByText('Mindestens 1,5')).toBeVisible();
  expect(english()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Leeren' }));
  await user.click(dialog.getAllByRole('button', { name: 'L1 entfernen' })[1]!);
  await user.clear(seats);
  await user.type(seats, '1.200,5');
  expect(english()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Speichern' }));
  expect(onSave).toHaveBeenCalledWith(expect.objectContaining({ seats: 1200.5, password: null }));
});

test('shows dialogs in German', async () => {
  const wizard = show(
    <WizardDialog
      open
      title="Auftrag starten"
      steps={[{ label: 'Vorlage' }, { label: 'Start' }]}
      at={1}
      onStep={nothing}
      onNext={nothing}
      onClose={nothing}
      dirty
    >
      Schritt
    </WizardDialog>,
  );
  expect(screen.getByRole('button', { name: 'Weiter' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByRole('alertdialog', { name: 'Änderungen verwerfen?' })).toBeVisible();
  expect(english()).toEqual([]);
  wizard.unmount();
  const stale = show(
    <StaleDialog
      open
      name="Die Seite"
      differences={[{ field: 'Adresse', theirs: 'a', yours: 'b' }]}
      onReload={nothing}
      onOverwrite={nothing}
      onClose={nothing}
    />,
  );
  expect(screen.getByRole('dialog', { name: 'Jemand anderes hat Die Seite geändert' })).toBeVisible();
  expect(english()).toEqual([]);
  stale.unmount();
  show(
    <ProgressDialog
      open
      title="Aufgaben"
      done={1200}
      failed={1}
      total={2000}
      onAbort={nothing}
      onClose={nothing}
    />,
  );
  expect(screen.getByRole('status')).toHaveTextContent('1.200 von 2.000 erledigt, 1 gescheitert');
  expect(english()).toEqual([]);
});

test('formats numbers, money, times and other values by the language', async () => {
  const figures = () => [
    formatCount(20_431),
    formatMoney(1204.5, 'GBP'),
    formatDuration(172_800),
    describeDevice('Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0'),
    describeDevice(null),
    formatKey(' '),
    describeError({ message: 'Too many requests', code: 'RATE_LIMIT' }).message,
    describeError({ message: 'The realm has 3 tasks left', code: 'RATE_LIMIT' }).message,
    stateOptions('plan')
      .map(({ label }) => label)
      .join(),
  ];
  show(<Instant value="2026-11-28T15:00:00Z" />);
  expect(screen.getByText('Sa., 28. Nov., 15:00')).toBeVisible();
  expect(figures()).toEqual([
    '20.431',
    '1.204,50\u00a0£',
    '2 Tg.',
    'Firefox unter Linux',
    'Unbekanntes Gerät',
    'Leertaste',
    'Zu viele Anfragen',
    'Zu viele Anfragen. Warten Sie kurz und versuchen Sie es noch einmal.',
    'In Ordnung,Warnung,Blockiert',
  ]);
  await act(() => setLanguage('en'));
  expect(screen.getByText('Sat 28 Nov, 15:00')).toBeVisible();
  expect(figures()).toEqual([
    '20,431',
    '£1,204.50',
    '2 d',
    'Firefox on Linux',
    'Unknown device',
    'Space',
    'Too many requests',
    'The realm has 3 tasks left',
    'OK,Warning,Blocked',
  ]);
});
