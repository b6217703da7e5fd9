import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { Link, MemoryRouter, Route, Routes } from 'react-router';
import { RemoteServer } from '../test/remote-server';
import type { RemoteDefinition } from './contract';
import { createLoader, type FederationRuntime } from './loader';
import { ModuleRegistry } from './registry';
import { RemoteOutlet } from './remote-outlet';

const server = new RemoteServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => {
  server.state = 'well';
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

function show(runtime: FederationRuntime, timeout = 2_000) {
  const registry = new ModuleRegistry(createLoader(timeout, runtime));
  const release = server.release();
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
        <Route path="*" element={outlet} />
      </Routes>
    </MemoryRouter>,
  );
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
  ['tampered manifest', 'INTEGRITY_MISMATCH'],
  ['tampered entry', 'INTEGRITY_MISMATCH'],
] as const)('shows a fallback for a remote that is %s, and loads it on Retry', async (state, reason) => {
  server.state = state;
  const loaded = jest.fn(() => Promise.resolve({ default: pages }));
  show(createRuntime(loaded).runtime, state === 'hanging' ? 50 : 2_000);
  expect(await screen.findByRole('alert')).toHaveTextContent(`${reason} after 1`);
  expect(screen.getByText('the shell')).toBeInTheDocument();
  expect(loaded).not.toHaveBeenCalled();
  server.state = 'well';
  await userEvent.click(screen.getByText('Retry'));
  expect(await screen.findByText('clicked 0')).toBeInTheDocument();
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
