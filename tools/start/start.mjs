// `npm start` and `npm run dev`: checks, installs, builds, and then hands over to the launcher on the product's Node.
// Built-ins alone, and no syntax that Node 20 doesn't know: on a fresh clone nothing else is there yet.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { endSteps } from './prepare/run.mjs';
import { tryLock } from './prepare/lock.mjs';
import { productNode } from './prepare/node.mjs';
import { PreflightError, checkDisk, checkPlatform, checkPorts } from './prepare/preflight.mjs';
import { prepare } from './prepare/prepare.mjs';
import { SettingsError, readSettings, root } from './settings.mjs';

const BAD_CONFIGURATION = 78;
const development = process.argv.includes('--dev');
const say = (/** @type {string} */ line) => console.log(line);

/** @type {import('node:child_process').ChildProcess | null} */
let launcher = null;
let stopping = false;
let lastAsked = 0;

/** Asked again a second later it insists; at once is but npm passing on what the terminal told us too. */
function stop() {
  if (Date.now() - lastAsked < 1000) return;
  lastAsked = Date.now();
  stopping = true;
  endSteps();
  launcher?.kill('SIGTERM');
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop);
stopWithNpm();

/** When npm that started us is killed outright, nobody passes its end on to us. */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}

/** Runs the launcher until it ends; answers its exit code. The channel tells it when we are gone. */
function launch() {
  return new Promise((ended, failed) => {
    launcher = spawn(productNode(), [path.join(root, 'tools/start', development ? 'dev.ts' : 'launch.ts')], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Ctrl-C in the terminal reaches us alone, and we pass it on once.
      detached: process.platform !== 'win32',
    });
    launcher.on('error', failed);
    launcher.on('exit', (code) => ended(code ?? 1));
  });
}

async function main() {
  checkPlatform();
  const settings = readSettings(process.env);
  checkDisk(settings.dataDir);
  const unlock = tryLock(path.join(settings.dataDir, 'start.lock'));
  if (!unlock)
    throw new PreflightError(
      `Tessera already runs on the data folder ${settings.dataDir}: stop that one first, or set DATA_DIR to another folder.`,
    );
  try {
    await checkPorts(settings);
    await prepare({ say, builds: !development });
    return stopping ? 0 : await launch();
  } finally {
    unlock();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!stopping) {
    console.error(/** @type {Error} */ (error).message);
    const isConfiguration = error instanceof SettingsError || error instanceof PreflightError;
    process.exitCode = isConfiguration ? BAD_CONFIGURATION : 1;
  }
}
