import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AnnouncementDto } from '../src/modules/registry/announcement.dto';
import { startApp, type TestApp } from './app';
import { makeRelease, writeRelease } from './module-release';

const script = 'console.log("shell")';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tessera-web-'));
  const write = (file: string, content: string | Buffer) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  };
  write(
    'web/index.html',
    '<head></head><script nonce="__CSP_NONCE__"></script><style nonce="__CSP_NONCE__"></style>',
  );
  write('web/main.0123456789abcdef.js', script);
  write('web/main.0123456789abcdef.js.gz', gzipSync(script));
  write('web/favicon.svg', '<svg/>');
  write('web/main.0123456789abcdef.js.map', '{}');
  write('secret.txt', 'not of the web');
  const tasks = makeRelease({ name: 'mf-tasks', version: '1.0.0' });
  app = await startApp({
    WEB_DIR: path.join(folder, 'web'),
    MODULES: writeRelease(path.join(folder, 'tasks'), tasks),
    MODULE_ORIGINS: 'https://remotes.example',
    TRUST_PROXY: '127.0.0.1/32',
  });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

describe('the shell', () => {
  it('is served at every path, with a new nonce in its policy each time', async () => {
    const nonces = new Set<string>();
    for (const place of ['/', '/tasks', '/sites/3/logins', '/index.html']) {
      const { status, headers, body } = await app.http<string>('GET', place);
      expect({ place, status, type: headers.get('content-type') }).toEqual({
        place,
        status: 200,
        type: 'text/html; charset=utf-8',
      });
      const nonce = /script nonce="([^"]+)"/.exec(body)?.[1] ?? '';
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`);
      expect(policy).not.toMatch(/unsafe-(inline|eval)/);
      expect(policy).toContain(
        `require-trusted-types-for 'script'; trusted-types tessera-shell tessera-chunks 'allow-duplicates'`,
      );
      expect(body).not.toContain('__CSP_NONCE__');
      expect(body).not.toContain('tessera-trace-ratio');
      expect(headers.get('cache-control')).toBe('no-store');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(4);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'gzip'],
    ['identity', null],
    ['gzip;q=0', null],
  ])('is sent to a browser that accepts %s in the encoding %s', async (accepted, encoding) => {
    const response = await fetch(`${app.url}/tasks`, { headers: { 'Accept-Encoding': accepted } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toMatch(/^<head><\/head><script nonce="[^"_]+">/);
  });

  it('announces in its page which part of the traces to record, while it traces', async () => {
    const tracing = await startApp({
      WEB_DIR: path.join(folder, 'web'),
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    });
    try {
      const { body } = await tracing.http<string>('GET', '/tasks');
      expect(body).toContain('<meta name="tessera-trace-ratio" content="0.25">');
    } finally {
      await tracing.close();
    }
  });

  it('may load from its own origin alone, whatever origins modules are published from', async () => {
    const policy = (await app.http('GET', '/')).headers.get('content-security-policy') ?? '';
    expect(policy).not.toMatch(/https?:|wss?:|\*/);
    expect(policy).not.toContain('remotes.example');
  });

  it('has the browser report what its policy rejects, over http by the older directive alone', async () => {
    const plain = await app.http('GET', '/');
    expect(plain.headers.get('reporting-endpoints')).toBeNull();
    expect(plain.headers.get('content-security-policy')).toMatch(/; report-uri \/api\/csp-reports$/);
    const { headers } = await app.http('GET', '/', { headers: { 'X-Forwarded-Proto': 'https' } });
    expect(headers.get('reporting-endpoints')).toBe('csp="/api/csp-reports"');
    expect(headers.get('content-security-policy')).toMatch(/; report-uri \/api\/csp-reports; report-to csp$/);
  });

  it('serves files with a hash in their name as immutable, and compressed copies where they exist', async () => {
    const { headers, body } = await app.http<string>('GET', '/main.0123456789abcdef.js', {
      headers: { 'Accept-Encoding': 'gzip' },
    });
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(headers.get('cache-control')).toContain('immutable');
    expect(body).toBe(script);
    expect((await app.http('GET', '/favicon.svg')).headers.get('cache-control')).toBe('no-cache');
  });

  it('leads password managers to the page that changes the password, and has no other well-known address', async () => {
    const response = await fetch(`${app.url}/.well-known/change-password`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/account']);
    const others = [
      '',
      '/',
      '/resource-that-should-not-exist-whose-status-code-should-not-be-200',
      '/security',
      '/change-password/x',
    ];
    for (const other of others) expect((await app.http('GET', `/.well-known${other}`)).status).toBe(404);
  });

  it('serves nothing outside its folder, and returns 404 for a missing file', async () => {
    expect((await app.http('GET', '/missing.js')).status).toBe(404);
    expect((await app.http('GET', '/..%2fsecret.txt')).status).toBe(404);
    expect(await app.http('GET', '/api/missing')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

it('publishes no source map', async () => {
  expect((await app.http('GET', '/main.0123456789abcdef.js.map')).status).toBe(404);
});

it('sends API responses with headers against caching and framing, and HSTS over https', async () => {
  const plain = await app.http('GET', '/api/modules');
  expect(Object.fromEntries(plain.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  expect(plain.headers.get('strict-transport-security')).toBeNull();
  for (const place of ['/api/modules', '/tasks']) {
    const { headers } = await app.http('GET', place, { headers: { 'X-Forwarded-Proto': 'https' } });
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
  }
});

it('lists modules publicly', async () => {
  const { body } = await app.http<AnnouncementDto>('GET', '/api/modules');
  expect(body.modules).toMatchObject([{ name: 'mf-tasks', version: '1.0.0', channel: 'stable' }]);
});
