/** A suite of the server's tests run longer than `npm test` does: on a fresh clone too. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { nxEnvironment } from '../start/prepare/build.mjs';
import { productNode } from '../start/prepare/node.mjs';
import { checkPlatform } from '../start/prepare/preflight.mjs';
import { prepare } from '../start/prepare/prepare.mjs';
import { root } from '../start/settings.mjs';

/**
 * Sets up what is missing and runs the files of a folder; `env` says how long. Ends with the suite's exit code.
 * @param {string} folder under apps/bff, e.g. `test/fuzz`
 * @param {Record<string, string>} env
 */
export async function runServerSuite(folder, env) {
  checkPlatform();
  await prepare({ say: console.log, builds: false });
  const jest = path.join(root, 'node_modules/jest/bin/jest.js');
  const suite = spawn(productNode(), [jest, '--config', 'jest.config.cjs', folder], {
    cwd: path.join(root, 'apps/bff'),
    env: {
      ...nxEnvironment(),
      NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.on(signal, () => suite.kill(signal));
  suite.on('exit', (code) => (process.exitCode = code ?? 1));
}
