import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian's package for each program. */
const PACKAGES: Record<string, string> = {
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/bin/pgbackrest': 'pgbackrest',
  '/usr/sbin/ip': 'iproute2',
  '/usr/bin/setpriv': 'util-linux',
};

/** Returns why the cluster can't be made on this machine; null if it can. */
export function findObstacle(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'It needs Linux and root';
  const missing = Object.entries(PACKAGES).flatMap(([file, name]) => (existsSync(file) ? [] : [name]));
  if (missing.length > 0) return `Missing packages: apt-get install ${missing.join(' ')}`;
  const made = spawnSync('unshare', ['--net', 'true'], { encoding: 'utf8' });
  return made.status === 0 ? null : `A network namespace can't be made: ${made.stderr.trim()}`;
}
