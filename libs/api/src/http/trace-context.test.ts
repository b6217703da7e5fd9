import { FakeServer, json, session } from '../../test/server';

const announce = (ratio: string) => {
  document.head.innerHTML = `<meta name="tessera-trace-ratio" content="${ratio}">`;
};

/** A page of its own, since a page reads once whether it traces. */
const load = async () => {
  jest.resetModules();
  const { apiFetch } = await import('./api-fetch');
  const { setSession } = await import('../session/session-store');
  await jest.advanceTimersByTimeAsync(0);
  setSession(session('access'));
  return apiFetch;
};

let server: FakeServer;
beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
  server = new FakeServer();
  server.install();
  server.on('/api/tasks', () => json(200, []));
  server.on('/api/tasks/12/stop', () => json(409, {}));
  server.on('/api/browser-spans', () => json(204, null));
});
afterEach(async () => {
  // What the test's page still has would be sent during the next test.
  await reports();
  jest.useRealTimers();
  document.head.innerHTML = '';
});

/** The parts of the requests' headers, null for one without. */
const traces = (path: string) =>
  server.to(path).map(({ headers }) => headers.get('traceparent')?.split('-') ?? null);

/** The bodies of the page's reports, once those that are due have been sent. */
const reports = async () => {
  await jest.advanceTimersByTimeAsync(5_000);
  return Promise.all(
    server.to('/api/browser-spans').map((request) => request.clone().json() as Promise<unknown>),
  );
};

test('makes no trace and reports nothing unless the server announces that it traces', async () => {
  const apiFetch = await load();
  document.body.click();
  await apiFetch('/api/tasks');
  expect(traces('/api/tasks')).toEqual([null]);
  expect(await reports()).toEqual([]);
});

test('gives requests after a click or a key press one trace, each a span of its own, and later requests none', async () => {
  announce('1');
  const apiFetch = await load();
  await apiFetch('/api/tasks');
  document.body.click();
  await apiFetch('/api/tasks');
  await apiFetch('/api/tasks');
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 's' }));
  await apiFetch('/api/tasks');
  jest.advanceTimersByTime(2_000);
  await apiFetch('/api/tasks');
  const [before, first, second, other, later] = traces('/api/tasks');
  expect([before, later]).toEqual([null, null]);
  expect(first?.join('-')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(first?.[1]).toBe(second?.[1]);
  expect(first?.[2]).not.toBe(second?.[2]);
  expect(other?.[1]).not.toBe(first?.[1]);
});

test('reports the spans of such requests in one batch, without ids and in the session', async () => {
  announce('1');
  const apiFetch = await load();
  document.body.click();
  await apiFetch('/api/tasks?q=buyer@quayside.example');
  await apiFetch('/api/tasks/12/stop', { method: 'POST', body: '{}' });
  const abort = new AbortController();
  server.on(
    '/api/events',
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', reject)),
  );
  const cancelled = apiFetch('/api/events', { signal: abort.signal }).catch(() => undefined);
  abort.abort();
  await cancelled;
  const [body] = await reports();
  const span = (fields: object) => ({
    trace_id: traces('/api/tasks')[0]?.[1],
    span_id: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    age_ms: 5_000,
    duration_ms: 0,
    ...fields,
  });
  expect(body).toEqual({
    spans: [
      span({ method: 'GET', path: '/api/tasks', status: 200, span_id: traces('/api/tasks')[0]?.[2] }),
      span({ method: 'POST', path: '/api/tasks/:id/stop', status: 409 }),
      span({ method: 'GET', path: '/api/events', status: null }),
    ],
  });
  const [report] = server.to('/api/browser-spans');
  expect(report?.headers.get('authorization')).toBe('Bearer access');
  expect(report?.headers.get('traceparent')).toBeNull();
});

test('reports what is waiting when the page is left', async () => {
  announce('1');
  const apiFetch = await load();
  document.body.click();
  await apiFetch('/api/tasks');
  await jest.advanceTimersByTimeAsync(0);
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(server.to('/api/browser-spans')).toHaveLength(1);
  jest.restoreAllMocks();
});

test('stops reporting to a server that no longer traces', async () => {
  announce('1');
  server.on('/api/browser-spans', () => json(404, {}));
  const apiFetch = await load();
  for (let i = 0; i < 2; i += 1) {
    document.body.click();
    await apiFetch('/api/tasks');
    await reports();
  }
  expect(server.to('/api/browser-spans')).toHaveLength(1);
});

test('reports no trace that is not recorded', async () => {
  announce('0');
  const apiFetch = await load();
  document.body.click();
  await apiFetch('/api/tasks');
  expect(traces('/api/tasks')[0]?.[3]).toBe('00');
  expect(await reports()).toEqual([]);
});
