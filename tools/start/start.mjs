// `npm start` and `npm run dev [-- app …]`: check, install, build, and run the launcher on the product's Node.
// Uses only built-in modules and syntax of Node 20, since nothing else is available on a fresh clone.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { apps } from './prepare/build.mjs';
import { tryLock } from './prepare/lock.mjs';
import { productNode } from './prepare/node.mjs';
import { checkDisk, checkPlatform, checkPorts, PreflightError } from './prepare/preflight.mjs';
import { prepare } from './prepare/prepare.mjs';
import { endSteps } from './prepare/run.mjs';
import { readSettings, root, SettingsError } from './settings.mjs';

const BAD_CONFIGURATION = 78;
const options = process.argv.slice(2);
const development = options[0] === '--dev';
/** The apps that are served for development: those that are named, else every one. */
const developed = development ? (options.length > 1 ? options.slice(1) : apps) : [];
const log = (/** @type {string} */ line) => console.log(line);

/** @type {import('node:child_process').ChildProcess | null} */
let launcher = null;
let stopping = false;
let lastStopAt = 0;

/** Stops the launcher. Ignores a repeated signal within 1 s: npm forwards Ctrl-C, which the terminal sends too. */
function stop() {
  if (Date.now() - lastStopAt < 1000) return;
  lastStopAt = Date.now();
  stopping = true;
  endSteps();
  launcher?.kill('SIGTERM');
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop);
stopWithNpm();

/** Stops when the parent npm process is killed, which sends no signal. */
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

/** Runs the launcher and returns its exit code. The IPC channel closes when this process exits. */
function launch() {
  return new Promise((ended, failed) => {
    const program = path.join(root, 'tools/start', development ? 'dev.ts' : 'launch.ts');
    launcher = spawn(productNode(), [program, ...developed], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Outside the terminal's process group, so that this process forwards Ctrl-C once.
      detached: process.platform !== 'win32',
    });
    launcher.on('error', failed);
    launcher.on('exit', (code) => ended(code ?? 1));
  });
}

async function main() {
  checkPlatform();
  const unknown = developed.find((name) => !apps.includes(name));
  if (unknown)
    throw new PreflightError(`There is no app "${unknown}" to develop: choose among ${apps.join(', ')}.`);
  const settings = readSettings(process.env);
  checkDisk(settings.dataDir);
  const unlock = tryLock(path.join(settings.dataDir, 'start.lock'));
  if (!unlock)
    throw new PreflightError(
      `Tessera already runs on the data folder ${settings.dataDir}: stop that one first, or set DATA_DIR to another folder.`,
    );
  try {
    await checkPorts(settings);
    await prepare({ log, builds: apps.filter((name) => !developed.includes(name)) });
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
