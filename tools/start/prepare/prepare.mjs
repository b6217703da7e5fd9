// Prepares a fresh clone: installs packages and builds.
import path from 'node:path';
import { root } from '../settings.mjs';
import { build, isBuilt } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { lock } from './lock.mjs';

/**
 * Installs and builds what is missing; one process at a time per workspace.
 * @param {{ say: (line: string) => void, builds?: boolean }} options `builds: false` installs only
 */
export async function prepare({ say, builds = true }) {
  if (isInstalled() && (!builds || isBuilt())) return;
  const release = await lock(path.join(root, '.tools', 'prepare.lock'), () =>
    say('Waiting for another start in this folder to finish installing or building …'),
  );
  try {
    if (!isInstalled()) await install(say);
    if (builds && !isBuilt()) await build(say);
  } finally {
    release();
  }
}
