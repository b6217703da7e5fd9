import { act, screen } from '@testing-library/react';
import { list } from '@tessera/api/testing';
import { setLanguage } from '@tessera/ui';
import { openConsole } from '../../../test/console';
import { task } from '../../../test/records';
import { row, server } from '../../../test/tasks-list';

const serverText = 'As the server words it';
const tried = {
  code: 'TRY_FAILED' as const,
  params: { words: 'Sold out', retry: 1, max_retries: 5, wait_s: 90 },
};
const waits = task(9, { status: 'queued', paused: true, status_message: serverText, status_reason: tried });

const withTask = () =>
  server()
    .on('GET /tasks', list([waits]))
    .on('GET /tasks/9', { body: waits, headers: { ETag: '"1"' } })
    .on('GET /tasks/9/why', {
      body: {
        task_id: 9,
        status: 'queued',
        causes: [
          {
            code: 'PAUSED',
            message: serverText,
            params: {},
            reason: { code: 'PAUSED_BY', params: { who: 'Ida Quill' } },
          },
          {
            code: 'RETRY_LATER',
            message: serverText,
            params: { next_attempt_at: '2026-11-20T14:26:08Z', retry: 1, max_retries: 5 },
            reason: tried,
          },
          { code: 'NO_WORKER', message: serverText, params: {}, reason: null },
          { code: 'A_NEWER_ONE', message: 'In the words of a newer server', params: {}, reason: null },
        ],
      },
    })
    .on(
      'GET /tasks/9/events',
      list([
        { id: 4, task_id: 9, actor: 'Ida Quill', what: 'change', from: 'queued', to: 'queued', message: serverText, reason: { code: 'FIELDS_CHANGED', params: { fields: 'name, scheduled_at' } }, at: '2026-11-20T14:27:08Z' },
        { id: 3, task_id: 9, actor: 'Worker 3', what: 'fail', from: 'running', to: 'queued', message: serverText, reason: tried, at: '2026-11-20T14:26:08Z' },
        { id: 2, task_id: 9, actor: 'Worker 3', what: 'report', from: 'queued', to: 'running', message: 'Signing in', reason: null, at: '2026-11-20T14:26:01Z' },
        { id: 1, task_id: 9, actor: 'Ida Quill', what: 'restore', from: 'idle', to: 'idle', message: null, reason: null, at: '2026-11-20T14:05:12Z' },
      ]),
    ); // prettier-ignore

beforeEach(() => act(() => setLanguage('de')));
afterEach(() => act(() => setLanguage('en')));

test('localizes the reason beside a task and why it isn’t running', async () => {
  openConsole(withTask(), '/tasks?open=9');
  expect(await row('HC north 09')).toHaveTextContent('Sold out (Versuch 1 von 5 in 90 s)');
  expect(await screen.findByText('Pausiert von Ida Quill.')).toBeVisible();
  expect(screen.getByText(/^Sold out\. Nächster Versuch .*, 1 von 5\.$/)).toBeVisible();
  expect(screen.getByText('Kein Worker ist verbunden.')).toBeVisible();
  expect(screen.getByText('In the words of a newer server.')).toBeVisible();
  expect(document.body).not.toHaveTextContent(serverText);
});

test('localizes the timeline of a task, and shows a worker’s message unchanged', async () => {
  const { user } = openConsole(withTask(), '/tasks?open=9');
  await user.click(await screen.findByRole('tab', { name: 'Verlauf 4' }));
  expect(await screen.findByText('Geändert, Name, Beginn')).toBeVisible();
  expect(screen.getByText('Läuft → Eingereiht, Sold out (Versuch 1 von 5 in 90 s)')).toBeVisible();
  expect(screen.getByText('Eingereiht → Läuft, Signing in')).toBeVisible();
  expect(screen.getByText('Wiederhergestellt')).toBeVisible();
});
