/**
 * `npm run prove -- rolling`: restarts two servers in turn behind nginx with the shipped template, under load, and counts the requests
 * that were lost or ended with an error. Needs the program nginx. `--restarts=20`, `--drain=5000` (DRAIN_MS), `--seed=7`,
 * `--keep`: keeps the folder with the logs. Exit code 0: none was lost.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { root } from '../../start/settings.mjs';
import { type Check, expectNone, expectWithin, reportChecks } from '../checks.ts';
import { type Attempt, Client } from '../installation/client.ts';
import {
  type Front,
  type Installation,
  startInstallation,
  waitUntilReady,
} from '../installation/installation.ts';
import { accessLog } from '../installation/nginx.ts';
import { Scratch } from '../installation/scratch.ts';
import type { Fixtures } from '../load/fixtures.ts';
import { Load } from '../load/load.ts';
import { SeededRandom } from '../load/seeded-random.ts';

const { values: options } = parseArgs({
  options: {
    restarts: { type: 'string', default: '20' },
    drain: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
});
const restarts = Number(options.restarts);
const drainMs = Number(options.drain);
/** The server's own limit after the drain. */
const EXIT_MS = 15_000;

/** What browsers do besides: sign in, refresh the session, sign out, read the page, its scripts and the modules. */
class Visitors {
  readonly client: Client;
  private running = true;
  private readonly done: Promise<unknown>;

  constructor(console: string, fixtures: Fixtures) {
    this.client = new Client([console]);
    const scripts = readdirSync(path.join(root, 'apps/shell/dist/js')).filter((file) => file.endsWith('.js'));
    const files = ['/tasks', '/api/modules', ...scripts.slice(0, 5).map((file) => `/js/${file}`)];
    this.done = Promise.all([this.signInLoop(fixtures), this.fileLoop(console, files)]);
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.done;
  }

  private async signInLoop({ owner }: Fixtures): Promise<void> {
    while (this.running) {
      await this.client.signIn(owner);
      await this.client.refresh();
      await this.client.requestOk('POST', '/api/auth/logout');
      await delay(100);
    }
  }

  private async fileLoop(console: string, files: readonly string[]): Promise<void> {
    while (this.running)
      for (const file of files) {
        this.client.attempts.push(await readFile(console, file));
        await delay(20);
      }
  }
}

async function readFile(server: string, file: string): Promise<Attempt> {
  const began = performance.now();
  const attempt = {
    server,
    method: 'GET',
    path: file,
    began,
    ended: 0,
    status: null,
    retryAfter: false,
    error: null,
  };
  try {
    const response = await fetch(server + file);
    await response.arrayBuffer();
    return { ...attempt, status: response.status, ended: performance.now() };
  } catch (error) {
    return { ...attempt, error: String((error as Error).cause ?? error), ended: performance.now() };
  }
}

type Access = { status: number; tries: string; method: string; uri: string };

/** What nginx returned: its log knows the workers' requests too. */
function checkAccessLog(folder: string): Check[] {
  const lines = readFileSync(accessLog(path.join(folder, 'nginx')), 'utf8')
    .trimEnd()
    .split('\n');
  const requests = lines.map((line) => JSON.parse(line) as Access);
  const failed = requests.filter(({ status }) => status >= 500 && status !== 503);
  const unavailable = requests.filter(({ status }) => status === 503);
  const repeated = requests.filter(({ tries }) => tries.includes(',')).length;
  const describe = ({ status, tries, method, uri }: Access) => `${status} (${tries}) ${method} ${uri}`;
  return [
    expectNone(
      'nginx answered nothing with 500, 502 or 504',
      failed.map(describe),
      `${requests.length} requests, ${repeated} of them sent to a second server`,
    ),
    expectNone('nothing was answered with 503', unavailable.map(describe)),
  ];
}

async function restartInTurn({ bffs }: Installation, front: Front): Promise<Check[]> {
  const times: number[] = [];
  const codes: string[] = [];
  for (let round = 0; round < restarts; round += 1) {
    const index = round % bffs.length;
    const bff = bffs[index];
    if (!bff) break;
    const { ms, code } = await bff.program.stop();
    front.announce(bffs.map((_, other) => other !== index));
    times.push(ms);
    if (code !== 0) codes.push(`restart ${round + 1}: exit code ${code}`);
    bff.program.start();
    front.announce(bffs.map(() => true));
    await waitUntilReady(bff.url, 30_000);
    console.log(`  … restart ${round + 1} of ${restarts}`);
    await delay(500);
  }
  return [
    expectWithin('servers exited after the drain', drainMs + EXIT_MS, times),
    expectNone('all exited with code 0', codes),
  ];
}

function checkAttempts(attempts: readonly Attempt[]): Check[] {
  const lost = attempts.filter(({ error }) => error !== null);
  const failed = attempts.filter(({ status }) => status !== null && status >= 500);
  const describe = ({ path: at, status, error }: Attempt) => `${at}: ${status ?? error}`;
  return [
    expectNone('no request was lost', lost.map(describe), `${attempts.length} requests`),
    expectNone('none was answered with an error of a server', failed.map(describe)),
  ];
}

await using scratch = new Scratch('rolling', { keep: options.keep });
console.log(`Two servers behind nginx, ${restarts} restarts, DRAIN_MS=${drainMs}.`);
const random = new SeededRandom(Number(options.seed));
const installation = await startInstallation(
  { folder: scratch.folder, nginx: true, serverEnv: () => ({ DRAIN_MS: String(drainMs) }) },
  scratch,
);
const { front } = installation;
if (!front) throw new Error('nginx is not in front');
const load = await Load.start(installation, random, 'Rolling', { writers: 12, streams: 4, buying: 8 });
const { fixtures } = load;
const visitors = new Visitors(front.url, fixtures);
const began = Date.now();
const restarted = await restartInTurn(installation, front);
const seconds = Math.round((Date.now() - began) / 1000);
await visitors.stop();
const attempts = [...load.attempts(), ...visitors.client.attempts];
const finished = await load.finish();
reportChecks([...checkAttempts(attempts), ...checkAccessLog(scratch.folder), ...restarted, ...finished]);
console.log(`(${seconds} s)`);
