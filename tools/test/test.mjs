// `npm test`: installs and builds what is missing, and hands over to the suite on the product's Node.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { productNode } from '../start/prepare/node.mjs';
import { checkPlatform } from '../start/prepare/preflight.mjs';
import { prepare } from '../start/prepare/prepare.mjs';
import { endSteps } from '../start/prepare/run.mjs';
import { root } from '../start/settings.mjs';

/** @type {import('node:child_process').ChildProcess | null} */
let suite = null;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => {
    endSteps();
    suite?.kill('SIGTERM');
  });

try {
  checkPlatform();
  await prepare({ say: console.log });
  suite = spawn(productNode(), [path.join(root, 'tools/test/suite.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  suite.on('exit', (code) => (process.exitCode = code ?? 1));
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exitCode = 1;
}
