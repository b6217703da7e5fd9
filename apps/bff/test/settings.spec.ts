import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serverSettings } from '../src/platform/config/catalogue';
import { ConfigError, loadConfig } from '../src/platform/config/config';
import { otherSettings } from '../src/platform/config/other-settings';
import { secretNames } from '../src/platform/config/readers';
import { settingsPage } from '../src/platform/config/settings-page';

const root = path.resolve(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const enough = {
  DATABASE_URL: 'postgres://tessera:hidden@localhost/tessera',
  TOKEN_SECRET: 'a secret that is long enough to sign with',
  SEALING_KEYS: 'one:AAAA',
};

const failure = (env: Record<string, string>) => {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  return null;
};

describe('the catalogue of settings', () => {
  const documented = new Set([
    ...Object.keys(serverSettings),
    ...Object.values(otherSettings).flatMap((list) => list.map(({ name }) => name)),
  ]);
  /** Read by a program but set by npm, the shell or a test, not by an operator. */
  const notSettings = ['PATH', 'HOME', 'USER', 'TMPDIR', 'RUST_LIB_BACKTRACE', 'CHROMIUM'];

  it('is what docs/operate/settings.md is made of', () => {
    expect(read('docs/operate/settings.md')).toBe(settingsPage());
  });

  it('has every variable that a program reads', () => {
    const files = globSync('{apps/{bff,worker,sandbox}/src,tools/start,libs/module-kit/src}/**/*.{ts,mjs}', {
      cwd: root,
      exclude: (name) => name.endsWith('.spec.ts'),
    });
    const names = files.flatMap((file) =>
      [...read(file).matchAll(/\benv\.([A-Z][A-Z0-9_]+)\b/g)].map(([, name = '']) => name),
    );
    expect(names.length).toBeGreaterThan(10);
    expect(
      names.filter((name) => !documented.has(name.replace(/_FILE$/, '')) && !notSettings.includes(name)),
    ).toEqual([]);
  });

  it('has every setting of the images and of the nginx template', () => {
    const names = [
      ...[...read('deploy/nginx/shell.conf.template').matchAll(/\$\{([A-Z_]+)\}/g)],
      ...read('Dockerfile')
        .split('\n')
        .filter((line) => line.startsWith('ENV NODE_ENV='))
        .flatMap((line) => [...line.matchAll(/([A-Z_]+)=/g)]),
    ].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !documented.has(name))).toEqual([]);
  });
});

describe('a secret in a file', () => {
  let folder: string;
  const inFile = (content: string, name = 'secret') => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'tessera-secrets-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('replaces the variable of the same name, for each secret', () => {
    expect(secretNames).toEqual(
      expect.arrayContaining([
        'DATABASE_URL',
        'MIGRATION_DATABASE_URL',
        'METRICS_TOKEN',
        'VAPID_PRIVATE_KEY',
      ]),
    );
    const config = loadConfig({
      DATABASE_URL_FILE: inFile('postgres://tessera:hidden@localhost/other\n', 'url'),
      TOKEN_SECRET_FILE: inFile('another secret that is long enough to sign with\n', 'token'),
      SEALING_KEYS_FILE: inFile('one:AAAA\n', 'keys'),
      METRICS_TOKEN_FILE: inFile('0123456789abcdef\n', 'metrics'),
    });
    expect(config).toMatchObject({
      databaseUrl: 'postgres://tessera:hidden@localhost/other',
      sealingKeys: 'one:AAAA',
      metricsToken: '0123456789abcdef',
    });
  });

  it('is checked as the variable is, without showing it', () => {
    const message = failure({ ...enough, METRICS_TOKEN_FILE: inFile('hidden') });
    expect(message).toContain('METRICS_TOKEN must have at least 16 characters');
    expect(message).not.toContain('hidden');
  });

  it('must not be given twice, must exist and must not be empty', () => {
    expect(failure({ ...enough, TOKEN_SECRET_FILE: inFile('hidden') })).toBe(
      "TOKEN_SECRET and TOKEN_SECRET_FILE can't both be set",
    );
    expect(failure({ ...enough, METRICS_TOKEN_FILE: path.join(folder, 'none') })).toContain(
      "METRICS_TOKEN_FILE can't be read: ENOENT",
    );
    expect(failure({ ...enough, METRICS_TOKEN_FILE: inFile(' \n') })).toContain('a file that is empty');
  });
});
