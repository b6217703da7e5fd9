import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Account, accountFor } from './account.ts';
import { type Binaries, findBinaries } from './binaries.ts';

/** One embedded cluster on disk: `data` is Postgres' own folder, the passwords are next to it. */
export interface Cluster {
  data: string;
  log: string;
  account: Account;
  binaries: Binaries;
  passwords: { postgres: string; tessera: string; tessera_server: string };
}

/** Opens the cluster in `folder`; creates it if it is missing or incomplete. */
export function openCluster(folder: string): Cluster {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const binaries = findBinaries(path.join(folder, 'lib'));
  const account = accountFor(folder, binaries.initdb);
  const cluster: Cluster = {
    data: path.join(folder, 'data'),
    log: path.join(folder, 'postgres.log'),
    account,
    binaries,
    passwords: {
      postgres: password(path.join(folder, 'superuser-password'), account),
      tessera: password(path.join(folder, 'password'), account),
      tessera_server: password(path.join(folder, 'server-password'), account),
    },
  };
  if (!existsSync(cluster.data)) create(cluster, path.join(folder, 'superuser-password'));
  return cluster;
}

function password(file: string, account: Account): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const made = randomBytes(24).toString('base64url');
    writeFileSync(file, made, { mode: 0o600 });
    if (account.uid !== null) chownSync(file, account.uid, account.uid);
    return made;
  }
}

/** initdb into a folder of another name, which is renamed when it is whole. */
function create(cluster: Cluster, passwordFile: string): void {
  const draft = `${cluster.data}.new`;
  rmSync(draft, { recursive: true, force: true });
  const [file, ...args] = cluster.account.command(
    cluster.binaries.initdb,
    `--pgdata=${draft}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The same order on every machine, independent of its C library; PostgreSQL 15 and 16 have C's alone.
    ...(hasBuiltinLocales(cluster) ? ['--locale-provider=builtin'] : []),
    '--locale=C.UTF-8',
  );
  const done = spawnSync(file, args, {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C', ...cluster.binaries.env },
  });
  if (done.status !== 0)
    throw new Error(
      `The embedded Postgres could not be made in ${cluster.data}: ${done.stderr || done.error?.message}`,
    );
  renameSync(draft, cluster.data);
}

function hasBuiltinLocales({ binaries }: Cluster): boolean {
  const { stdout } = spawnSync(binaries.initdb, ['--version'], {
    encoding: 'utf8',
    env: { ...process.env, ...binaries.env },
  });
  return Number(/(\d+)/.exec(stdout)?.[1]) >= 17;
}
