import { parseArgs } from 'node:util';
import { ownedRows } from '../../owned-rows';
import { rotateSealing } from '../../platform/sealing/rotation';
import { Sealing } from '../../platform/sealing/sealing';
import { type Command, exitCodes, printLine, printProgress, UsageError } from '../command';
import { withClient, withTransactions } from '../database';
import { optionalSetting, requiredSetting } from '../settings';
import { assertEmpty, restoreBackup, type RestoreRequest, type RestoreResult } from './restore';
import { passphraseOf } from './settings';

/**
 * Restores a backup into the empty database of VERIFY_DATABASE_URL, compares all rows, opens all secrets with the keys of the
 * backup, and empties that database again. Notes it in the database of BACKUP_DATABASE_URL when that is set.
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
    const { id, rows, tables, takenAt } = await verifyBackup({
      file,
      passphrase: passphraseOf(env),
      databaseUrl,
      onStage: printProgress,
    });
    const backupUrl = optionalSetting(env, 'BACKUP_DATABASE_URL');
    if (backupUrl)
      await withClient(backupUrl, 'tessera-backup', (client) =>
        client.query('UPDATE backups SET verified_at = now() WHERE id = $1', [id]),
      );
    printLine(
      `${file} is whole: ${rows} rows of ${tables} tables as of ${takenAt}, restored and compared; all secrets open.`,
    );
    return exitCodes.ok;
  },
};

/** Restores a backup into an empty database, which is empty again afterwards. Throws when anything isn't as it was. */
export async function verifyBackup(request: Omit<RestoreRequest, 'store'>): Promise<RestoreResult> {
  const { databaseUrl, onStage } = request;
  // Before anything else: the database is emptied afterwards, which must not be that of an installation.
  await withClient(databaseUrl, 'tessera-backup', assertEmpty);
  try {
    const restored = await restoreBackup({ ...request, store: null });
    onStage?.('Opening all secrets');
    await assertSecretsOpen(databaseUrl, restored.settings.SEALING_KEYS);
    return restored;
  } finally {
    await withClient(databaseUrl, 'tessera-backup', (client) =>
      client.query(
        'DROP SCHEMA IF EXISTS pgboss CASCADE; DROP SCHEMA IF EXISTS partitions CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public',
      ),
    );
  }
}

async function assertSecretsOpen(databaseUrl: string, sealingKeys: string | undefined): Promise<void> {
  if (!sealingKeys) throw new Error('The backup has no SEALING_KEYS: its secrets need those of its time');
  const reports = await withTransactions({ databaseUrl }, (transactions) =>
    rotateSealing(transactions, new Sealing({ sealingKeys }), ownedRows.sealed, { dryRun: true }),
  );
  const closed = reports.filter(({ unopened }) => unopened.length > 0);
  if (closed.length > 0)
    throw new Error(
      `Its SEALING_KEYS don't open all secrets: ${closed.map(({ table, unopened }) => `${unopened.length} of ${table}`).join(', ')}`,
    );
}
