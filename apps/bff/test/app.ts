import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Pool } from 'pg';
import { generateVAPIDKeys } from 'web-push';
import { createApp } from '../src/create-app';
import { loadConfig } from '../src/platform/config/config';
import { Sweeper } from '../src/platform/sweeps/sweeps';
import { RehearsalSweeper } from '../src/work';
import { answerFault } from './document/check-answer';
import { createDatabase, databaseUrl, dropDatabase, TEMPLATE, type TestPostgres } from './postgres';

/** The keys that sign push messages. */
export const vapid = generateVAPIDKeys();

export const ADMIN = { email: 'admin@tessera.example', password: 'quiet-harbour-lantern-42' };

export type Answer<T> = { status: number; headers: Headers; body: T };
/** Options of a request. `text` is a raw body, whose type is in the headers. */
export type Asked = { token?: string; body?: unknown; text?: string; headers?: Record<string, string> };

/** A running server with a separate database. */
export type TestApp = {
  /** Sends a request and reads the JSON of the response; `null` when it is empty. */
  http<T = never>(method: string, path: string, asked?: Asked): Promise<Answer<T>>;
  /** Its address, e.g. `http://127.0.0.1:41234`. */
  url: string;
  /** Connections to its database as the superuser, without row-level security. */
  db: Pool;
  /** The address of its database for the application's role. */
  databaseUrl: string;
  /** The running application, for what HTTP can't reach. */
  nest: NestFastifyApplication;
  close(): Promise<void>;
};

/**
 * Starts the server on a clone of the migrated template; `env` overrides its settings, `via` its way to the database,
 * `logTo` is where it logs. Nothing sweeps in the background, so that no result depends on how fast a test runs: a test
 * calls `sweep` where time has passed.
 */
export async function startApp(
  env: Record<string, string> = {},
  via: (url: string) => Promise<string> = (url) => Promise.resolve(url),
  logTo?: { write(line: string): void },
): Promise<TestApp> {
  const postgres = JSON.parse(process.env.TEST_POSTGRES ?? '{}') as TestPostgres;
  const name = `test_${randomBytes(8).toString('hex')}`;
  await createDatabase(postgres, name, TEMPLATE);
  const appUrl = databaseUrl(postgres.serverUrl, name);
  const nest = await createApp(configOf(await via(appUrl), env), logTo);
  await nest.listen(0, '127.0.0.1');
  await nest.get(Sweeper, { strict: false }).stop();
  await nest.get(RehearsalSweeper, { strict: false }).stop();
  const url = await nest.getUrl();
  const db = new Pool({ connectionString: databaseUrl(postgres.adminUrl, name), max: 2 });
  db.on('error', () => undefined);
  return {
    nest,
    url,
    db,
    databaseUrl: appUrl,
    http: (method, path, asked) => send(url, method, path, asked),
    close: async () => {
      await nest.close();
      await db.end();
      await dropDatabase(postgres, name);
      rmSync(moduleStoreOf(appUrl), { recursive: true, force: true });
    },
  };
}

/** A second server on the same database and store of modules, like another process; `env` and `logTo` as above. */
export async function startBeside(
  { databaseUrl: shared, db }: TestApp,
  env: Record<string, string> = {},
  logTo?: { write(line: string): void },
): Promise<TestApp> {
  const nest = await createApp(configOf(shared, env), logTo);
  await nest.listen(0, '127.0.0.1');
  await nest.get(Sweeper, { strict: false }).stop();
  await nest.get(RehearsalSweeper, { strict: false }).stop();
  const url = await nest.getUrl();
  return {
    nest,
    url,
    db,
    databaseUrl: shared,
    http: (method, path, asked) => send(url, method, path, asked),
    close: () => nest.close(),
  };
}

/** The folder of the modules' files, one for all servers on a database. */
export const moduleStoreOf = (url: string) =>
  path.join(tmpdir(), `tessera-modules-${path.basename(new URL(url).pathname)}`);

const configOf = (url: string, env: Record<string, string>) =>
  loadConfig({
    DATABASE_URL: url,
    TOKEN_SECRET: 'a secret of the tests alone, long enough',
    SEALING_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    RATE_LIMIT: '1000000',
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    PORT: '0',
    MODULE_STORE: moduleStoreOf(url),
    ...env,
  });

/** Sends a request and checks the response against the OpenAPI document. */
async function send<T>(
  url: string,
  method: string,
  path: string,
  { token, body, text: sent, headers }: Asked = {},
): Promise<Answer<T>> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? sent : JSON.stringify(body),
  });
  const text = await response.text();
  const type = response.headers.get('content-type');
  const read: unknown = type?.includes('json') && text !== '' ? JSON.parse(text) : text || null;
  const fault = answerFault(method, path, { status: response.status, type, body: read });
  if (fault)
    throw new Error(`${method} ${path} answered ${response.status} ${text.slice(0, 2000)}: ${fault}`);
  return { status: response.status, headers: response.headers, body: read as T };
}
