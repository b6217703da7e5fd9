/**
 * `node tools/workspace/packages/package.ts <lib>`: makes a library an npm package in `dist/packages`. `npx nx run-many -t package` makes
 * all of them, in the order of their imports.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../start/settings.mjs';
import { compile } from './compile.ts';

/** Files that a package holds beside what is compiled. */
interface Assets {
  /** A folder of the workspace. */
  from: string;
  /** The folder of the package. */
  to: string;
  /** Left out: every file. */
  includes?: (file: string) => boolean;
}

/** By the folder of the library. */
const assets: Readonly<Record<string, readonly Assets[]>> = {
  'libs/module-kit': [
    { from: 'libs/federation/webpack', to: 'dist/webpack', includes: (file) => file.endsWith('.mjs') },
    // The console for `dev`; it is served uncompressed.
    { from: 'apps/shell/dist', to: 'dist/shell', includes: (file) => !/\.(?:br|gz)$/.test(file) },
  ],
};

/** Copies a library's assets into its folder. */
function copyAssets(folder: string): void {
  for (const { from, to, includes = () => true } of assets[folder] ?? []) {
    const source = path.join(root, from);
    if (!existsSync(source)) throw new Error(`${from} is missing: build it first`);
    cpSync(source, path.join(root, folder, to), {
      recursive: true,
      filter: (file) => !path.extname(file) || includes(file),
    });
  }
}

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
