import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { run } from '../start/prepare/run.mjs';
import { root } from '../start/settings.mjs';

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
  const found = named ?? onThisMachine();
  if (found) return found;

  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    log('Installing Chromium for the browser suite …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...args: string[]) => run('apt-get', ['--quiet', '--yes', ...args], { cwd: root, env });
    await apt('update')
      .then(() => apt('install', '--no-install-recommends', 'chromium'))
      .catch((error: unknown) => log(error instanceof Error ? error.message : String(error)));
    const installed = onThisMachine();
    if (installed) return installed;
  }
  throw new Error(
    'The browser suite needs Chromium, and there is none: run "sudo apt-get install chromium" (or set CHROMIUM to a Chrome or Chromium), then "npm test" again.',
  );
}

function onThisMachine(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...candidates, ...elsewhere].find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
