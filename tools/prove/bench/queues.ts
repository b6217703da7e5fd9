import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../start/ports.ts';
import { type Result, spreadOf } from './measure.ts';
import { installReferences } from './references.ts';
import { log } from './report.ts';
import type { Bench } from './start.ts';

const execFileAsync = promisify(execFile);
const REDIS = '/usr/bin/redis-server';

const titles = {
  plain: 'PostgreSQL with SKIP LOCKED',
  'graphile-worker': 'graphile-worker',
  bullmq: 'BullMQ on Redis',
};
type Engine = keyof typeof titles;

/**
 * How long other queues take to give as many jobs to eight takers: for taking alone, without status, timeline, secrets or
 * HTTP. BullMQ needs Debian's redis-server, and is left out without it.
 */
export async function queues({ adminUrl, folder }: Bench, tasks: number, rounds: number): Promise<Result[]> {
  const home = await installReferences(folder);
  await using stack = new AsyncDisposableStack();
  const redisPort = existsSync(REDIS) ? await startRedis(stack, home) : null;
  if (redisPort === null) log(`BullMQ is not measured: there is no ${REDIS}`);
  const engines = (Object.keys(titles) as Engine[]).filter(
    (engine) => engine !== 'bullmq' || redisPort !== null,
  );
  const found = new Map<Engine, number[]>(engines.map((engine) => [engine, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const engine of engines) {
      found.get(engine)?.push(await takeAll(engine, tasks, { home, adminUrl, redisPort }));
    }
  return engines.map((engine) => ({
    name: `${titles[engine]}: all of ${tasks.toLocaleString('en')} jobs are taken after, in ms`,
    figure: spreadOf(found.get(engine) ?? []),
    promise: 'for comparison',
    met: true,
    note: 'taking alone',
  }));
}

interface Taking {
  /** The folder of `installReferences`. */
  home: string;
  adminUrl: string;
  redisPort: number | null;
}

/** Milliseconds until eight takers have all jobs of a queue. */
async function takeAll(engine: Engine, jobs: number, { home, adminUrl, redisPort }: Taking): Promise<number> {
  const { stdout } = await execFileAsync(
    process.execPath,
    [path.join(home, 'take.mjs'), engine, String(jobs)],
    { env: { PATH: process.env.PATH, DATABASE_URL: adminUrl, REDIS_PORT: String(redisPort) } },
  );
  return (JSON.parse(stdout) as { last: number }).last;
}

/** How long as many jobs take in a plain table with SKIP LOCKED, in ms: the figures of two machines can be compared by it. */
export async function takePlainJobs({ adminUrl, folder }: Bench, jobs: number): Promise<number> {
  return await takeAll('plain', jobs, { home: await installReferences(folder), adminUrl, redisPort: null });
}

/** Starts a Redis that keeps nothing; returns its port. */
async function startRedis(stack: AsyncDisposableStack, folder: string): Promise<number> {
  const port = await freePort();
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ];
  const redis = spawn(REDIS, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  stack.defer(
    () =>
      new Promise<void>((resolve) => {
        redis.once('exit', () => resolve());
        redis.kill('SIGTERM');
      }),
  );
  await new Promise<void>((resolve, reject) => {
    redis.once('exit', (code) => reject(new Error(`Redis exited with ${code}`)));
    redis.stdout.on('data', (text: Buffer) => {
      if (text.includes('Ready to accept connections')) resolve();
    });
  });
  return port;
}
