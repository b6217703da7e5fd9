import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from './cluster.ts';

/** A server that responds to queries; `ended` settles with the reason when its process has exited. */
export interface Server {
  pid: number;
  port: number;
  ended: Promise<string>;
}

const START_LIMIT_MS = 60_000;
const LOG_LIMIT_BYTES = 10_000_000;

/** Address for `user`: of the product's database, for the superuser of their own. */
export function address(cluster: Cluster, port: number, user: keyof Cluster['passwords']): string {
  const database = user === 'postgres' ? 'postgres' : 'tessera';
  return `postgres://${user}:${cluster.passwords[user]}@127.0.0.1:${port}/${database}`;
}

/** Starts the server process and waits until it responds to a query. */
export async function launch(
  cluster: Cluster,
  port: number,
  settings: Record<string, string>,
): Promise<Server> {
  const log = openLog(cluster.log);
  const [file, ...args] = cluster.account.command(
    cluster.binaries.postgres,
    '-D',
    cluster.data,
    ...Object.entries({
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      ...settings,
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  );
  // Outside the terminal's process group: Ctrl-C must not stop the database before its clients.
  const child = spawn(file, args, {
    detached: process.platform !== 'win32',
    stdio: ['ignore', log, log],
    env: { ...process.env, LC_ALL: 'C', ...cluster.binaries.env },
  });
  closeSync(log);
  const ended = new Promise<string>((settle) => {
    child.on('error', (error) => settle(error.message));
    child.on('exit', (code, signal) => settle(signal ? `signal ${signal}` : `exit code ${code}`));
  });
  const state = await waitUntilReady(cluster, port, ended);
  if (state !== 'ready') throw new Error(`Postgres did not start (${state}); see ${cluster.log}`);
  return { pid: child.pid ?? 0, port, ended };
}

/** Returns the server that a previous launcher left running on this cluster, or null. */
export async function adopt(cluster: Cluster): Promise<Server | null> {
  const file = path.join(cluster.data, 'postmaster.pid');
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!isServerOf(pid, cluster.data)) {
    // The id may belong to another program by now, and then Postgres itself would not start.
    rmSync(file, { force: true });
    return null;
  }
  const ended = waitForExit(pid);
  return (await waitUntilReady(cluster, port, ended)) === 'ready' ? { pid, port, ended } : null;
}

/** Waits until the server accepts queries; returns `ready` or the reason of the failure. */
async function waitUntilReady(cluster: Cluster, port: number, ended: Promise<string>): Promise<string> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit) {
    if (await isResponding(address(cluster, port, 'postgres'))) return 'ready';
    const exitReason = await Promise.race([ended, delay(50, null)]);
    if (exitReason !== null) return exitReason;
  }
  return `no response within ${START_LIMIT_MS / 1000} s`;
}

async function isResponding(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function isServerOf(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data);
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Polls, because the exit of a process that isn't a child can't be observed otherwise. */
async function waitForExit(pid: number): Promise<string> {
  while (isAlive(pid)) await delay(250, undefined, { ref: false });
  return 'exited';
}

function openLog(file: string): number {
  try {
    if (statSync(file).size > LOG_LIMIT_BYTES) truncateSync(file);
  } catch {
    // The first start has no log yet.
  }
  return openSync(file, 'a', 0o600);
}
