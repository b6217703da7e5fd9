import { act, screen } from '@testing-library/react';
import { list, TestServer } from '@tessera/api/testing';
import { setLanguage } from '@tessera/ui';
import { findUntranslatedTexts, listTextPlaceholders } from '@tessera/ui/testing';
import { inMinutes } from '../../test/cart';
import { open } from '../../test/open';
import { basket, carted, claimed, ledgerLine, purchased } from '../../test/records';
import de from './de';
import { en } from './en';

beforeEach(() => act(() => setLanguage('de')));
afterEach(() => act(() => setLanguage('en')));

test('has the same keys and placeholders in German as in English', () => {
  expect(listTextPlaceholders(de)).toEqual(listTextPlaceholders(en));
});

test.each([
  ['/tickets', 'Gekaufte Tickets'],
  ['/tickets?tab=cart', 'Warenkorb'],
])('shows %s in German', async (address, title) => {
  const server = new TestServer()
    .on('GET /tickets', list([purchased(1)]))
    .on('GET /carted-tickets', list([carted(1)]));
  open(server, address);
  expect(await screen.findByRole('tab', { name: new RegExp(`^${title}`), selected: true })).toBeVisible();
  await screen.findByRole('row', { name: /Harbour City/ });
  expect(findUntranslatedTexts(document.body, en, de)).toEqual([]);
});

const bought = () =>
  new TestServer()
    .on('GET /tickets', list([purchased(1)]))
    .on('GET /tickets/:id', { body: purchased(1) })
    .on('GET /carted-tickets', list([carted(1)]));

test('shows the ledger in German', async () => {
  const server = new TestServer().on('GET /ledger', list([ledgerLine(1)]));
  open(server, '/ledger');
  expect(await screen.findByRole('heading', { name: 'Kaufbuch' })).toBeVisible();
  await screen.findByRole('row', { name: /Harbour City/ });
  expect(findUntranslatedTexts(document.body, en, de)).toEqual([]);
});

test.each([
  ['/tickets', 'Ticket stornieren', 'Dieses Ticket stornieren?'],
  ['/tickets', 'Löschen', 'Möchten Sie dieses Ticket wirklich löschen?'],
  [
    '/tickets?tab=cart',
    'Gruppe aus dem Warenkorb entfernen',
    'Möchten Sie wirklich alle Tickets dieser Gruppe aus dem Warenkorb entfernen?',
  ],
])('%s: "%s" asks for confirmation in German', async (address, action, question) => {
  const { user } = open(bought(), address);
  await user.click(await screen.findByRole('button', { name: action }));
  await screen.findByRole('alertdialog', { name: question });
  expect(findUntranslatedTexts(document.body, en, de)).toEqual([]);
});

test('shows the reference form in German', async () => {
  const { user } = open(bought(), '/tickets');
  await user.click(await screen.findByRole('button', { name: 'Referenz bearbeiten' }));
  await screen.findByRole('dialog', { name: /^Referenz bearbeiten/ });
  expect(findUntranslatedTexts(document.body, en, de)).toEqual([]);
});

test('shows the pay queue in German', async () => {
  const expires_at = inMinutes(9);
  const server = new TestServer()
    .on('GET /pay-queue', list([basket(1, { expires_at }), basket(2, { expires_at })]))
    .on('POST /pay-queue/next', { body: { basket: claimed(1, { expires_at }) } });
  const { user } = open(server, '/pay');
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${de.pay.next}`) }));
  await screen.findByRole('textbox', { name: de.pay.reference });
  expect(findUntranslatedTexts(document.body, en, de)).toEqual([]);
});
