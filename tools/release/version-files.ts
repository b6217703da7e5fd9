import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where the product's version stands beside package.json and package-lock.json. */
export const VERSION_FILES = [
  '.env.example',
  'deploy/kubernetes/kustomization.yaml',
  'docs/operate/systemd.md',
  'docs/workers.md',
  'apps/worker/src/worker.ts',
];
const CHANGELOG = 'CHANGELOG.md';
const UNRELEASED = /^## Unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m;

/** The version of package.json. */
export const readVersion = (folder: string): string =>
  (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }).version;

/** Writes a version everywhere. Throws for a file that doesn't have the present one. */
export function writeVersion(folder: string, version: string): void {
  const present = readVersion(folder);
  const pattern = new RegExp(`(?<![\\d.])${present.replaceAll('.', '\\.')}(?![\\d.-])`, 'g');
  for (const name of VERSION_FILES)
    rewrite(folder, name, (text) => text.replace(pattern, version), `it doesn't have the version ${present}`);
  execFileSync('npm', ['version', version, '--no-git-tag-version', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** What the changelog says of the next version; empty if there is nothing. */
export const readUnreleased = (folder: string): string =>
  UNRELEASED.exec(readFileSync(path.join(folder, CHANGELOG), 'utf8'))?.[1]?.trim() ?? '';

/** Gives the unreleased part of the changelog the title of a version. */
export function closeUnreleased(folder: string, title: string): void {
  rewrite(
    folder,
    CHANGELOG,
    (text) => text.replace('## Unreleased\n', `## ${title}\n`),
    'it has no "## Unreleased"',
  );
}

function rewrite(folder: string, name: string, change: (text: string) => string, unchanged: string): void {
  const file = path.join(folder, name);
  const text = readFileSync(file, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`${name} can't be written: ${unchanged}`);
  writeFileSync(file, changed);
}
