import { rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { identify, waitForEnd } from './prepare/processes.mjs';
import {
  type Addresses,
  addressOf,
  bffService,
  postgresService,
  sandboxService,
  workerService,
  type Plan,
} from './services.ts';
import { supervise, type Service, type Supervised, type Watcher } from './supervise.ts';

/** Everything that `npm start` starts. */
export interface Product {
  url: string;
  sandboxUrl: string | null;
  /** Settles when all of it works; rejects when something did not start. */
  ready: Promise<void>;
  /** Ends all of it, those first that use the others; at any time. */
  stop(): Promise<void>;
  /** Ends all of it at once. */
  kill(): void;
}

/** What `<data folder>/run.json` says about a run, for tools and for the next start. */
export interface RunRecord {
  url: string;
  sandboxUrl: string | null;
  launcher: number;
  processes: Record<string, number | null>;
  identities: string[];
}

/** Where the record lies while the product runs. */
export const runFile = (dataDir: string): string => path.join(dataDir, 'run.json');

const LEFTOVER_LIMIT_MS = 20_000;
const READY_LIMIT_MS = 60_000;

/** Processes that a killed launcher left behind end by themselves; what doesn't is ended here. */
export async function clearLeftovers(dataDir: string): Promise<void> {
  const record = await readFile(runFile(dataDir), 'utf8').catch(() => null);
  if (!record) return;
  const { identities } = JSON.parse(record) as RunRecord;
  for (const identity of await waitForEnd(identities, LEFTOVER_LIMIT_MS))
    process.kill(Number(identity.split(':')[0]), 'SIGKILL');
  rmSync(runFile(dataDir), { force: true });
}

/** Starts the database, the server and, for a demo, the sandbox site and the worker; keeps them running. */
export function startProduct(plan: Plan, gaveUp: (name: string) => void): Product {
  const { settings, say } = plan;
  const running: Supervised[] = [];
  const url = addressOf(settings.host, plan.port);
  const sandboxUrl = settings.demo ? addressOf(settings.host, plan.sandboxPort) : null;
  const watcher: Watcher = { say, gaveUp, changed: () => void record() };
  let stopping = false;
  let writing = Promise.resolve();

  function start(service: Service): Promise<void> {
    if (stopping) return Promise.reject(new Error('It was stopped.'));
    const one = supervise(service, watcher);
    running.push(one);
    void record();
    return one.ready;
  }

  function record(): Promise<void> {
    const content: RunRecord = {
      url,
      sandboxUrl,
      launcher: process.pid,
      processes: Object.fromEntries(running.map((one) => [one.name, one.pid()])),
      identities: running.flatMap((one) => identify(one.pid() ?? 0) ?? []),
    };
    writing = writing.then(() =>
      writeFile(runFile(settings.dataDir), JSON.stringify(content), { mode: 0o600 }),
    );
    return writing;
  }

  async function startAll(): Promise<void> {
    const sandbox = settings.demo ? start(sandboxService(plan)) : Promise.resolve();
    sandbox.catch(() => undefined);
    let database: Addresses = {
      server: settings.databaseUrl ?? '',
      migrations: settings.migrationDatabaseUrl,
    };
    if (!settings.databaseUrl) {
      say('Starting the database …');
      await start(postgresService(plan, (learned) => (database = learned)));
    }
    say('Starting the server …');
    await start(bffService(plan, database));
    await Promise.all([sandbox, ready(url)]);
    if (settings.demo) await start(workerService(plan));
  }

  return {
    url,
    sandboxUrl,
    ready: startAll(),
    kill: () => running.forEach((one) => one.kill()),
    async stop() {
      stopping = true;
      for (const one of running.toReversed()) await one.stop();
      await writing;
      rmSync(runFile(settings.dataDir), { force: true });
    },
  };
}

/** Waits until the server says that its database, migrations and queue are there. */
async function ready(url: string): Promise<void> {
  const limit = Date.now() + READY_LIMIT_MS;
  let last = '';
  while (Date.now() < limit) {
    try {
      const answer = await fetch(`${url}/readyz`);
      if (answer.ok) return;
      last = `${answer.status} ${await answer.text()}`;
    } catch (error) {
      last = (error as Error).message;
    }
    await delay(100);
  }
  throw new Error(`The server is not ready: ${last}`);
}
