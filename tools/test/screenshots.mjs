/** `npm run screenshots`: every page of the started product, in both themes and three widths, into docs/screens. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { nxEnvironment } from '../start/prepare/build.mjs';
import { productNode } from '../start/prepare/node.mjs';
import { checkPlatform } from '../start/prepare/preflight.mjs';
import { prepare } from '../start/prepare/prepare.mjs';
import { root } from '../start/settings.mjs';

checkPlatform();
await prepare({ say: console.log });
const jest = path.join(root, 'node_modules/jest/bin/jest.js');
const suite = spawn(
  productNode(),
  [jest, '--config', 'jest.config.cjs', '--testMatch', '<rootDir>/src/pages/screenshots.ts'],
  {
    cwd: path.join(root, 'apps/e2e'),
    env: {
      ...nxEnvironment(),
      NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => suite.kill(signal));
suite.on('exit', (code) => (process.exitCode = code ?? 1));
