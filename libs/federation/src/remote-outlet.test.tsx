import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { Link, MemoryRouter, Route, Routes } from 'react-router';
import { makeKey, makeRelease, publisherOf, RemoteServer, type TestRelease } from '../test/remote-server';
import type { ModuleRelease, RemoteDefinition } from './contract';
import { createLoader, type FederationRuntime } from './loader';
import { type LoadOutcome, ModuleRegistry } from './registry';
import { RemoteOutlet } from './remote-outlet';

const server = new RemoteServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
const key = makeKey('k-desk');
const made: TestRelease = makeRelease(key);
let release: ModuleRelease;
let outcomes: LoadOutcome[];
beforeEach(() => {
  server.install();
  release = server.serve(made);
  outcomes = [];
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

function Counter() {
  const [clicks, setClicks] = useState(0);
  if (clicks > 1) throw new Error('The third state is unthinkable');
  return <button onClick={() => setClicks(clicks + 1)}>clicked {clicks}</button>;
}

const pages: RemoteDefinition = {
  name: 'mf-tasks',
  routes: [
    { path: '/tasks', element: <Counter /> },
    { path: '/jobs', element: <p>the jobs</p> },
  ],
};

/** A federation runtime whose remote resolves to `exposed`; everything before it is real. */
function createRuntime(exposed: () => Promise<unknown>) {
  const forced: (boolean | undefined)[] = [];
  const runtime = {
    registerPlugins: () => undefined,
    registerRemotes: (_remotes: unknown, options?: { force?: boolean }) => forced.push(options?.force),
    loadRemote: exposed,
  } as unknown as FederationRuntime;
  return { runtime, forced };
}

function show(runtime: FederationRuntime, timeoutMs = 2_000) {
  const getPublishers = () => [publisherOf(key, ['mf-tasks'])];
  const registry = new ModuleRegistry(createLoader({ getPublishers, timeoutMs, runtime }), (outcome) =>
    outcomes.push(outcome),
  );
  const outlet: ReactNode = (
    <RemoteOutlet
      registry={registry}
      release={release}
      loading={<p>on its way</p>}
      renderFailure={(failure, retry, retrying) => (
        <div role="alert">
          {failure.reason} after {failure.attempts}
          <button onClick={retry} disabled={retrying}>
            Retry
          </button>
        </div>
      )}
    />
  );
  render(
    <MemoryRouter initialEntries={['/tasks']}>
      <Link to="/jobs">Jobs</Link>
      <p>the shell</p>
      <Routes>
        <Route path="/elsewhere" element={<p>elsewhere</p>} />
        <Route path="*" element={outlet} />
      </Routes>
      <Link to="/elsewhere">Elsewhere</Link>
    </MemoryRouter>,
  );
  return registry;
}

test('shows a remote’s pages at their absolute paths', async () => {
  show(createRuntime(() => Promise.resolve({ default: pages })).runtime);
  expect(screen.getByText('on its way')).toBeInTheDocument();
  expect(await screen.findByText('clicked 0')).toBeInTheDocument();
  await userEvent.click(screen.getByText('Jobs'));
  expect(screen.getByText('the jobs')).toBeInTheDocument();
});

test.each([
  ['dead', 'NETWORK'],
  ['gone', 'NETWORK'],
  ['hanging', 'TIMEOUT'],
] as const)('shows a fallback for a remote that is %s, and loads it on Retry', async (state, reason) => {
  server.state = state;
  const loaded = jest.fn(() => Promise.resolve({ default: pages }));
  // Long enough for a load on a busy machine.
  show(createRuntime(loaded).runtime, 5_000);
  expect(await screen.findByRole('alert')).toHaveTextContent(`${reason} after 1`);
  expect(screen.getByText('the shell')).toBeInTheDocument();
  expect(loaded).not.toHaveBeenCalled();
  server.state = 'well';
  await userEvent.click(screen.getByText('Retry'));
  expect(await screen.findByText('clicked 0')).toBeInTheDocument();
});

test('runs nothing of a remote with a changed file, and loads it on Retry once the file is right', async () => {
  server.serve(made, { 'css/remote.css': 'body { display: none }' });
  const loaded = jest.fn(() => Promise.resolve({ default: pages }));
  show(createRuntime(loaded).runtime);
  expect(await screen.findByRole('alert')).toHaveTextContent('INTEGRITY after 1');
  expect(loaded).not.toHaveBeenCalled();
  server.serve(made);
  await userEvent.click(screen.getByText('Retry'));
  expect(await screen.findByText('clicked 0')).toBeInTheDocument();
});

test('does not retry by itself what another attempt can’t overcome', async () => {
  release = { ...release, signature: null };
  const registry = show(createRuntime(() => Promise.resolve({ default: pages })).runtime);
  expect(await screen.findByRole('alert')).toHaveTextContent('SIGNATURE');
  expect(registry.getState(release)).toMatchObject({ failure: { nextTryAt: null } });
});

test.each([
  ['imports a module', { remoteEntry: { name: 'remoteEntry.js', path: '', type: 'module' } }],
  ['loads from another folder', { publicPath: 'https://elsewhere.example/' }],
  ['defines another container', { globalName: 'mf_admin' }],
])('refuses a federation manifest that %s', async (_, change) => {
  const entry = JSON.parse(made.files['mf-manifest.json'] ?? '') as { metaData: object };
  const text = JSON.stringify({ ...entry, metaData: { ...entry.metaData, ...change } });
  release = server.serve(makeRelease(key, {}, { 'mf-manifest.json': text }));
  const loaded = jest.fn(() => Promise.resolve({ default: pages }));
  show(createRuntime(loaded).runtime);
  expect(await screen.findByRole('alert')).toHaveTextContent('INCOMPATIBLE');
  expect(loaded).not.toHaveBeenCalled();
});

test('counts the attempts of a remote that stays unavailable', async () => {
  server.state = 'dead';
  show(createRuntime(() => Promise.resolve({ default: pages })).runtime);
  await screen.findByRole('alert');
  await userEvent.click(screen.getByText('Retry'));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('NETWORK after 2'));
});

test('times out when the runtime never responds', async () => {
  show(createRuntime(() => new Promise(() => undefined)).runtime, 100);
  expect(await screen.findByRole('alert')).toHaveTextContent('TIMEOUT');
});

test('reports a remote that throws while loading as CRASHED, and loads it again on Retry', async () => {
  const answers = [Promise.reject(new Error('boom')), Promise.resolve({ default: pages })];
  answers[0]!.catch(() => undefined);
  const { runtime, forced } = createRuntime(() => answers.shift()!);
  show(runtime);
  expect(await screen.findByRole('alert')).toHaveTextContent('CRASHED');
  await userEvent.click(screen.getByText('Retry'));
  expect(await screen.findByText('clicked 0')).toBeInTheDocument();
  expect(forced).toEqual([false, true]);
});

test('shows a fallback only for the page that throws, and renders it again on Retry', async () => {
  show(createRuntime(() => Promise.resolve({ default: pages })).runtime);
  await userEvent.click(await screen.findByText('clicked 0'));
  await userEvent.click(screen.getByText('clicked 1'));
  expect(await screen.findByRole('alert')).toHaveTextContent('CRASHED after 1');
  expect(screen.getByText('the shell')).toBeInTheDocument();
  await userEvent.click(screen.getByText('Retry'));
  expect(await screen.findByText('clicked 0')).toBeInTheDocument();
});

test('loads the module’s other pages after one crashed', async () => {
  show(createRuntime(() => Promise.resolve({ default: pages })).runtime);
  await userEvent.click(await screen.findByText('clicked 0'));
  await userEvent.click(screen.getByText('clicked 1'));
  await screen.findByRole('alert');
  await userEvent.click(screen.getByText('Jobs'));
  expect(await screen.findByText('the jobs')).toBeInTheDocument();
});

test('shows a fallback for a remote that exposes nothing', async () => {
  show(createRuntime(() => Promise.resolve({})).runtime);
  expect(await screen.findByRole('alert')).toHaveTextContent('CRASHED');
});

test('retries a failed remote automatically', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  server.state = 'dead';
  show(createRuntime(() => Promise.resolve({ default: pages })).runtime);
  await screen.findByRole('alert');
  server.state = 'well';
  act(() => jest.advanceTimersByTime(10_000));
  expect(await screen.findByText('clicked 0')).toBeInTheDocument();
  jest.useRealTimers();
});

