import { openedPath } from './opened-message';
import { startServiceWorker, type WorkerScope } from './service-worker';

type Listener = (event: object) => void;

/** A service worker's world, with the pages that are open. */
function createWorkerScope(urls: string[] = []) {
  const listeners = new Map<string, Listener>();
  const shown: { title: string; options: NotificationOptions }[] = [];
  const opened: string[] = [];
  const pages = urls.map((url) => ({
    url,
    focus: jest.fn(() => Promise.resolve()),
    navigate: jest.fn(() => Promise.resolve()),
    postMessage: jest.fn(),
  }));
  const scope: WorkerScope = {
    registration: {
      showNotification: (title, options) => Promise.resolve(void shown.push({ title, options })),
    },
    clients: {
      claim: () => Promise.resolve(),
      matchAll: () => Promise.resolve(pages),
      openWindow: (url) => Promise.resolve(void opened.push(url)),
    },
    skipWaiting: () => Promise.resolve(),
    addEventListener: (type: string, listener: unknown) => void listeners.set(type, listener as Listener),
  };
  startServiceWorker(scope, '/icon.png');
  const fire = async (type: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    listeners.get(type)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  };
  const push = (data: unknown) => fire('push', { data: { json: () => data } });
  const click = async (data: unknown) => {
    const close = jest.fn();
    await fire('notificationclick', { notification: { data, close } });
    expect(close).toHaveBeenCalled();
  };
  return { shown, opened, pages, fire, push, click };
}

test('shows a push with the path of its page', async () => {
  const { push, shown } = createWorkerScope();
  await push({
    id: 7,
    topic: 'hold_created',
    title: 'Seats held',
    body: '2 seats',
    path: '/tickets?tab=cart',
  });
  expect(shown).toMatchObject([
    {
      title: 'Seats held',
      options: {
        body: '2 seats',
        icon: '/icon.png',
        tag: 'tessera-7',
        data: { path: '/tickets?tab=cart' },
      },
    },
  ]);
});

test.each<[string, object, string, string]>([
  [
    'German for a reader of German',
    {
      language: 'de',
      kind: 'task_failed',
      params: {
        task: 'Derby, Ada',
        message: 'As the server words it',
        reason: { code: 'GIVEN_BACK_BECAUSE', params: { obstacle: 'SITE_DISABLED' } },
      },
    },
    'Eine Aufgabe ist fehlgeschlagen',
    'Derby, Ada: Vom Worker freigegeben: Die Seite ist ausgeschaltet',
  ],
  [
    'plurals and numbers of the language',
    { language: 'de', kind: 'seats_held', subject: 'Derby', count: 1200, params: {} },
    '1.200 Aufgaben haben Plätze reserviert',
    'Derby',
  ],
  [
    'English for a language that the console has not',
    { language: 'fr', kind: 'task_limit_near', params: { used: 9, maximum: 10 } },
    '9 of 10 tasks in use',
    'The limit is nearly reached.',
  ],
  [
    'the server’s words for a kind that only a newer server knows',
    { language: 'de', kind: 'a_newer_one', params: {} },
    'English title',
    'English body',
  ],
  [
    'the server’s words for what people send',
    { language: 'de', kind: null, params: null },
    'English title',
    'English body',
  ],
  [
    'the time zone that the person chose',
    {
      language: 'en',
      time_zone: 'Asia/Tokyo',
      kind: 'seats_lapsing',
      count: 2,
      subject: 'Derby',
      params: { task: null, until: '2026-11-28T10:00:00.000Z' },
    },
    '2 seats about to expire',
    expect.stringContaining('19:00') as string,
  ],
  [
    'the server’s words when its parameters cannot be read',
    { language: 'de', kind: 'seats_lapsing', count: 2, params: { until: 'tomorrow' } },
    'English title',
    'English body',
  ],
])('shows a push in %s', async (_what, given, title, body) => {
  const { push, shown } = createWorkerScope();
  await push({ id: 7, title: 'English title', body: 'English body', subject: null, count: 1, ...given });
  expect(shown).toMatchObject([{ title, options: { body } }]);
});

test.each([
  ['nothing', null],
  ['no JSON', { json: () => JSON.parse('<') as unknown }],
  ['no message', { json: () => null }],
])('shows a push with %s as payload', async (_what, data) => {
  const { fire, shown } = createWorkerScope();
  await fire('push', { data });
  expect(shown).toEqual([expect.objectContaining({ title: 'Tessera' })]);
});

test('opens a new window on a click when no page is open', async () => {
  const { click, opened } = createWorkerScope();
  await click({ path: '/tickets?tab=cart' });
  expect(opened).toEqual(['/tickets?tab=cart']);
});

test('navigates in an open page on a click, without reloading it', async () => {
  const { click, opened, pages } = createWorkerScope(['https://console.example/dashboard']);
  await click({ path: '/tasks?open=4' });
  expect(opened).toEqual([]);
  expect(pages[0]!.focus).toHaveBeenCalled();
  expect(pages[0]!.navigate).not.toHaveBeenCalled();
  const [message] = pages[0]!.postMessage.mock.calls[0] as [unknown];
  expect(openedPath(message)).toBe('/tasks?open=4');
});

test('navigates to sign-in first when the user is signed out', async () => {
  const { click, pages } = createWorkerScope(['https://console.example/auth/login']);
  await click({ path: '/tasks' });
  expect(pages[0]!.navigate).toHaveBeenCalledWith('/tasks');
});

test.each([
  ['https://elsewhere.example/x'],
  ['//elsewhere.example/x'],
  ['/.//elsewhere.example/x'],
  ['/tasks/..//elsewhere.example'],
  ['/\\elsewhere.example'],
  ['javascript:alert(1)'],
  [7],
  [null],
  [undefined],
])('opens only pages of the console on a click: %s', async (path) => {
  const { click, opened } = createWorkerScope();
  await click({ path });
  expect(opened).toEqual(['/notifications']);
});

test('accepts only its own service worker’s message', () => {
  expect(openedPath({ type: 'tessera:open', path: '/tasks' })).toBe('/tasks');
  for (const data of [null, 'x', { path: '/tasks' }]) expect(openedPath(data)).toBeNull();
  for (const path of ['//elsewhere.example', '/.//elsewhere.example'])
    expect(openedPath({ type: 'tessera:open', path })).toBeNull();
});
