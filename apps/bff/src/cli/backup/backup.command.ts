import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '../../modules';
import { type Command, exitCodes, printLine, UsageError } from '../command';
import { withClient } from '../database';
import { optionalSetting, requiredSetting } from '../settings';
import { createBackup } from './backup';
import { SAVED_SETTINGS } from './contents';
import { passphraseOf, storeSettings } from './settings';

const NAME = /^tessera-\d{8}T\d{6}Z\.backup\.age$/;

/** Backs up the running installation into a file of a folder. */
export const backupCommand: Command = {
  name: 'backup',
  usage: '<folder> [--keep N]',
  summary: 'back up database, settings and modules into a new encrypted file',
  async run(args, env) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { keep: { type: 'string' } },
    });
    const [folder] = positionals;
    if (!folder || positionals.length > 1) throw new UsageError('Name the folder of the backups');
    const keep = values.keep === undefined ? null : Number(values.keep);
    if (keep !== null && !(Number.isInteger(keep) && keep >= 1))
      throw new UsageError('--keep must be a whole number from 1');
    const databaseUrl = optionalSetting(env, 'BACKUP_DATABASE_URL') ?? requiredSetting(env, 'DATABASE_URL');
    const encryption = { passphrase: passphraseOf(env) };
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const file = path.join(folder, `tessera-${stamp}.backup.age`);
    const stop = new AbortController();
    for (const name of ['SIGINT', 'SIGTERM'] as const)
      process.once(name, () => stop.abort(new Error('It was stopped.')));
    removeDrafts(folder);
    const { bytes, rows, tables, moduleFiles, missingKeys } = await createBackup({
      databaseUrl,
      file,
      encryption,
      settings: Object.fromEntries(
        SAVED_SETTINGS.flatMap((name) => {
          const value = optionalSetting(env, name);
          return value === null ? [] : [[name, value] as const];
        }),
      ),
      store: openStore(storeSettings(env)),
      signal: stop.signal,
    });
    printLine(
      `${file}: ${rows} rows of ${tables} tables, ${moduleFiles} files of modules, ${(bytes / 1e6).toFixed(1)} MB`,
    );
    for (const key of missingKeys)
      process.stderr.write(
        `Warning: secrets need the sealing key ${key}, which SEALING_KEYS doesn't have.\n`,
      );
    if (keep !== null) for (const old of removeOld(folder, keep)) printLine(`Removed ${old}`);
    return exitCodes.ok;
  },
};

/** Removes all but the newest backups of the folder. */
function removeOld(folder: string, keep: number): string[] {
  const removed = readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .slice(0, -keep);
  for (const name of removed) rmSync(path.join(folder, name), { force: true });
  return removed;
}

/** A draft that nobody has written to for so long is of a backup that was killed. */
const ABANDONED_MS = 15 * 60_000;

/** Removes what killed backups left, whose space this one may need. */
function removeDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.part') || !NAME.test(name.replace(/\.part$/, ''))) continue;
    const file = path.join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > ABANDONED_MS) rmSync(file, { force: true });
  }
}

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
    await withClient(requiredSetting(env, 'BACKUP_DATABASE_URL'), 'tessera-backup', (client) =>
      client.query(
        `INSERT INTO backups (id, kind, started_at, finished_at, bytes) VALUES ($1, 'physical', $2, now(), $3)`,
        [randomUUID(), started, values.bytes],
      ),
    );
    printLine(`Recorded a backup of ${values.bytes} bytes.`);
    return exitCodes.ok;
  },
};
