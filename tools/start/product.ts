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
  type ProductPlan,
  sandboxService,
  workerService,
} from './services.ts';
import { type Service, supervise, type Supervised, type Watcher } from './supervise.ts';

/** The running product. */
export interface Product {
  url: string;
  sandboxUrl: string | null;
  /** Resolves when all services are ready; rejects if one didn't start. */
  ready: Promise<void>;
  /** Stops all services in reverse order of their start. */
  stop(): Promise<void>;
  /** Kills all services. */
  kill(): void;
}

/** The content of `<data folder>/run.json`, for tools and for the next start. */
export interface RunRecord {
  url: string;
  sandboxUrl: string | null;
  launcher: number;
  processes: Record<string, number | null>;
  identities: string[];
}

/** Path of the run record, which exists while the product runs. */
const runFile = (dataDir: string): string => path.join(dataDir, 'run.json');

const LEFTOVER_LIMIT_MS = 20_000;
const READY_LIMIT_MS = 60_000;

/** Waits for the processes of a killed launcher to exit, and kills those that don't. */
export async function clearLeftovers(dataDir: string): Promise<void> {
  const record = await readFile(runFile(dataDir), 'utf8').catch(() => null);
  if (!record) return;
  const { identities } = JSON.parse(record) as RunRecord;
  for (const identity of await waitForEnd(identities, LEFTOVER_LIMIT_MS))
    process.kill(Number(identity.split(':')[0]), 'SIGKILL');
  rmSync(runFile(dataDir), { force: true });
}

/** Starts the database, the server and, for a demo, the sandbox site and the worker; keeps them running. */
export function startProduct(plan: ProductPlan, onConfigurationError: (name: string) => void): Product {
  const { settings, log } = plan;
  const services: Supervised[] = [];
  const url = addressOf(settings.host, plan.port);
  const sandboxUrl = settings.demo ? addressOf(settings.host, plan.sandboxPort) : null;
  const watcher: Watcher = { log, onConfigurationError, onChange: () => void saveRunRecord() };
  let stopping = false;
  let writing = Promise.resolve();

  function start(service: Service): Promise<void> {
    if (stopping) return Promise.reject(new Error('The product was stopped.'));
    const one = supervise(service, watcher);
    services.push(one);
    void saveRunRecord();
    return one.ready;
  }

  function saveRunRecord(): Promise<void> {
    const content: RunRecord = {
      url,
      sandboxUrl,
      launcher: process.pid,
      processes: Object.fromEntries(services.map((one) => [one.name, one.pid()])),
      identities: services.flatMap((one) => identify(one.pid() ?? 0) ?? []),
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
      log('Starting the database …');
      await start(postgresService(plan, (learned) => (database = learned)));
    }
    log('Starting the server …');
    await start(bffService(plan, database));
    await Promise.all([sandbox, waitUntilReady(url)]);
    if (settings.demo) await start(workerService(plan));
  }

  return {
    url,
    sandboxUrl,
    ready: startAll(),
    kill: () => services.forEach((one) => one.kill()),
    async stop() {
      stopping = true;
      for (const one of services.toReversed()) await one.stop();
      await writing;
      rmSync(runFile(settings.dataDir), { force: true });
    },
  };
}

/** Waits until the server reports that its database, migrations and queue are ready. */
async function waitUntilReady(url: string): Promise<void> {
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