describe('outcomes', () => {
  test('are one per release for a page that stays, with the time until it was on screen', async () => {
    show(createRuntime(() => Promise.resolve({ default: pages })).runtime);
    await screen.findByText('clicked 0');
    await userEvent.click(screen.getByText('Jobs'));
    expect(outcomes).toEqual([
      { module: 'mf-tasks', version: '1.0.0', outcome: 'loaded', ms: expect.any(Number) as number },
    ]);
  });

  test('count a crash after the load, once', async () => {
    show(createRuntime(() => Promise.resolve({ default: pages })).runtime);
    for (const _ of ['first', 'second']) {
      await userEvent.click(await screen.findByText('clicked 0'));
      await userEvent.click(screen.getByText('clicked 1'));
      await screen.findByRole('alert');
      await userEvent.click(screen.getByText('Retry'));
    }
    await screen.findByText('clicked 0');
    expect(outcomes).toMatchObject([
      { outcome: 'loaded' },
      { outcome: 'failed', reason: 'CRASHED', message: 'The third state is unthinkable' },
    ]);
  });

  test('count a failure once, however often it is retried', async () => {
    server.state = 'gone';
    show(createRuntime(() => Promise.resolve({ default: pages })).runtime);
    await screen.findByRole('alert');
    await userEvent.click(screen.getByText('Retry'));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('NETWORK after 2'));
    expect(outcomes).toMatchObject([{ outcome: 'failed', reason: 'NETWORK' }]);
  });

  test('leave out the time that was spent on other pages', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    let finish!: (exposed: unknown) => void;
    const registry = show(createRuntime(() => new Promise((resolve) => (finish = resolve))).runtime, 60_000);
    await waitFor(() => expect(finish).toBeDefined());
    await userEvent.click(screen.getByText('Elsewhere'));
    finish({ default: pages });
    await waitFor(() => expect(registry.getState(release).status).toBe('ready'));
    act(() => jest.advanceTimersByTime(3_600_000));
    await userEvent.click(screen.getByText('Jobs'));
    await screen.findByText('the jobs');
    expect(outcomes).toHaveLength(1);
    expect(outcomes[0]?.ms).toBeLessThan(60_000);
    jest.useRealTimers();
  });
});

