import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { type Command, exitCodes, printLine, UsageError } from '../command';
import { optionalSetting, requiredSetting } from '../settings';
import { restoreBackup } from './restore';
import { passphraseOf } from './settings';

/**
 * Restores a backup into the empty database of VERIFY_DATABASE_URL, compares all counts and empties that database again.
 * Notes it in the database of BACKUP_DATABASE_URL when that is set.
 */
export const verifyBackupCommand: Command = {
  name: 'verify-backup',
  usage: '<file>',
  summary: 'restore a backup aside, into an empty database, and compare it',
  async run(args, env) {
    const { positionals } = parseArgs({ args, allowPositionals: true });
    const [file] = positionals;
    if (!file || positionals.length > 1) throw new UsageError('Name the file of the backup');
    const databaseUrl = requiredSetting(env, 'VERIFY_DATABASE_URL');
    const { id, rows, tables, takenAt } = await restoreBackup({
      file,
      passphrase: passphraseOf(env),
      databaseUrl,
      store: null,
    });
    await execute(
      databaseUrl,
      'DROP SCHEMA pgboss CASCADE; DROP SCHEMA public CASCADE; DROP SCHEMA IF EXISTS partitions CASCADE; CREATE SCHEMA public',
    );
    const backupUrl = optionalSetting(env, 'BACKUP_DATABASE_URL');
    if (backupUrl) await execute(backupUrl, 'UPDATE backups SET verified_at = now() WHERE id = $1', [id]);
    printLine(`${file} is whole: ${rows} rows of ${tables} tables as of ${takenAt}, restored and compared.`);
    return exitCodes.ok;
  },
};

async function execute(databaseUrl: string, sql: string, params?: unknown[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'tessera-backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(sql, params);
  } finally {
    await client.end();
  }
}
