import { webcrypto } from 'node:crypto';
import {
  makeKey,
  makeRelease,
  publisherOf,
  RemoteServer,
  sha256,
  type TestRelease,
} from '../test/remote-server';
import type { ModulePublisher, ModuleRelease } from './contract';
import { createLink, createScript } from './elements';
import type { ModuleFailure } from './failure';
import { openRelease } from './open-release';

const key = makeKey('k-desk');
const publishers = [publisherOf(key, ['mf-tasks'])];
const server = new RemoteServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => server.install());
afterEach(() => jest.restoreAllMocks());

const trust = (address: string) => address;
let count = 0;
/** A release in a folder of its own. */
const makeUnique: typeof makeRelease = (by, changes, files) =>
  makeRelease(by, changes, { 'assets/number.svg': `${++count}`, ...files });

const open = (release: ModuleRelease, allowed: ModulePublisher[] = publishers) =>
  openRelease(release, allowed, false, AbortSignal.timeout(5_000));

/** The absolute address of a release's file. */
const addressOf = ({ release }: TestRelease, file: string) =>
  new URL(release.base_url + file, location.origin).href;

/** The reason and message of a refusal. */
const refusalOf = (opened: Promise<unknown>): Promise<string> =>
  opened.then(
    () => 'opened',
    (failure: unknown) => {
      const { reason, message } = failure as ModuleFailure;
      return `${reason}: ${message}`;
    },
  );

describe.each([
  ['Web Crypto', webcrypto.subtle],
  ['the fallback of browsers without Web Crypto', undefined],
])('with %s', (_, subtle) => {
  const crypto = globalThis.crypto;
  beforeEach(() => Object.defineProperty(crypto, 'subtle', { value: subtle, configurable: true }));
  afterEach(() => Reflect.deleteProperty(crypto, 'subtle'));

  test('opens a release that is signed and unchanged', async () => {
    const made = makeUnique(key);
    const { entryUrl, entryText } = await open(server.serve(made));
    expect(entryUrl).toBe(addressOf(made, 'mf-manifest.json'));
    expect(entryText).toBe(made.files['mf-manifest.json']);
  });

  test.each([
    'module.json',
    'mf-manifest.json',
    'remoteEntry.js',
    'js/remote.js',
    'css/remote.css',
    'assets/plan.svg',
  ])('refuses a changed %s', async (file) => {
    const made = makeUnique(key);
    const release = server.serve(made, { [file]: `${made.files[file]} ` });
    expect(await refusalOf(open(release))).toBe(
      `INTEGRITY: ${file.split('/').at(-1)} does not match its published fingerprint`,
    );
  });

  test('refuses a release with the signature of another one', async () => {
    const made = makeUnique(key);
    const { signature } = makeUnique(key).release;
    expect(await refusalOf(open({ ...server.serve(made), signature }))).toBe(
      'SIGNATURE: module.json does not match its signature',
    );
  });

  test('refuses a signature by another key under the id of an allowed one', async () => {
    const made = makeUnique(makeKey(key.id));
    expect(await refusalOf(open(server.serve(made)))).toBe(
      'SIGNATURE: module.json does not match its signature',
    );
  });

  test.each(['', 'unreadable', 'AAAA'])('refuses the signature "%s"', async (signature) => {
    const made = makeUnique(key);
    expect(await refusalOf(open({ ...server.serve(made), signature }))).toMatch(/^SIGNATURE: /);
  });

  test('refuses a public key that is none', async () => {
    const made = makeUnique(key);
    const broken = [{ ...publishers[0]!, public_key: 'AAAA' }];
    expect(await refusalOf(open(server.serve(made), broken))).toMatch(/^SIGNATURE: /);
  });
});

