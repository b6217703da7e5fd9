import { statfsSync } from 'node:fs';
import { defineConfig, type PlaywrightTestOptions } from '@playwright/test';
import type { ConsoleOptions } from './src/harness/test.ts';

const MEMORY_FOLDER = '/dev/shm';
const REQUIRED_BYTES = 2 * 1024 ** 3;
/** A guard, not a promise: a busy machine needs several automatic attempts to load a module. */
const WAIT_MS = 180_000;

/** Whether databases and browser profiles of the suite fit into a folder in memory, where they are much faster. */
function fitsIntoMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize > REQUIRED_BYTES;
  } catch {
    return false;
  }
}
if (fitsIntoMemory()) process.env.TMPDIR = MEMORY_FOLDER;

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** A file with a product of its own, started with these settings. */
const project = (name: string, environment: NodeJS.ProcessEnv = {}) => ({
  name,
  testMatch: `${name}.e2e.ts`,
  use: { environment },
});

/** Chromium with its windows: its shell has no push messages. */
const inWindows = { launchOptions: { executablePath: chromium } };

export default defineConfig<PlaywrightTestOptions, ConsoleOptions>({
  testDir: 'src',
  // The longest ones first, so that none of them runs alone at the end.
  projects: [
    project('pages'),
    // A worker with as many slots as it can have, for an on-sale of thousands of tasks.
    project('on-sale', { WORKER_CAPACITY: '200' }),
    project('faults'),
    project('pay'),
    project('refusals'),
    project('layout'),
    project('passkeys'),
    project('module-releases'),
    project('modules'),
    project('module-trust'),
    // `npm start` prints, keeps and refuses, and passes on the collector's address; separate servers are started without it.
    ...(process.env.SEPARATE_SERVERS ? [] : [project('start')]),
    { name: 'keyboard', testMatch: 'keyboard.e2e.ts', use: inWindows },
    // A small capacity, so that some tasks wait while others run.
    project('flow', { WORKER_CAPACITY: '5' }),
    project('approvals'),
    project('module-versions'),
    project('module-slots'),
    {
      name: 'browser',
      testMatch: '{cookies,push,untraced}.e2e.ts',
      use: { ...inWindows, environment: { DEMO: 'off' } },
    },
    project('single-sign-on', { DEMO: 'off', SINGLE_SIGN_ON_HTTP: 'on' }),
    ...(process.env.SEPARATE_SERVERS ? [] : [project('traces')]),
  ],
  // One more than the machine of the checks has cores: tests wait for the browser and for leases.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 600_000,
  expect: { timeout: WAIT_MS },
  reporter: [['list'], ['json', { outputFile: 'test-results.json' }]],
  outputDir: '../../tmp/e2e',
  use: {
    // `npm test` finds or installs both programs and names them here.
    launchOptions: { executablePath: process.env.CHROMIUM_SHELL ?? chromium },
    viewport: { width: 1440, height: 900 },
    actionTimeout: WAIT_MS,
    navigationTimeout: WAIT_MS,
    // What the page looked like at each step takes a quarter of the time: `--trace on` records it.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
  },
});
