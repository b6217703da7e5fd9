import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

interface Running {
  child: ChildProcessWithoutNullStreams;
  url: string;
  serverUrl: string;
  adminUrl: string;
  pid: number;
  log: string[];
}

const cli = path.resolve(__dirname, 'cli.ts');
const folders: string[] = [];
const children: ChildProcessWithoutNullStreams[] = [];

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'tessera-pg-'));
  folders.push(made);
  return made;
}

async function start(dataDir: string, flags: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Running> {
  const child = spawn(process.execPath, [cli, '--data-dir', dataDir, ...flags], {
    env: { ...process.env, ...env },
  });
  children.push(child);
  const log: string[] = [];
  createInterface(child.stderr).on('line', (line) => log.push(line));
  const [first] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, log, ...(JSON.parse(first) as Pick<Running, 'url' | 'serverUrl' | 'adminUrl' | 'pid'>) };
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function eventually<T>(work: () => T | Promise<T>): Promise<T> {
  const limit = Date.now() + 15_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > limit) throw error;
      await delay(50);
    }
  }
}

async function close(running: Running): Promise<number | null> {
  const ended = once(running.child, 'exit');
  running.child.stdin.end();
  return ((await ended) as [number | null])[0];
}

const alive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.stdin.end();
    await once(child, 'exit');
  }
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

describe('embedded Postgres', () => {
  it('creates an ordinary role that owns the database, and keeps data across a restart', async () => {
    const dataDir = folder();
    const first = await start(dataDir);
    const [role] = await query(
      first.url,
      `select rolsuper, rolcreaterole, (select pg_get_userbyid(datdba) from pg_database where datname = current_database()) as owner
         from pg_roles where rolname = current_user`,
    );
    expect(role).toEqual({ rolsuper: false, rolcreaterole: true, owner: 'tessera' });
    await query(first.url, 'create table kept as select 42 as answer');
    expect(await close(first)).toBe(0);
    expect(alive(first.pid)).toBe(false);

    const second = await start(dataDir);
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it("creates a server role that owns nothing and can't create tables, also in an older data folder", async () => {
    const dataDir = folder();
    const before = await start(dataDir, ['--throw-away']);
    const [role] = await query(
      before.serverUrl,
      "select current_user as name, has_schema_privilege('public', 'CREATE') as creates, pg_has_role('tessera_all', 'SET') as switches",
    );
    expect(role).toEqual({ name: 'tessera_server', creates: false, switches: true });
    await query(before.adminUrl, 'drop role tessera_server');
    rmSync(path.join(dataDir, 'server-password'));
    await close(before);
    const after = await start(dataDir, ['--throw-away']);
    expect(await query(after.serverUrl, 'select 42 as answer')).toEqual([{ answer: 42 }]);
  });

  it('listens on loopback only and requires the password, which only the owner can read', async () => {
    const dataDir = folder();
    const { url, adminUrl } = await start(dataDir, ['--throw-away']);
    expect(await query(adminUrl, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    const wrong = new URL(url);
    wrong.password = 'guessed';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
    for (const file of ['password', 'server-password', 'superuser-password'])
      expect(statSync(path.join(dataDir, file)).mode & 0o777).toBe(0o600);
  });

  it('restarts on the same address after a SIGKILL and keeps committed data', async () => {
    const running = await start(folder());
    await query(running.url, 'create table kept as select 42 as answer');
    process.kill(running.pid, 'SIGKILL');
    await eventually(() => {
      if (!running.log.includes('Postgres is running again')) throw new Error('not yet');
    });
    expect(await query(running.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    expect(running.log[0]).toBe('Postgres exited (signal SIGKILL); restarting');
  });

  it('is adopted by the next start after its supervisor was killed', async () => {
    const dataDir = folder();
    const first = await start(dataDir);
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    expect(alive(first.pid)).toBe(true);

    const second = await start(dataDir);
    expect(second.pid).toBe(first.pid);
    expect(second.url).toBe(first.url);
    process.kill(second.pid, 'SIGKILL');
    await eventually(() => query(second.url, 'select 1'));
    expect(await close(second)).toBe(0);
  });

  it('runs without user namespaces in a data folder that only root can access', async () => {
    const above = folder();
    const programs = folder();
    writeFileSync(path.join(programs, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const dataDir = path.join(above, 'postgres');
    const PATH = `${programs}${path.delimiter}${process.env.PATH}`;
    const first = await start(dataDir, ['--throw-away'], { PATH });
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await close(first);
    // The launcher closes its data folder to others at every start.
    chmodSync(above, 0o700);
    const second = await start(dataDir, ['--throw-away'], { PATH });
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
