import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '../../features/modules';
import { type Command, exitCodes, printLine, UsageError } from '../command';
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
    const { bytes, rows, tables, moduleFiles } = await createBackup({
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
    });
    printLine(
      `${file}: ${rows} rows of ${tables} tables, ${moduleFiles} files of modules, ${(bytes / 1e6).toFixed(1)} MB`,
    );
    if (keep !== null) for (const old of removeOld(folder, keep)) printLine(`Removed ${old}`);
    return exitCodes.ok;
  },
};

/** Removes all but the newest backups of the folder, and what interrupted ones left. */
function removeOld(folder: string, keep: number): string[] {
  const names = readdirSync(folder).sort();
  const removed = names.filter((name) => NAME.test(name)).slice(0, -keep);
  const drafts = names.filter((name) => NAME.test(name.replace(/\.part$/, '')) && name.endsWith('.part'));
  for (const name of [...removed, ...drafts]) rmSync(path.join(folder, name), { force: true });
  return removed;
}
