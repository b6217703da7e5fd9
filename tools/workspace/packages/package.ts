/**
 * `node tools/workspace/packages/package.ts <lib>`: makes a library an npm package in `dist/packages`. `npx nx run-many -t package` makes
 * all of them, in the order of their imports.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../start/settings.mjs';
import { copyAssets } from './assets.ts';
import { compile } from './compile.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder of a library');
const lib = path.join(root, folder);
compile(lib);
copyAssets(folder);
const packages = path.join(root, 'dist/packages');
mkdirSync(packages, { recursive: true });
// Its earlier versions go: an installation from the folder wouldn't know which one is meant.
const { name } = JSON.parse(readFileSync(path.join(lib, 'package.json'), 'utf8')) as { name: string };
const tarball = name.replace('@', '').replace('/', '-');
for (const earlier of globSync(path.join(packages, `${tarball}-[0-9]*.tgz`))) rmSync(earlier);
execFileSync('npm', ['pack', '--loglevel=error', '--pack-destination', packages], {
  cwd: lib,
  stdio: 'inherit',
});
