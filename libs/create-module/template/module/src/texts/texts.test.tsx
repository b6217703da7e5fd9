import { act, screen } from '@testing-library/react';
import { list, TestServer } from '@tessera/api/testing';
import { setLanguage } from '@tessera/ui';
import { findUntranslatedTexts, listTextPlaceholders } from '@tessera/ui/testing';
import events from '../../mocks/events.json';
import { open } from '../../test/open';
import de from './de';
import { en } from './en';

afterEach(() => act(() => setLanguage('en')));

test('has the same keys and placeholders in German as in English', () => {
  expect(listTextPlaceholders(de)).toEqual(listTextPlaceholders(en));
});

test('shows the page in German', async () => {
  await act(() => setLanguage('de'));
  open(new TestServer().on('GET /events', list(events)), '/sample');
  expect(
    await screen.findByRole('button', { name: (name) => name.startsWith(de.events.event) }),
  ).toBeVisible();
  await screen.findByRole('row', { name: /Harbour City/ });
  expect(findUntranslatedTexts(document.body, en, de)).toEqual([]);
});
