import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { openSecrets } from '../start/secrets.ts';
import { serverCommand } from '../start/server-command.ts';
import { root } from '../start/settings.mjs';

/** A server that the bench started, on a port of its own choosing. */
export interface Running {
  port: number;
  pid: number;
  /** Bytes of memory that it has now. */
  memory(): number;
  stop(): Promise<void>;
}

/** The first administrator of the bench's database. */
export const admin = { email: 'admin@tessera.example', password: randomBytes(12).toString('base64url') };

/** Starts a server that says on a line of JSON where it listens. */
export async function startServer(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Running> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await portOf(child);
  return { port, pid: child.pid!, memory: () => memoryOf(child), stop: () => stop(child) };
}

/** The resident set, as Linux tells it. */
function memoryOf({ pid }: ChildProcess): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`A server ended with ${code}`)));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const { msg, port } = JSON.parse(line) as { msg?: string; port?: number };
      if (msg === 'listening' && port) resolve(port);
    });
  });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.removeAllListeners('exit').once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** The product's own server as it is built; its log is on, as in operation. `more`: of its environment. */
export function startProduct(
  databaseUrl: string,
  folder: string,
  more: NodeJS.ProcessEnv = {},
): Promise<Running> {
  const secrets = openSecrets(folder);
  return startServer(serverCommand, {
    PORT: '0',
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: '10',
    TOKEN_SECRET: secrets.tokenSecret,
    SEALING_KEYS: secrets.sealingKeys,
    VAPID_PUBLIC_KEY: secrets.vapidPublicKey,
    VAPID_PRIVATE_KEY: secrets.vapidPrivateKey,
    VAPID_SUBJECT: 'mailto:admin@tessera.example',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    RATE_LIMIT: '10000000',
    CONNECTIONS_PER_ADDRESS: '20000',
    CONNECTIONS: '20000',
    STREAMS_PER_SESSION: '20000',
    STREAMS_PER_USER: '20000',
    ...more,
  });
}

/** What it is measured against. */
export const startReferences = (databaseUrl: string): Promise<Running> =>
  startServer([path.join(root, 'tools/bench/reference-server.ts')], { DATABASE_URL: databaseUrl });
