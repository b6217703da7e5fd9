// Prepares a fresh clone: installs packages and builds.
import path from 'node:path';
import { root } from '../settings.mjs';
import { build, isBuilt } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { lock } from './lock.mjs';

/**
 * Installs and builds what is missing; one process at a time per workspace.
 * @param {{ log: (line: string) => void, builds?: boolean }} options `builds: false` installs only
 */
export async function prepare({ log, builds = true }) {
  if (isInstalled() && (!builds || isBuilt())) return;
  const release = await lock(path.join(root, '.tools', 'prepare.lock'), () =>
    log('Waiting for another start in this folder to finish installing or building …'),
  );
  try {
    if (!isInstalled()) await install(log);
    if (builds && !isBuilt()) await build(log);
  } finally {
    release();
  }
}