test('fetches stylesheets and assets before anything runs, but no script that is loaded later', async () => {
  const made = makeUnique(
    key,
    {},
    { 'js/later.js': 'later()', 'js/later.js.br': '~', 'mf-stats.json': '{}' },
  );
  await open(server.serve(made));
  const requested = server.requests.map((path) => path.slice(made.release.base_url.length));
  expect(requested[0]).toBe('module.json');
  expect(requested.sort()).toEqual([
    'assets/number.svg',
    'assets/plan.svg',
    'css/remote.css',
    'js/remote.js',
    'mf-manifest.json',
    'module.json',
    'remoteEntry.js',
  ]);
});

test('refuses a release that is not signed', async () => {
  const made = makeUnique(key);
  const release = server.serve(made);
  expect(await refusalOf(open({ ...release, signature: null }))).toBe('SIGNATURE: It is not signed');
  expect(await refusalOf(open({ ...release, key: null }))).toBe('SIGNATURE: It is not signed');
});

test('refuses a valid signature of an unknown key', async () => {
  const made = makeUnique(makeKey('k-other'));
  expect(await refusalOf(open(server.serve(made)))).toBe(
    'SIGNATURE: It is signed with the unknown key k-other',
  );
});

test('refuses a valid signature of a key that is not allowed for the module', async () => {
  const made = makeUnique(key);
  expect(await refusalOf(open(server.serve(made), [publisherOf(key, ['mf-tickets'])]))).toBe(
    'SIGNATURE: The key k-desk may not sign mf-tasks',
  );
});

test.each([null, '', 'unchecked', 'sha256-', 'sha256-AAAA', 'sha384-AAAA', 'md5-AAAA'])(
  'refuses %p as the fingerprint of module.json',
  async (integrity) => {
    const made = makeUnique(key);
    expect(await refusalOf(open({ ...server.serve(made), integrity }))).toBe(
      'INTEGRITY: module.json has no published fingerprint',
    );
    expect(server.requests).toEqual([]);
  },
);

test.each(['unchecked', '', 'sha256-AAAA'])(
  'refuses a release with %p as the fingerprint of a file',
  async (value) => {
    const { manifest } = makeUnique(key);
    const made = makeUnique(key, { files: { ...manifest.files, 'js/later.js': value } });
    expect(await refusalOf(open(server.serve(made)))).toBe(
      'INTEGRITY: js/later.js has no published fingerprint',
    );
  },
);

test.each(['mf-manifest.json', 'js/remote.js'])(
  'refuses a release that does not list its %s',
  async (file) => {
    const { [file]: _, ...files } = makeUnique(key).manifest.files;
    const made = makeUnique(key, { files });
    expect(await refusalOf(open(server.serve(made)))).toBe(`INTEGRITY: ${file} has no published fingerprint`);
  },
);

test.each(['../mf-admin/main.js', '/sw.js', 'https://elsewhere.example/main.js'])(
  'refuses a release that lists %s',
  async (file) => {
    const { files } = makeUnique(key).manifest;
    const made = makeUnique(key, { files: { ...files, [file]: sha256('') } });
    expect(await refusalOf(open(server.serve(made)))).toBe(`INTEGRITY: ${file} is outside of the module`);
  },
);

test('refuses another release in place of the announced one, though it is signed', async () => {
  const made = makeUnique(key, { version: '0.9.0' });
  const { integrity, signature, ...announced } = server.serve(made);
  expect(await refusalOf(open({ ...announced, integrity, signature, version: '1.0.0' }))).toBe(
    'SIGNATURE: module.json is signed for mf-tasks 0.9.0, not for mf-tasks 1.0.0',
  );
});

test('refuses another module in place of the announced one, though its key may sign both', async () => {
  const made = makeUnique(key, { name: 'mf-tickets' });
  const both = [publisherOf(key, ['mf-tasks', 'mf-tickets'])];
  expect(await refusalOf(open(server.serve(made), both))).toMatch(/^SIGNATURE: .* mf-tickets 1\.0\.0/);
});

