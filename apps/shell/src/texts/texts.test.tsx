import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ModuleFailure, type ModuleRelease } from '@tessera/federation';
import { setLanguage } from '@tessera/ui';
import { findUntranslatedTexts, listTextPlaceholders } from '@tessera/ui/testing';
import { announced, modules, people, resetBrowser, startShell } from '../../test/app';
import { pushBrowser } from '../../test/push';
import { dashboardAnswers, notificationAnswers, ownSession } from '../../test/records';
import deliveryDe from '../features/notifications/texts/de';
import { en as deliveryEn } from '../features/notifications/texts/en';
import forgottenDe from '../session/forgotten-password/texts/de';
import { en as forgottenEn } from '../session/forgotten-password/texts/en';
import de from './de';
import { en } from './en';

const tickets: ModuleRelease = {
  ...modules[0]!,
  name: 'mf-tickets',
  title: 'Tickets',
  routes: [
    { path: '/tickets', action: 'read', reach: 'own' },
    { path: '/pay', action: 'read', reach: 'own' },
  ],
  nav: [{ label: 'Tickets', path: '/tickets', icon: 'ticket', order: 60 }],
};

/** Starts the shell with German as the user's language. */
const startGermanShell = (path: string, who?: keyof typeof people, answers: Record<string, object> = {}) =>
  startShell(path, who && people[who], {
    'GET /api/me/preferences': { language: 'de' },
    'GET /api/modules': announced([...modules, tickets]),
    ...dashboardAnswers(),
    ...notificationAnswers(),
    'GET /api/me/sessions': [ownSession('here', true), ownSession('there', false)],
    ...answers,
  });
/** Its only word is "of", so it also matches these tests' headings, e.g. `page of /tasks`. */
const sharedTexts = [en.dashboard.limits.use];
const english = () =>
  findUntranslatedTexts(
    document.body,
    { ...en, ...deliveryEn, ...forgottenEn },
    { ...de, ...deliveryDe, ...forgottenDe },
    sharedTexts,
  );

beforeEach(async () => {
  resetBrowser();
  jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-AT', 'en']);
  await act(() => setLanguage('de'));
});
let restore: () => void = () => undefined;
afterEach(async () => {
  restore();
  restore = () => undefined;
  jest.restoreAllMocks();
  await act(() => setLanguage('en'));
});

test('has the same keys and placeholders in German as in English', () => {
  expect(listTextPlaceholders(de)).toEqual(listTextPlaceholders(en));
  expect(listTextPlaceholders(deliveryDe)).toEqual(listTextPlaceholders(deliveryEn));
  expect(listTextPlaceholders(forgottenDe)).toEqual(listTextPlaceholders(forgottenEn));
});

test('finds texts that are not translated', async () => {
  await act(() => setLanguage('en'));
  startShell('/dashboard', people.owner, {
    ...dashboardAnswers(),
    'GET /api/modules': announced([...modules, tickets]),
  });
  await screen.findAllByText('Pay');
  expect(english()).toEqual(
    expect.arrayContaining(['Dashboard', 'Unfinished tasks', expect.stringMatching(/^2 seats, .*expire in/)]),
  );
});

test.each([
  ['/auth/login', 'Bei Tessera anmelden', 'Anmelden'],
  ['/auth/register#invitation=once', 'Konto bei Tessera anlegen', 'Konto anlegen'],
  ['/bot-blocked', 'Cookies sind ausgeschaltet', 'Cookies sind ausgeschaltet'],
])('shows %s in German', async (path, heading, title) => {
  if (path === '/bot-blocked') jest.spyOn(document, 'cookie', 'get').mockReturnValue('');
  startGermanShell(path);
  await screen.findByRole('heading', { name: heading });
  const [button] = screen.getAllByRole('button', { name: /anmelden|anlegen|versuchen/i });
  await userEvent.click(button!);
  expect(english()).toEqual([]);
  expect(document.title).toBe(`${title} · Tessera`);
});

