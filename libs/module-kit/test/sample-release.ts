import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { releaseFormat, type ReleaseManifest } from '../src/release.ts';

/** A module's folder with a build in `dist`. */
export interface SampleModule {
  folder: string;
  write: (file: string, content: string) => void;
  remove: () => void;
}

const builtFiles: Record<string, string> = {
  'mf-manifest.json': '{"id":"mf_gates"}',
  'js/main.0123456789ab.js': 'console.log("gates")',
  'js/copy.0123456789ab.js': 'console.log("gates")',
  'css/main.0123456789ab.css': 'a{color:red}',
};

const integrityOf = (content: string): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** Writes a small valid build of mf-gates 1.2.3 into a new folder, with more files and other fields as given. */
export function writeModule(
  changes: Partial<ReleaseManifest> = {},
  more: Readonly<Record<string, string>> = {},
): SampleModule {
  const files = { ...builtFiles, ...more };
  const folder = mkdtempSync(path.join(tmpdir(), 'module-kit-'));
  const write = (file: string, content: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  };
  const manifest: ReleaseManifest = {
    format: releaseFormat,
    name: 'mf-gates',
    title: 'Gates',
    owner: 'Team Gates',
    version: '1.2.3',
    shell: '^1.0.0',
    packages: {},
    uses: {},
    permissions: ['read:own'],
    routes: [{ path: '/gates', action: 'read', reach: 'own' }],
    nav: [],
    first: ['js/main.0123456789ab.js'],
    files: Object.fromEntries(Object.entries(files).map(([file, text]) => [file, integrityOf(text)])),
    ...changes,
  };
  write('module.json', JSON.stringify({ name: manifest.name, title: manifest.title }));
  for (const [file, text] of Object.entries(files)) write(`dist/${file}`, text);
  write('dist/module.json', JSON.stringify(manifest));
  return { folder, write, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
