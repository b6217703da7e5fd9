import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { moduleStoreOf, startApp, startBeside, type TestApp } from '../../../test/app';
import { makeRelease, writeRelease } from '../../../test/module-release';

const script = 'console.log("a module that is served")';
const release = makeRelease(
  { name: 'mf-served', version: '1.0.0-g0123456789' },
  {
    'app.0123456789abcdef.js': script,
    'app.0123456789abcdef.js.br': brotliCompressSync(script),
    'app.0123456789abcdef.js.gz': gzipSync(script),
    'app.0123456789abcdef.css': 'a{}',
    'assets/logo.0123456789abcdef.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '1.0123456789abcdef.js': script,
    'page.html': '<script>alert(1)</script>',
    'app.0123456789abcdef.js.map': '{}',
  },
);
const base = `/modules/${release.manifest.name}/${release.manifest.version}`;

let app: TestApp;
let folder: string;
const lines: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tessera-served-'));
  const MODULES = writeRelease(folder, release);
  app = await startApp({ MODULES, LOG_LEVEL: 'error' }, undefined, {
    write: (line) => void lines.push(line),
  });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

/** Where the store has a file of the release. */
function blobOf(file: string): string {
  const sha256 = createHash('sha256')
    .update(release.files[file] ?? '')
    .digest('hex');
  return path.join(moduleStoreOf(app.databaseUrl), sha256.slice(0, 2), sha256);
}

describe('files of a release', () => {
  it('have their type and are cached for good', async () => {
    for (const [file, type] of [
      ['app.0123456789abcdef.js', 'text/javascript; charset=utf-8'],
      ['app.0123456789abcdef.css', 'text/css; charset=utf-8'],
      ['mf-manifest.json', 'application/json; charset=utf-8'],
      ['module.json', 'application/json; charset=utf-8'],
      ['module.sig.json', 'application/json; charset=utf-8'],
      ['assets/logo.0123456789abcdef.svg', 'image/svg+xml'],
    ]) {
      const { status, headers } = await fetch(`${app.url}${base}/${file}`);
      expect({ file, status, ...Object.fromEntries(headers) }).toMatchObject({
        file,
        status: 200,
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('never become a page that runs scripts in the origin of the console', async () => {
    const page = await fetch(`${app.url}${base}/page.html`);
    expect(page.headers.get('content-type')).toBe('application/octet-stream');
    const image = await fetch(`${app.url}${base}/assets/logo.0123456789abcdef.svg`);
    expect(image.headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'; sandbox",
    );
  });

  it('include module.json exactly as it was signed', async () => {
    const response = await fetch(`${app.url}${base}/module.json`);
    expect(await response.text()).toBe(release.manifestText);
  });

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
    ['br;q=0.0', null],
  ])('are sent as compressed as Accept-Encoding %p allows', async (accepted, encoding) => {
    const headers = { 'Accept-Encoding': accepted };
    const response = await fetch(`${app.url}${base}/app.0123456789abcdef.js`, { headers });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.text()).toBe(script);
  });

  it('answer a conditional request with 304, and another encoding with its own tag', async () => {
    const url = `${app.url}${base}/app.0123456789abcdef.js`;
    const tagOf = async (encoding: string) =>
      (await fetch(url, { headers: { 'Accept-Encoding': encoding } })).headers.get('etag') ?? '';
    const [plain, compressed] = [await tagOf('identity'), await tagOf('br')];
    expect(plain).not.toBe(compressed);
    const again = (tag: string) =>
      fetch(url, { headers: { 'Accept-Encoding': 'identity', 'If-None-Match': tag } });
    expect((await again(plain)).status).toBe(304);
    expect((await again(compressed)).status).toBe(200);
  });

  it('answer HEAD with the headers of GET and no body', async () => {
    const response = await fetch(`${app.url}${base}/mf-manifest.json`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(release.files['mf-manifest.json']?.length));
    expect(await response.text()).toBe('');
  });

  it.each([
    `${base}/missing.js`,
    `${base}/..%2f..%2f..%2fsecret.txt`,
    `${base}/assets/..%2f1.0123456789abcdef.js`,
    `${base}/%00`,
    `${base}/toString`,
    `${base}/__proto__`,
    `${base}/`,
    `${base}/app.0123456789abcdef.js.map`,
    '/modules/mf-served/9.9.9/mf-manifest.json',
    '/modules/mf-other/1.0.0/mf-manifest.json',
  ])('are exactly those that the release lists: 404 for %s', async (url) => {
    expect(await app.http('GET', url)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

describe('a store that was tampered with', () => {
  /** Another process, with nothing read yet. */
  const fresh = async (use: (server: TestApp) => Promise<void>) => {
    const server = await startBeside(app);
    try {
      await use(server);
    } finally {
      await server.close();
    }
  };
  /** Another process, while a file of the store is changed. */
  const whileChanged = async (
    file: string,
    change: (stored: string) => void,
    use: (server: TestApp) => Promise<void>,
  ) => {
    const stored = blobOf(file);
    const bytes = readFileSync(stored);
    change(stored);
    try {
      await fresh(use);
    } finally {
      writeFileSync(stored, bytes);
    }
  };
  const damaged = { status: 502, body: { code: 'MODULE_FILE_DAMAGED' } };

  it('never has a changed byte sent', async () => {
    const file = 'app.0123456789abcdef.css';
    for (const changed of ['b{}', 'a{', '', 'a{} '])
      await whileChanged(
        file,
        (stored) => writeFileSync(stored, changed),
        async (server) => {
          const response = await server.http('GET', `${base}/${file}`);
          expect(response).toMatchObject(damaged);
          expect(response.headers.get('cache-control')).toBe('no-store');
        },
      );
    await fresh(async (server) => {
      expect(await server.http('GET', `${base}/${file}`)).toMatchObject({ body: 'a{}' });
    });
  });

  it('has no changed compressed copy sent either', async () => {
    await whileChanged(
      'app.0123456789abcdef.js.br',
      (stored) => writeFileSync(stored, brotliCompressSync('alert(1)')),
      async (server) => {
        const headers = { 'Accept-Encoding': 'br' };
        const url = `${base}/app.0123456789abcdef.js`;
        expect(await server.http('GET', url, { headers })).toMatchObject(damaged);
      },
    );
  });

  it('has a missing file answered as damaged, and the other files sent', async () => {
    await whileChanged('assets/logo.0123456789abcdef.svg', rmSync, async (server) => {
      expect(await server.http('GET', `${base}/assets/logo.0123456789abcdef.svg`)).toMatchObject(damaged);
      expect(await server.http('GET', `${base}/mf-manifest.json`)).toMatchObject({ status: 200 });
    });
  });

  it('is answered with 503 when it can not be read at all', async () => {
    const server = await startBeside(app, { MODULE_STORE: path.join(folder, 'module.json') });
    try {
      const response = await server.http('GET', `${base}/mf-manifest.json`);
      expect(response).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    } finally {
      await server.close();
    }
  });
});
