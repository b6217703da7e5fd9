import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type ReleaseManifest, shellContract } from '@tessera/domain/module-release';
import { readManifest } from '@tessera/domain/module-rules';
import { root } from '../../start/settings.mjs';
import { buildApp, differingFiles, linkTree } from './build-folders.ts';
import { sampleModule } from './sample-module.ts';

/** Packages whose files become part of a build, or of the names that webpack gives to what it builds. */
const bundled = ['@module-federation', 'css-loader', 'lucide-react', 'mini-css-extract-plugin', 'swc-loader'];

function write(file: string, content: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** A module in a repository of its own, which has the configuration and the libraries as packages. */
function createRepository(folder: string): void {
  for (const [name, content] of Object.entries(sampleModule)) write(path.join(folder, name), content);
  const packages = path.join(folder, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (name.startsWith('.') || name.startsWith('@tessera')) continue;
    const link = bundled.includes(name) ? linkTree : symlinkSync;
    link(path.join(root, 'node_modules', name), path.join(packages, name));
  }
  cpSync(path.join(root, 'libs/federation/webpack'), path.join(packages, 'tessera-module/webpack'), {
    recursive: true,
  });
  for (const name of ['api', 'data-table', 'federation', 'ui'])
    write(path.join(packages, '@tessera', name, 'package.json'), JSON.stringify({ version: '1.4.2' }));
}

const sha256 = (content: Buffer) => `sha256-${createHash('sha256').update(content).digest('base64')}`;

describe('the build of a module in a repository of its own', () => {
  const scratch = path.join(root, 'tmp');
  let folder: string;
  let first: Map<string, Buffer>;
  let second: Map<string, Buffer>;
  let text: string;
  let manifest: ReleaseManifest;

  beforeAll(async () => {
    mkdirSync(scratch, { recursive: true });
    folder = mkdtempSync(path.join(scratch, 'module-build-'));
    const folders = [path.join(folder, 'a'), path.join(folder, 'deeper/than/b')];
    folders.forEach(createRepository);
    [first = new Map(), second = new Map()] = await Promise.all(folders.map(buildApp));
    text = String(first.get('module.json'));
    manifest = JSON.parse(text) as ReleaseManifest;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is the same in every folder, byte for byte', () => {
    expect(first.size).toBeGreaterThan(10);
    expect(differingFiles(first, second)).toEqual([]);
  });

  test('describes a release that the server accepts', () => {
    expect(readManifest(text).problems).toBeUndefined();
    expect(manifest).toMatchObject({
      format: 1,
      name: 'mf-sample',
      title: 'Sample',
      owner: 'Sample team',
      version: '1.2.3',
      shell: `^${shellContract}`,
      permissions: ['read:own', 'write:all', 'write:own'],
      entities: [expect.objectContaining({ name: 'note', of: 'task' }) as object],
    });
  });

  test('lists the fingerprint of every file', () => {
    const others = [...first].filter(([name]) => name !== 'module.json');
    expect(manifest.files).toEqual(
      Object.fromEntries(others.map(([name, content]) => [name, sha256(content)])),
    );
    const kinds = ['.js', '.css', '.svg', '.json', '.br', '.gz'];
    expect(kinds.filter((kind) => others.some(([name]) => name.endsWith(kind)))).toEqual(kinds);
  });

  test('names the scripts that are needed first, beginning with the entry', () => {
    expect(manifest.first).toEqual([
      expect.stringMatching(/^remoteEntry\.\w+\.js$/),
      expect.stringMatching(/^js\/__federation_expose_remote\.\w+\.js$/),
    ]);
    for (const name of manifest.first) expect(first.has(name)).toBe(true);
  });

  test('states the names that it imports from each shared entry, and the versions of the packages', () => {
    expect(manifest.uses).toEqual({
      '@tessera/api': ['useCan'],
      '@tessera/data-table/list-page': ['*'],
      '@tessera/federation/router': ['useParams'],
      '@tessera/ui': ['Page'],
      '@tessera/ui/forms': ['*'],
      react: expect.arrayContaining(['lazy']) as string[],
      'react/jsx-runtime': ['jsx', 'jsxs'],
    });
    expect(manifest.packages).toEqual({
      '@tessera/api': '^1.4.2',
      '@tessera/data-table': '^1.4.2',
      '@tessera/federation': '^1.4.2',
      '@tessera/ui': '^1.4.2',
      react: expect.stringMatching(/^\^19\./) as string,
    });
  });

  test('lets the browser check every script and stylesheet, and reject those without a fingerprint', () => {
    const entry = String(first.get(manifest.first[0] ?? ''));
    // Once where a script is inserted, and once where a stylesheet is.
    expect(entry.match(/\.integrity=globalThis\.__tesseraIntegrity/g)).toHaveLength(2);
    expect(entry.match(/"sha256-A{43}="/g)).toHaveLength(2);
    expect(entry).toContain('createPolicy("tessera-chunks"');
  });

  test('draws any icon of Lucide', () => {
    expect(manifest.nav[0]?.drawing).toEqual(
      expect.arrayContaining([['path', { d: expect.any(String) as string }]]),
    );
  });

  test('contains no copy of what the shell shares', () => {
    const scripts = [...first].filter(([name]) => name.endsWith('.js')).map(([, content]) => String(content));
    expect(scripts.join('')).not.toMatch(/__CLIENT_INTERNALS|react-dom/);
  });
});

test('the federation runtime still reads its lists of shares as hot-internals.mjs expects', () => {
  const runtime = path.join(
    root,
    'node_modules/@module-federation/webpack-bundler-runtime/dist/updateOptions.js',
  );
  const text = readFileSync(runtime, 'utf8');
  expect(text).toContain('consumesLoadingData && !consumesLoadingData._updated');
  expect(text).toContain('consumesLoadingData._updated = 1');
});
