import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setLanguage } from '@tessera/ui';
import { findUntranslatedTexts, listTextPlaceholders } from '@tessera/ui/testing';
import de from '../src/texts/de';
import { en } from '../src/texts/en';
import { setViewportWidth, show } from './frame';
import { Gallery } from './gallery';
import { TaskList } from './task-list';

/** English texts that the page of a test has itself. */
const ofThePage = ['Bought', 'Failed', 'Status'];
const english = () => findUntranslatedTexts(document.body, en, de, ofThePage);
const nothing = () => undefined;

beforeEach(() => act(() => setLanguage('de')));
afterEach(async () => {
  setViewportWidth(1440);
  await act(() => setLanguage('en'));
});

test('the German texts have the names and the placeholders of the English ones', () => {
  expect(listTextPlaceholders(de)).toEqual(listTextPlaceholders(en));
});

test('English texts are recognized', async () => {
  await act(() => setLanguage('en'));
  show(<Gallery />);
  expect(english()).toEqual(expect.arrayContaining(['1–5 of 45', 'Find']));
});

test('a list and its selection read German', () => {
  setViewportWidth(1440);
  show(<Gallery />);
  fireEvent.click(screen.getByRole('checkbox', { name: 'HC north 01 auswählen' }));
  expect(screen.getByRole('toolbar', { name: 'Ausgewählte Zeilen' })).toHaveTextContent(
    '1 ausgewählt von 45',
  );
  expect(english()).toEqual([]);
});

test.each([
  ['Spalten', 'Wie vorgesehen'],
  ['Zeilenhöhe', 'Geräumig'],
  ['Filter', 'Seats'],
])('what the tool "%s" offers reads German', async (tool, offered) => {
  setViewportWidth(1440);
  show(<TaskList />);
  fireEvent.click(screen.getByRole('button', { name: tool }));
  expect(within(await screen.findByRole('menu')).getByText(offered)).toBeVisible();
  expect(english()).toEqual([]);
});

test('a filter reads German', async () => {
  setViewportWidth(1440);
  show(<TaskList start="status=!bought" />);
  fireEvent.click(screen.getByRole('button', { name: /^Status ist nicht/ }));
  expect(await screen.findByRole('dialog', { name: 'Nach Status filtern' })).toBeVisible();
  expect(english()).toEqual([]);
});

test('a narrow list and one that nothing matches read German', async () => {
  setViewportWidth(390);
  const { unmount } = show(<TaskList narrow={(task) => ({ title: task.name })} onRefresh={nothing} />);
  await userEvent.click(screen.getByRole('button', { name: 'Suche und Werkzeuge' }));
  expect(english()).toEqual([]);
  unmount();
  show(<TaskList rows={[]} total={0} start="q=south" noun="Aufgaben" />);
  expect(screen.getByText('Aufgaben: keine Treffer')).toBeVisible();
  expect(english()).toEqual([]);
});
