import { act, screen, within } from '@testing-library/react';
import { list, refusal } from '@tessera/api/testing';
import { setLanguage } from '@tessera/ui';
import { findUntranslatedTexts, listTextPlaceholders } from '@tessera/ui/testing';
import { createCatalogueServer, openConsole } from '../../test/console';
import { job, link, plan, task } from '../../test/records';
import { server as tasksServer } from '../../test/tasks-list';
import de from './de';
import { en } from './en';

const english = () => findUntranslatedTexts(document.body, en, de);

const server = () =>
  tasksServer()
    .on('GET /jobs', list([job(1)]))
    .on('GET /jobs/:id', { body: job(1), headers: { ETag: '"1"' } })
    .on('GET /jobs/:id/run', refusal(404, 'NOT_FOUND', 'Job not found'))
    .on('GET /jobs/:id/template-difference', {
      body: { template_id: 5, template_name: 'North stand fours', deleted: true, settings: [] },
    })
    .on('GET /jobs/:id/plan', list([]))
    .on('GET /jobs/:id/plan/totals', { body: { kept: false, ok: 0, warn: 0, blocked: 0 } })
    .on('GET /jobs/:id/events', list([]))
    .on('GET /tasks/job/:id', list([task(1)]))
    .on('GET /queueitlinks', list([link()]))
    .on('GET /queueitlinks/:id', { body: link(), headers: { ETag: '"1"' } })
    .on('GET /queueitlinks/:id/history', list([]))
    .on('POST /jobs/preview', { body: plan() });

beforeEach(() => act(() => setLanguage('de')));
afterEach(() => act(() => setLanguage('en')));

test('has the same keys and placeholders in German and English', () => {
  expect(listTextPlaceholders(de)).toEqual(listTextPlaceholders(en));
});

test.each([
  ['/tasks', 'HC north 01', 'Neue Aufgabe'],
  ['/jobs', 'Harbour City, North stand 1', null],
  ['/templates', 'North stand fours', 'Neue Vorlage'],
  ['/queueitlinks', 'north.stand.01', 'Link hinzufügen'],
])('%s reads German, and so do its menu and its form', async (address, row, create) => {
  const { user } = openConsole(server(), address);
  const one = await screen.findByRole('row', { name: new RegExp(row) });
  expect(english()).toEqual([]);
  await user.click(within(one).getByRole('button', { name: /^Aktionen/ }));
  await screen.findByRole('menuitem', { name: /löschen/i });
  expect(english()).toEqual([]);
  if (create === null) return;
  await user.keyboard('{Escape}');
  await user.click((await screen.findAllByRole('button', { name: create }))[0]!);
  await screen.findByRole('dialog');
  expect(english()).toEqual([]);
});

test.each([
  ['/tasks?open=3', 'Warum läuft sie nicht?', ['Verlauf 2', 'Einstellungen', 'Notiz']],
  ['/jobs?open=1', 'Aufgaben öffnen', [/^Aufgaben/, 'Plan', 'Notiz']],
  ['/jobs/1', 'Wie er lief', ['Plan', 'Verlauf']],
])('what is open at %s reads German', async (address, first, tabs) => {
  const { user } = openConsole(server(), address);
  await screen.findByText(first);
  expect(english()).toEqual([]);
  for (const name of tabs) {
    await user.click(await screen.findByRole('tab', { name }));
    expect(english()).toEqual([]);
  }
});

test.each([
  ['1', 'Veranstaltung'],
  ['2', 'Logins'],
  ['3', 'Zeitplan und Takt'],
])('shows step %s of the launch wizard in German', async (step, heading) => {
  openConsole(server(), `/jobs?launch=5&launch_step=${step}`);
  await screen.findByRole('heading', { name: heading });
  expect(english()).toEqual([]);
});

test('shows the plan of the launch wizard in German', async () => {
  openConsole(server(), '/jobs?launch=5');
  expect(await screen.findByText(/^2 Aufgaben startbereit, davon 1 mit Warnung/)).toBeVisible();
  expect(english()).toEqual([]);
});

test('shows empty states in German', async () => {
  openConsole(createCatalogueServer(), '/tasks');
  expect(await screen.findByText(/^Noch keine Aufgaben/)).toBeVisible();
  expect(english()).toEqual([]);
});
