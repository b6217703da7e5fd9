import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../start/settings.mjs';

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
export function copyAssets(folder: string): void {
  for (const { from, to, includes = () => true } of assets[folder] ?? []) {
    const source = path.join(root, from);
    if (!existsSync(source)) throw new Error(`${from} is missing: build it first`);
    cpSync(source, path.join(root, folder, to), {
      recursive: true,
      filter: (file) => !path.extname(file) || includes(file),
    });
  }
}
