import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PauseDto, PauseImpactDto } from '@tessera/api';
import { announced, json, modules, people, resetBrowser, setWideScreen, startShell } from '../../../test/app';
import { dashboardAnswers, liveFigures } from '../../../test/records';

beforeEach(() => {
  resetBrowser();
  setWideScreen(true);
});

const pause = (over: Partial<PauseDto> = {}): PauseDto => ({
  id: 4,
  realm_id: people.owner.realm_id,
  realm_name: people.owner.realm_name,
  reason: 'The site charges twice',
  paused_at: '2026-11-30T19:00:00.000Z',
  paused_who: people.owner.email,
  ended_at: null,
  ...over,
});
const impact = (over: Partial<PauseImpactDto> = {}): PauseImpactDto => ({
  running: 12,
  queued: 0,
  scheduled: 3,
  overdue: 2,
  baskets: 4,
  next_expiry: '2026-11-30T19:10:00.000Z',
  ...over,
});

function start(who: keyof typeof people, inForce: readonly PauseDto[], answers: Record<string, object> = {}) {
  return startShell('/tasks', people[who], {
    ...dashboardAnswers(),
    'GET /api/modules': announced(modules),
    'GET /api/dashboard/live': liveFigures({ paused: inForce.length > 0 }),
    'GET /api/pauses': () => json(200, inForce),
    'GET /api/pauses/impact': impact(),
    'GET /api/realms': [],
    ...answers,
  });
}
const bodiesOf = async (requests: readonly Request[], path: string): Promise<unknown[]> =>
  Promise.all(
    requests
      .filter(({ method, url }) => method === 'POST' && new URL(url).pathname === path)
      .map((request) => request.clone().json()),
  );

test('says on every page who paused the realm and why, and resumes after showing what starts', async () => {
  const user = userEvent.setup();
  const { requests } = start('owner', [pause()], { 'POST /api/pauses/4/resume': pause() });
  const banner = within(await screen.findByRole('region', { name: 'Paused' }));
  expect(banner.getByRole('status')).toHaveTextContent(/Your realm is paused since .*The site charges twice/);
  await user.click(banner.getByRole('button', { name: 'Resume' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Resume?' }));
  expect(await question.findByText('scheduled tasks whose time has passed start now')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Resume' }));
  expect(await screen.findByText('Resumed')).toBeVisible();
  expect(requests.some(({ url }) => url.endsWith('/api/pauses/4/resume'))).toBe(true);
});

test('offers no Resume to readers, nor to owners when everything is paused', async () => {
  start('user', [pause()]);
  const banner = within(await screen.findByRole('region', { name: 'Paused' }));
  expect(banner.queryByRole('button')).not.toBeInTheDocument();
});

test('names administrators as those who resume everything', async () => {
  start('owner', [pause({ realm_id: null, realm_name: null, paused_who: 'root@example.org' })]);
  const banner = within(await screen.findByRole('region', { name: 'Paused' }));
  expect(banner.getByText(/Only an administrator resumes it/)).toBeVisible();
  expect(banner.queryByRole('button')).not.toBeInTheDocument();
});

test('pauses the own realm with a reason, after numbers, and offers Undo', async () => {
  const user = userEvent.setup();
  const { requests } = start('owner', [], {
    'POST /api/pauses': pause(),
    'POST /api/pauses/4/resume': pause(),
  });
  await user.click(await screen.findByRole('button', { name: 'Pause everything' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Pause everything/ }));
  expect(await dialog.findByText('12')).toBeVisible();
  expect(dialog.getByText(/^4, the first expires at/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Pause now' }));
  expect(await dialog.findByText('Say why: the others wonder')).toBeVisible();
  await user.type(dialog.getByLabelText('Reason'), 'The site charges twice');
  await user.click(dialog.getByRole('button', { name: 'Pause now' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Resumed')).toBeVisible();
  expect(await bodiesOf(requests, '/api/pauses')).toEqual([
    { realm_id: people.owner.realm_id, reason: 'The site charges twice' },
  ]);
});

test('isn’t offered to readers', async () => {
  start('user', []);
  await screen.findByRole('button', { name: 'Log out' });
  expect(screen.queryByRole('button', { name: 'Pause everything' })).not.toBeInTheDocument();
});