describe('local modules', () => {
  const local = (): ModuleRelease => ({
    ...release,
    channel: 'local',
    base_url: 'http://localhost:4205/',
    integrity: null,
    signature: null,
    key: null,
  });
  const changed: RemoteDefinition = {
    name: 'mf-tasks',
    routes: [{ path: '/tasks', element: <p>changed</p> }],
  };
  beforeEach(() => {
    release = local();
    jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(() => Promise.resolve(new Response(made.files['mf-manifest.json'])));
  });

  test('load without fingerprints, count for no statistics and are replaced in the open page', async () => {
    const registry = show(createRuntime(() => Promise.resolve({ default: pages })).runtime);
    await screen.findByText('clicked 0');
    act(() => expect(registry.replace('mf-tasks', changed)).toBe(true));
    expect(await screen.findByText('changed')).toBeInTheDocument();
    expect(outcomes).toEqual([]);
  });

  test('recover from a crash when they are replaced', async () => {
    const registry = show(createRuntime(() => Promise.reject(new Error('boom'))).runtime);
    await screen.findByRole('alert');
    act(() => void registry.replace('mf-tasks', changed));
    expect(await screen.findByText('changed')).toBeInTheDocument();
  });
});

test('replaces no module that isn’t local', async () => {
  const registry = show(createRuntime(() => Promise.resolve({ default: pages })).runtime);
  await screen.findByText('clicked 0');
  expect(registry.replace('mf-tasks', { name: 'mf-tasks', routes: [] })).toBe(false);
  expect(screen.getByText('clicked 0')).toBeInTheDocument();
});

test('names the releases that the page runs until they fail', async () => {
  const registry = show(createRuntime(() => Promise.resolve({ default: pages })).runtime);
  await userEvent.click(await screen.findByText('clicked 0'));
  expect(registry.getInUse().get('mf-tasks')).toBe(release);
  await userEvent.click(screen.getByText('clicked 1'));
  await screen.findByRole('alert');
  expect(registry.getInUse().get('mf-tasks')).toBeUndefined();
});