test('refuses a module.json of a format that it doesn’t know', async () => {
  const made = makeUnique(key, { format: 2 as 1 });
  expect(await refusalOf(open(server.serve(made)))).toBe(
    'INCOMPATIBLE: module.json has the unknown format 2',
  );
});

test.each([
  'https://elsewhere.example/modules/mf-tasks/1.0.0/',
  '//elsewhere.example/modules/',
  'http://localhost:4205/',
  'data:text/javascript,/',
  'javascript:void(0)/',
  '/modules/mf-tasks/1.0.0',
  '/modules/mf-tasks/?version=1.0.0/',
  'http://[',
])('loads nothing from %s', async (base_url) => {
  const made = makeUnique(key);
  expect(await refusalOf(open({ ...server.serve(made), base_url }))).toBe(
    `INTEGRITY: Modules may not be loaded from ${base_url}`,
  );
  expect(server.requests).toEqual([]);
});

test.each([
  'https://elsewhere.example/',
  'http://10.0.0.7:4205/',
  'https://localhost:4205/',
  '/modules/x/1/',
])('loads no local module from %s', async (base_url) => {
  const release: ModuleRelease = { ...makeUnique(key).release, base_url, channel: 'local' };
  await expect(open(release)).rejects.toMatchObject({ reason: 'INTEGRITY' });
});

test.each([
  ['dead', 'NETWORK: module.json could not be fetched'],
  ['gone', 'NETWORK: module.json answered 404'],
] as const)('names what happened when the server is %s', async (state, expected) => {
  const made = makeUnique(key);
  const release = server.serve(made);
  server.state = state;
  expect(await refusalOf(open(release))).toBe(expected);
});

test('accepts a file whose first request was interrupted', async () => {
  const made = makeUnique(key);
  const release = server.serve(made);
  server.interruptions = 1;
  expect((await open(release)).entryText).toBe(made.files['mf-manifest.json']);
});

describe('elements', () => {
  test('carry the fingerprint of the file', async () => {
    const made = makeUnique(key, {}, { 'js/later.js': 'later()' });
    await open(server.serve(made));
    expect(createScript(addressOf(made, 'js/later.js'), trust)).toMatchObject({
      src: addressOf(made, 'js/later.js'),
      integrity: sha256('later()'),
    });
    expect(createLink(addressOf(made, 'css/remote.css'), { rel: 'stylesheet' })).toMatchObject({
      href: addressOf(made, 'css/remote.css'),
      rel: 'stylesheet',
      integrity: made.manifest.files['css/remote.css'],
    });
  });

  test('are refused for files that aren’t listed, and after a refused release', async () => {
    const made = makeUnique(key);
    await open(server.serve(made));
    expect(() => createScript(addressOf(made, 'js/other.js'), trust)).toThrow(
      'not among the files of the release',
    );
    expect(() => createLink(addressOf(made, 'css/other.css'), {})).toThrow('not among the files');
    expect(() => createScript('https://elsewhere.example/main.js', trust)).toThrow('not among the files');

    const refused = makeUnique(makeKey('k-other'));
    await expect(open(server.serve(refused))).rejects.toMatchObject({ reason: 'SIGNATURE' });
    expect(() => createScript(addressOf(refused, 'remoteEntry.js'), trust)).toThrow('not among the files');
  });

  test('keep the first fingerprint of an address', async () => {
    const made = makeUnique(key);
    await open(server.serve(made));
    const changed = makeUnique(key, {}, { 'js/remote.js': 'changed()' });
    const { base_url } = made.release;
    const release = server.serve({ ...changed, release: { ...changed.release, base_url } });
    await expect(open(release)).rejects.toMatchObject({
      reason: 'INTEGRITY',
      message: 'js/remote.js had another fingerprint before',
    });
    const address = addressOf(made, 'js/remote.js');
    expect(Reflect.set(globalThis.__tesseraIntegrity ?? {}, address, sha256('changed()'))).toBe(false);
    expect(createScript(address, trust).integrity).toBe(made.manifest.files['js/remote.js']);
  });
});
