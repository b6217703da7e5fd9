import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { connectionTo } from '../../platform/database/hosts';
import { type Command, exitCodes, printLine, UsageError } from '../command';
import { requiredSetting } from '../settings';

/** Records a backup that another program made, such as pg_basebackup, so that metrics and checks know of it. */
export const recordBackupCommand: Command = {
  name: 'record-backup',
  usage: '--bytes N [--started TIME]',
  summary: "note in the database that another program's backup has finished",
  async run(args, env) {
    const { values } = parseArgs({
      args,
      options: { bytes: { type: 'string' }, started: { type: 'string' } },
    });
    if (!/^\d{1,15}$/.test(values.bytes ?? ''))
      throw new UsageError('--bytes must be the size of the backup');
    const started = values.started === undefined ? new Date() : new Date(values.started);
    if (Number.isNaN(started.getTime()))
      throw new UsageError('--started must be a time such as 2026-11-26T02:00:00Z');
    const client = new Client({
      ...connectionTo(requiredSetting(env, 'BACKUP_DATABASE_URL')),
      application_name: 'tessera-backup',
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.query(
        `INSERT INTO backups (id, kind, started_at, finished_at, bytes) VALUES ($1, 'physical', $2, now(), $3)`,
        [randomUUID(), started, values.bytes],
      );
    } finally {
      await client.end();
    }
    printLine(`Recorded a backup of ${values.bytes} bytes.`);
    return exitCodes.ok;
  },
};