test.each([
  ['/dashboard', 'owner', 'Bezahlen', 'Übersicht'],
  ['/dashboard', 'admin', 'Aktivste Mandanten', 'Übersicht'],
  ['/account', 'owner', /zuletzt benutzt/, 'Konto'],
  ['/account', 'waiting', 'Warten auf die Verwaltung', 'Konto'],
  ['/notifications', 'owner', 'Entferntes Gerät', 'Benachrichtigungen'],
  ['/unauthorized', 'user', 'Zur Übersicht', 'Keine Berechtigung'],
  ['/sites/3/logins', 'owner', 'page of /sites/:siteId/logins', 'Logins'],
] as const)('shows %s of a %s in German', async (path, who, text, title) => {
  startGermanShell(path, who);
  expect((await screen.findAllByText(text))[0]).toBeInTheDocument();
  await within(await screen.findByRole('navigation', { name: 'Hauptmenü' })).findByRole('link', {
    name: /^Aufgaben/,
  });
  await waitFor(() => expect(english()).toEqual([]));
  expect(document.title).toBe(`${title} · Tessera`);
});

test('shows the account menu and the send dialog in German', async () => {
  startGermanShell('/notifications', 'admin');
  await userEvent.click(await screen.findByRole('button', { name: 'Konto von Console Admin' }));
  expect(await screen.findByRole('menuitem', { name: 'Konto' })).toBeInTheDocument();
  expect(english()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Nachricht senden' }));
  expect(await screen.findByText('Erreicht 4 Personen, 1 Gerät')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Senden' }));
  expect(await screen.findByText('Geben Sie einen Titel ein')).toBeInTheDocument();
  expect(english()).toEqual([]);
});

test.each(['insecure', 'unsupported', 'blocked', 'ready'] as const)(
  'explains notifications in German in a browser that is %s',
  async (ability) => {
    ({ restore } = pushBrowser(ability === 'blocked' ? { permission: 'denied' } : {}));
    if (ability === 'insecure') Reflect.deleteProperty(globalThis, 'isSecureContext');
    if (ability === 'unsupported') Reflect.deleteProperty(globalThis, 'PushManager');
    startGermanShell('/notifications', 'user');
    const state = ability === 'ready' ? deliveryDe.device.enable : deliveryDe.device[ability];
    expect(await screen.findByText(state)).toBeInTheDocument();
    expect(english()).toEqual([]);
  },
);

test('shows the fallback of a module in German', async () => {
  const shell = startGermanShell('/dashboard', 'owner');
  shell.remotes['mf-tasks'] = new ModuleFailure('INTEGRITY', 'mf-manifest.json does not match');
  await userEvent.click(await screen.findByRole('link', { name: /^Aufgaben/ }));
  expect(await screen.findByText(/Das Modul Aufgaben passt nicht/)).toBeInTheDocument();
  expect(within(screen.getByRole('navigation')).getAllByRole('img', { name: 'nicht geladen' })).toBeTruthy();
  expect(english()).toEqual([]);
});

test('shows the palette and the shortcuts in German', async () => {
  startGermanShell('/tasks', 'owner');
  await screen.findByRole('heading', { name: 'page of /tasks' });
  await screen.findByRole('link', { name: 'Vorlagen' });
  await userEvent.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  expect(screen.getByRole('option', { name: /^Seiten/ })).toBeInTheDocument();
  expect(english()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await userEvent.keyboard('?');
  await screen.findByRole('dialog');
  expect(english()).toEqual([]);
});

test('shows a menu label that the catalogue doesn’t know as the module has it', async () => {
  const renamed = modules.map((release) => ({
    ...release,
    nav: release.nav.map((nav) => (nav.path === '/sites' ? { ...nav, label: 'Venues' } : nav)),
  }));
  startGermanShell('/tasks', 'owner', { 'GET /api/modules': announced(renamed) });
  expect(await screen.findByRole('link', { name: 'Venues' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Vorlagen' })).toBeInTheDocument();
});
