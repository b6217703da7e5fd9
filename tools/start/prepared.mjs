// `node tools/start/prepared.mjs [--unbuilt] <program> [its arguments]`: installs and builds what is missing (`--unbuilt`
// installs only), and runs one of the tools on the product's Node. Uses only built-in modules, as start.mjs.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { productNode } from './prepare/node.mjs';
import { checkPlatform } from './prepare/preflight.mjs';
import { prepare } from './prepare/prepare.mjs';
import { endSteps } from './prepare/run.mjs';
import { root } from './settings.mjs';

const options = process.argv.slice(2);
const builds = options[0] !== '--unbuilt';
const [program = '', ...args] = builds ? options : options.slice(1);

/** @type {import('node:child_process').ChildProcess | null} */
let tool = null;
let stopping = false;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => {
    stopping = true;
    endSteps();
    tool?.kill('SIGTERM');
  });

try {
  checkPlatform();
  await prepare({ log: console.log, ...(!builds && { builds: [] }) });
  if (!stopping) {
    // The IPC channel closes when this process exits.
    tool = spawn(productNode(), [path.join(root, program), ...args], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    tool.on('exit', (code) => (process.exitCode = code ?? 1));
  }
} catch (error) {
  if (!stopping) console.error(/** @type {Error} */ (error).message);
  process.exitCode = 1;
}
