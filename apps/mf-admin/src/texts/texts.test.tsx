import { act, screen, within } from '@testing-library/react';
import { list, TestServer } from '@tessera/api/testing';
import { setLanguage } from '@tessera/ui';
import { findUntranslatedTexts, listTextPlaceholders } from '@tessera/ui/testing';
import { open } from '../../test/open';
import {
  auditEntry,
  event,
  invitation,
  login,
  member,
  person,
  pool,
  realm,
  serviceToken,
  site,
  webhook,
  worker,
  workerToken,
} from '../../test/records';
import de from './de';
import { en } from './en';

const english = () => findUntranslatedTexts(document.body, en, de);

const server = () =>
  new TestServer()
    .on('GET /audit', list([auditEntry(1)]))
    .on('GET /invitations', list([invitation(1)]))
    .on('GET /logins/:id', { body: login(1) })
    .on('GET /pools', list([pool(1, { members: [member(1), member(2)] })]))
    .on('GET /realms', list([realm(1)]))
    .on('GET /saved-views', list([]))
    .on('GET /service-tokens', list([serviceToken(1)]))
    .on('GET /sites', list([site(1)]))
    .on('GET /sites/:id', { body: site(1) })
    .on('GET /sites/:id/events', list([event(1)]))
    .on('GET /sites/:id/logins', list([login(1)]))
    .on('GET /users', list([person(1)]))
    .on('GET /events', list([event(1)]))
    .on('GET /webhooks', list([webhook(1)]))
    .on('GET /worker-tokens', list([workerToken(1)]))
    .on('GET /workers', list([worker(1)]));

beforeEach(() => act(() => setLanguage('de')));
afterEach(() => act(() => setLanguage('en')));

test('the German texts have the keys and placeholders of the English ones', () => {
  expect(listTextPlaceholders(de)).toEqual(listTextPlaceholders(en));
});

test.each([
  ['/realms', 'Quayside Desk', 'Neuer Mandant'],
  ['/users', 'Desk 1', 'Neuer Nutzer'],
  ['/users?tab=invitations', 'guest1@example.org', 'Einladen'],
  ['/sites', 'Harbour Box Office', 'Neue Seite'],
  ['/sites/1/events', 'Harbour City', 'Neue Veranstaltung'],
  ['/sites/1/logins?open=1', 'North stand 01', 'Neuer Login'],
  ['/sites/1/logins?tab=pools&open=1', 'North stand', 'Neuer Pool'],
  ['/account/people', 'Desk 1', null],
  ['/service-tokens', 'Export 1', 'Neuer Service-Token'],
  ['/webhooks', 'Desk 1', 'Neuer Webhook'],
  ['/audit', 'Ada Admin', null],
  ['/workers', 'reference-1', null],
  ['/workers?tab=tokens', 'Machine 1', 'Neues Token'],
])('%s and its form are in German', async (address, row, create) => {
  const { user } = open(server(), address);
  await screen.findByRole('row', { name: new RegExp(row) });
  expect(english()).toEqual([]);
  if (create === null) return;
  await user.click(screen.getAllByRole('button', { name: create })[0]!);
  await screen.findByRole('dialog');
  expect(english()).toEqual([]);
});

test('a site’s configuration is in German, as a form and as JSON', async () => {
  const { user } = open(server(), '/sites');
  const row = within(await screen.findByRole('row', { name: /Harbour Box Office/ }));
  await user.click(row.getByRole('button', { name: /^Aktionen/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Konfigurieren' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Gespeichert, nie ausgeführt')).toBeVisible();
  expect(english()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'JSON' }));
  expect(await dialog.findByRole('heading', { name: 'Änderungen' })).toBeVisible();
  expect(english()).toEqual([]);
});
