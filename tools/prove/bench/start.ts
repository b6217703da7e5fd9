import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { freePort } from '../../start/ports.ts';
import {
  type Bff,
  type Installation,
  type InstallationOptions,
  startInstallation,
} from '../installation/installation.ts';
import { Program } from '../installation/program.ts';
import type { Scratch } from '../installation/scratch.ts';
import { waitFor } from '../installation/wait-for.ts';

/** One server on a database with room for a lot of data. */
export interface Bench extends Installation {
  server: Bff;
  /** One session of the superuser, past row-level security. */
  session: pg.PoolClient;
}

/**
 * Starts the database, which `fill` fills, and the server. `folder` stays and its database is used again; without it all is
 * temporary. `env` is more of the server's environment.
 */
export async function startBench(
  scratch: Scratch,
  {
    env = {},
    folder,
    settings,
    fill,
  }: Pick<InstallationOptions, 'fill' | 'settings'> & { env?: NodeJS.ProcessEnv; folder?: string },
): Promise<Bench> {
  const installation = await startInstallation(
    {
      folder: folder ?? scratch.folder,
      // Its files are where `COPY` of the benchmarks can write, too.
      postgresFolder: folder ?? scratch.folder,
      settings: {
        max_connections: '100',
        shared_buffers: '512MB',
        max_wal_size: '4GB',
        TimeZone: 'UTC',
        ...settings,
      },
      servers: 1,
      workers: false,
      ...(folder && { admin: keptAdmin(folder) }),
      fill,
      serverEnv: () => env,
    },
    scratch,
  );
  const session = await installation.db.connect();
  session.on('error', (error) => console.error(error.message));
  scratch.defer(() => session.release());
  const [server] = installation.bffs;
  if (!server) throw new Error('There is no server');
  return Object.assign(installation, { server, session });
}

/** The administrator of a kept database has the password that it was made with. */
function keptAdmin(folder: string): { email: string; password: string } {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'admin-password');
  if (!existsSync(file))
    writeFileSync(file, Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('base64url'), {
      mode: 0o600,
    });
  return { email: 'admin@tessera.example', password: readFileSync(file, 'utf8') };
}

/** Starts what the product is compared with: a program that listens at `PORT`, which is returned. */
export async function startReference(
  scratch: Scratch,
  name: string,
  file: string,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const port = await freePort();
  const logs = scratch.folder;
  const program = new Program({ name, args: [file], env: { ...env, PORT: String(port) }, logs });
  program.start();
  scratch.defer(() => program.stop());
  await waitFor(`${name} answers`, () => fetch(`http://127.0.0.1:${port}/`), { withinMs: 60_000 });
  return port;
}

/** Bytes of resident memory of a server (Linux). */
export function memoryOf({ program }: Bff): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}
