// Prepares a fresh clone: installs packages and builds.
import path from 'node:path';
import { root } from '../settings.mjs';
import { apps, build, isBuilt } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { lock } from './lock.mjs';

/**
 * Installs and builds what is missing; one process at a time per workspace.
 * @param {{ log: (line: string) => void, builds?: readonly string[] }} options `builds`: the apps to build, every one unless given
 */
export async function prepare({ log, builds = apps }) {
  const needsBuild = () => builds.length > 0 && !isBuilt();
  if (isInstalled() && !needsBuild()) return;
  const release = await lock(path.join(root, '.tools', 'prepare.lock'), () =>
    log('Waiting for another start in this folder to finish installing or building …'),
  );
  try {
    if (!isInstalled()) await install(log);
    if (needsBuild()) await build(log, builds);
  } finally {
    release();
  }
}
