import { type Check, holds } from '../checks.ts';
import { readBlocks } from '../containers/documented.ts';
import { waitFor } from '../installation/wait-for.ts';
import type { Machine } from './machine.ts';

const PAGE = 'backup.md';
const SECRETS = '/etc/tessera/secrets';
/** The folder of PostgreSQL's programs, which Debian keeps off the path. */
const PROGRAMS = '/usr/lib/postgresql/15/bin';
const EXAMPLE = {
  backup: /tessera-\d{8}T\d{6}Z\.backup\.age/g,
  time: /(?<=recovery_target_time = ')[^']+/,
};

/**
 * The commands of backup.md for a PostgreSQL of one's own, as they are written there: the role of backups, a backup, its verification,
 * a restore, and going back to a moment. In place of Debian's cluster, whose settings are elsewhere, the machine gets one whose
 * settings are in its data folder, as the page assumes.
 */
export async function proveOwnPostgres(machine: Machine): Promise<Check[]> {
  const archive = readBlocks(PAGE, 'Point-in-time recovery', 'ini')[0] ?? '';
  await machine.sh(`systemctl stop 'tessera-worker@*' 'tessera-server@*' postgresql@15-main
    install -d -o postgres /archive /archive/wal && install -d -m 700 /backups /store /run/secrets
    cp ${SECRETS}/backup_passphrase /run/secrets/backup
    runuser -u postgres -- ${PROGRAMS}/initdb -E UTF8 -A trust -D /var/lib/postgresql/own
    cat >> /var/lib/postgresql/own/postgresql.conf <<END
${archive}END
    runuser -u postgres -- ${PROGRAMS}/pg_ctl -D /var/lib/postgresql/own -l /var/lib/postgresql/own.log -w start`);
  const [, , roles = '', backup = '', last = ''] = readBlocks(PAGE, 'Make backups');
  const [verify = ''] = readBlocks(PAGE, 'Verify a backup');
  const [create = '', restore = ''] = readBlocks(PAGE, 'Restore');
  const password = await machine.sh(`cat ${SECRETS}/backup_password`);
  const ownerPassword = await machine.sh(`cat ${SECRETS}/owner_password`);

  await machine.sh(roles.replace('…', password));
  await machine.sh('tessera migrate && systemctl start tessera-server@3201');
  await waitFor(
    'the server is ready',
    async () => (await machine.try('curl -sf http://127.0.0.1:3201/readyz')).code === 0,
  );
  const settings = `export SEALING_KEYS="$(cat ${SECRETS}/sealing_keys)" TOKEN_SECRET="$(cat ${SECRETS}/token_secret)" MODULE_STORE=/var/lib/tessera/modules\n`;
  const made = await machine.sh(`${settings}${backup.replace('…', password)}${last}`);
  const file = await machine.sh('basename /backups/*.backup.age');

  const addressed = (block: string) =>
    block
      .replaceAll('tessera:…', `tessera:${ownerPassword}`)
      .replaceAll(EXAMPLE.backup, file)
      .replaceAll(/^npm .*$/gm, '');
  const verified = await machine.sh(
    `export BACKUP_PASSPHRASE_FILE=/run/secrets/backup\n${addressed(verify)}`,
  );
  const restored = await machine.sh(`cd /root\n${create}${addressed(restore)}`);
  const counts = await machine.sh(
    `for name in tessera tessera_restored; do psql -qtA -U postgres -h 127.0.0.1 -c 'SELECT count(*) FROM users' $name; done`,
  );
  return [
    holds('a backup is made and listed', /rows of \d+ tables/.test(made) && /\(1 row\)/.test(made), made),
    holds('it is verified', verified.includes('is whole'), verified),
    holds('and restored into an empty database', restored.includes('Restored the state of'), restored),
    holds('with its people', counts === '1\n1', counts),
    ...(await proveRecovery(machine)),
  ];
}

/** Going back to a moment before a mistake, as the user postgres. */
async function proveRecovery(machine: Machine): Promise<Check[]> {
  const [base = '', recover = '', resume = ''] = readBlocks(PAGE, 'Point-in-time recovery');
  const url = await machine.sh(`cat ${SECRETS}/backup_database_url`);
  const asPostgres = (script: string) =>
    machine.sh(`cd /var/lib/postgresql && runuser -u postgres -- env PATH="${PROGRAMS}:$PATH" BACKUP_DATABASE_URL='${url}' \
      bash -euo pipefail -c '${script.replaceAll("'", `'\\''`)}'`);
  const recorded = await asPostgres(base);
  await asPostgres(`psql -qtA -c "CREATE TABLE kept ()" tessera`);
  const moment = await asPostgres(`psql -qtA -c 'SELECT now()' tessera`);
  await asPostgres(`psql -q -c 'DROP TABLE kept' -c 'SELECT pg_switch_wal()' tessera`);
  await machine.sh("systemctl stop 'tessera-server@*'");
  await asPostgres('pg_ctl -D /var/lib/postgresql/own -m fast -w stop');
  await asPostgres(recover.replace(EXAMPLE.time, moment));
  const isPaused = async () => /\bt +\| paused/.test(await asPostgres(recover.split('\n').at(-2) ?? ''));
  await waitFor('recovery pauses', isPaused);
  const kept = await asPostgres(`psql -qtA -c "SELECT to_regclass('kept')" tessera`);
  await asPostgres(resume.split('\n')[0] ?? '');
  const isOpen = async () => (await asPostgres(resume.split('\n').slice(1).join('\n'))).includes(' f');
  await waitFor('it accepts writes', isOpen);
  return [
    holds(
      'a base backup is made, checked and recorded',
      recorded.includes('successfully verified'),
      recorded,
    ),
    holds('recovery pauses before the mistake: what it removed is there', kept === 'kept', kept),
    holds('and after resuming it accepts writes', true),
  ];
}
