import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../start/ports.ts';
import { accountFor } from '../../start/postgres/account.ts';
import { waitFor } from './wait-for.ts';

/** A PgBouncer in front of a database. */
export interface Pooler {
  /** The database's address with the pooler's port. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts `program` in transaction mode in front of the database at `databaseUrl`, for that role alone; `more` are further lines of
 * its settings.
 */
export async function startPooler(
  program: string,
  folder: string,
  databaseUrl: string,
  more: readonly string[] = [],
): Promise<Pooler> {
  const target = new URL(databaseUrl);
  const url = new URL(databaseUrl);
  url.port = String(await freePort());
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const account = accountFor(folder, program);
  const write = (name: string, text: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (account.uid !== null) chownSync(file, account.uid, account.uid);
    return file;
  };
  const users = write('users.txt', `"${target.username}" "${decodeURIComponent(target.password)}"\n`);
  const settings = write(
    'pgbouncer.ini',
    `[databases]
tessera = host=${target.hostname} port=${target.port} dbname=tessera

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${url.port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
server_login_retry = 1
query_wait_timeout = 3
${more.join('\n')}
`,
  );
  const log = openSync(path.join(folder, 'pgbouncer.log'), 'a', 0o600);
  const [file, ...args] = account.command(program, settings);
  const child = spawn(file, args, { stdio: ['ignore', log, log] });
  closeSync(log);
  const ended = once(child, 'exit');
  await waitFor('PgBouncer answers', () => isResponding(url.href), { withinMs: 20_000 });
  return {
    url: url.href,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function isResponding(connectionString: string): Promise<true> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}
