import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { run } from '../../start/prepare/run.mjs';
import { root } from '../../start/settings.mjs';

const SHELL = 'chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The machine's Chromium (`CHROMIUM` names another); installed when we may, else an error with the command to run. */
export async function findBrowser(log: (line: string) => void): Promise<string> {
  const named = process.env.CHROMIUM;
  if (named && !isProgram(named)) throw new Error(`CHROMIUM names ${named}, which is not a program.`);
  const found =
    named ?? onThisMachine(names) ?? elsewhere.find(isProgram) ?? (await install('chromium', log));
  if (found) return found;
  throw new Error(
    'The browser suite needs Chromium, and there is none: run "sudo apt-get install chromium" (or set CHROMIUM to a Chrome or Chromium), then "npm test" again.',
  );
}

/**
 * The environment that names the browser suite's programs: Chromium, and its shell without windows, in which the suite takes
 * half as long. Without the shell, Chromium does both.
 */
export async function findBrowsers(log: (line: string) => void): Promise<Record<string, string>> {
  const browser = await findBrowser(log);
  const named = process.env.CHROMIUM_SHELL ?? process.env.CHROMIUM;
  const shell = named ?? onThisMachine([SHELL]) ?? (await install(SHELL, log)) ?? browser;
  return { CHROMIUM: browser, CHROMIUM_SHELL: shell };
}

/** Installs a package of Debian's that has a program of its name, where this user may; returns the program. */
async function install(name: string, log: (line: string) => void): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  log(`Installing ${name} for the browser suite …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) => run('apt-get', ['--quiet', '--yes', ...args], { cwd: root, env });
  await apt('update')
    .then(() => apt('install', '--no-install-recommends', name))
    .catch((error: unknown) => log(error instanceof Error ? error.message : String(error)));
  return onThisMachine([name]);
}

function onThisMachine(programs: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return programs.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
