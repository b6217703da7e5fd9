/**
 * `npm run prove -- patroni`: Tessera's two servers on three machines with etcd, Patroni and PostgreSQL 15, each in a network namespace, set up
 * by the files in deploy/patroni. Under load ten faults; then pgBackRest restores to a second. For Debian 12, as root, after
 * `apt-get install patroni etcd-server postgresql-15 pgbackrest iproute2`.
 * `--faults=10`: how many of them; `--seed=7`: of the random pauses; `--pitr`: the restore alone; `--keep`: keeps the folder with the logs.
 * Exit code 0: all checks passed; 1: one failed; 78: it can't run here, as it says.
 */
import { execFile } from 'node:child_process';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type { Postgres } from '../../start/postgres/postgres.ts';
import { root } from '../../start/settings.mjs';
import { reportChecks } from '../checks.ts';
import { startInstallation } from '../installation/installation.ts';
import { Scratch } from '../installation/scratch.ts';
import { SeededRandom } from '../load/seeded-random.ts';
import { PatroniCluster } from './cluster.ts';
import { runFaults } from './fault-rounds.ts';
import { faults } from './faults.ts';
import { createStanza, restoreToSecond } from './point-in-time.ts';
import { findObstacle } from './requirements.ts';

const { values: options } = parseArgs({
  options: {
    faults: { type: 'string', default: String(faults.length) },
    seed: { type: 'string', default: '1' },
    pitr: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const obstacle = findObstacle();
if (obstacle) {
  console.error(obstacle);
  process.exit(78);
}
await using scratch = new Scratch('patroni', { keep: options.keep });
// PostgreSQL's account enters it.
chmodSync(scratch.folder, 0o711);
const cluster = new PatroniCluster(path.join(scratch.folder, 'cluster'));
scratch.defer(() => cluster.stop());

/** The cluster with the product's roles and database, and WAL that is archived. */
async function startDatabase(): Promise<Postgres> {
  await cluster.start();
  await createStanza(cluster);
  const command = [path.join(root, 'apps/bff/dist/tessera.cjs'), 'roles', '--database', 'tessera'];
  await promisify(execFile)(process.execPath, command, {
    env: { PATH: process.env.PATH, ...cluster.rolesSettings() },
  });
  return cluster.asPostgres();
}

console.log('Starting three machines with etcd, Patroni and PostgreSQL, and two servers.');
const installation = await startInstallation(
  { folder: path.join(scratch.folder, 'tessera'), startDatabase, workers: !options.pitr },
  scratch,
);
const random = new SeededRandom(Number(options.seed));
const count = options.pitr ? 0 : Number(options.faults);
if (count > 0) reportChecks(await runFaults(cluster, installation, faults.slice(0, count), random));
reportChecks(await restoreToSecond(cluster, installation));
