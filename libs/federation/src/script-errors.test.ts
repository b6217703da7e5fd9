import { makeKey, makeRelease, publisherOf, RemoteServer, type TestRelease } from '../test/remote-server';
import { createScript } from './elements';
import { isReleaseFile } from './fingerprints';
import { openRelease } from './open-release';
import { collectScriptErrors, toModuleFailure } from './script-errors';

const key = makeKey('k-desk');
const server = new RemoteServer();
let stop: () => void;
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => {
  server.install();
  stop = collectScriptErrors(isReleaseFile);
});
afterEach(() => {
  stop();
  jest.restoreAllMocks();
});

let made: TestRelease;
let script: string;
beforeEach(async () => {
  made = makeRelease(key, {}, { 'js/page.js': 'page()' });
  const release = server.serve(made);
  await openRelease(release, [publisherOf(key, ['mf-tasks'])], false, AbortSignal.timeout(5_000));
  script = new URL(`${release.base_url}js/page.js`, location.origin).href;
});

/** What the browser reports when a script throws while it is evaluated. */
const reportThrow = (filename: string, message: string) =>
  window.dispatchEvent(new ErrorEvent('error', { filename, message }));

/** As webpack's chunk loader throws it. */
const chunkError = (kind: string) =>
  Object.assign(new Error(`Loading chunk 173 failed.\n(${kind}: ${script})`), { name: 'ChunkLoadError' });

test('names the error of a chunk that threw while it was evaluated', async () => {
  reportThrow(script, 'Uncaught TypeError: seats is not a function');
  expect(await toModuleFailure(chunkError('missing'))).toMatchObject({
    reason: 'CRASHED',
    message: 'TypeError: seats is not a function',
  });
});

test('calls a chunk that was loaded without registering itself CRASHED', async () => {
  expect(await toModuleFailure(chunkError('missing'))).toMatchObject({ reason: 'CRASHED' });
});

test('names the error of an entry that threw while it was evaluated', async () => {
  reportThrow(script, 'Uncaught Error: boom');
  const wrapped = new Error(
    `[ Federation Runtime ]: #RUNTIME-008 Original Error Message: ScriptExecutionError: Script "${script}" loaded but threw a runtime error during execution: Uncaught Error: boom`,
  );
  expect(await toModuleFailure(wrapped)).toMatchObject({ reason: 'CRASHED', message: 'Error: boom' });
});

test('calls a chunk that doesn’t answer TIMEOUT, without asking for it again', async () => {
  server.requests.length = 0;
  expect(await toModuleFailure(chunkError('timeout'))).toMatchObject({ reason: 'TIMEOUT' });
  expect(server.requests).toEqual([]);
});

test('calls a changed chunk INTEGRITY', async () => {
  server.serve(made, { 'js/page.js': 'other()' });
  expect(await toModuleFailure(chunkError('error'))).toMatchObject({
    reason: 'INTEGRITY',
    message: 'page.js does not match its published fingerprint',
  });
});

test('calls a missing chunk NETWORK, with the status', async () => {
  server.state = 'gone';
  expect(await toModuleFailure(chunkError('error'))).toMatchObject({
    reason: 'NETWORK',
    message: 'page.js answered 404',
  });
});

test('calls a chunk that is there again NETWORK, and fetches it again with the next attempt', async () => {
  expect(await toModuleFailure(chunkError('error'))).toMatchObject({ reason: 'NETWORK' });
  server.requests.length = 0;
  await openRelease(made.release, [publisherOf(key, ['mf-tasks'])], true, AbortSignal.timeout(5_000));
  expect(server.requests.filter((path) => path.endsWith('js/page.js'))).toHaveLength(1);
});

test('calls a chunk that isn’t listed INTEGRITY', async () => {
  script = script.replace('page.js', 'unlisted.js');
  expect(await toModuleFailure(chunkError('error'))).toMatchObject({
    reason: 'INTEGRITY',
    message: `${script} is not among the files of the release`,
  });
});

test('recognizes the refusal of an element in the federation runtime’s own error', async () => {
  const address = script.replace('page.js', 'extra.js');
  expect(() => createScript(address, (url) => url)).toThrow();
  const wrapped = new Error(`[ Federation Runtime ]: Failed to load script resources. ${address}`);
  expect(await toModuleFailure(wrapped)).toMatchObject({ reason: 'INTEGRITY' });
});

test('calls any other error CRASHED, with its message', async () => {
  expect(await toModuleFailure(new Error('boom'))).toMatchObject({ reason: 'CRASHED', message: 'boom' });
  expect(await toModuleFailure('a string')).toMatchObject({ reason: 'CRASHED', message: 'a string' });
});
