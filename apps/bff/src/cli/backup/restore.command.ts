import { existsSync, lstatSync, rmSync, writeFileSync } from 'node:fs';
import { lchown, readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '../../modules';
import { type Command, exitCodes, printLine, printProgress, UsageError } from '../command';
import { ownerUrl } from '../settings';
import { restoreBackup } from './restore';
import { passphraseOf, storeSettings } from './settings';

/** Restores a backup into the empty database of DATABASE_URL, the modules into MODULE_STORE and the settings into a file. */
export const restoreCommand: Command = {
  name: 'restore',
  usage: '<file> --settings <new file>',
  summary: 'restore a backup into an empty database',
  async run(args, env) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { settings: { type: 'string' } },
    });
    const [file] = positionals;
    if (!file || positionals.length > 1) throw new UsageError('Name the file of the backup');
    if (!values.settings) throw new UsageError('Name a new file for the settings, which hold the secrets');
    if (existsSync(values.settings))
      throw new UsageError(`${values.settings} is there already: name a new file for the settings`);
    const settingsOfStore = storeSettings(env);
    const { moduleStore } = settingsOfStore;
    const owner = 'folder' in moduleStore ? ownerOf(moduleStore.folder) : null;
    const request = {
      file,
      passphrase: passphraseOf(env),
      databaseUrl: ownerUrl(env),
      store: openStore(settingsOfStore),
      onStage: printProgress,
    };
    const target = values.settings;
    // Before anything is restored: a folder that can't be written to is found while the database is still empty.
    writeFileSync(target, '', { mode: 0o600, flag: 'wx' });
    const { takenAt, rows, tables, moduleFiles, settings } = await restoreBackup(request).catch(
      (error: unknown) => {
        rmSync(target);
        throw error;
      },
    );
    writeFileSync(target, `${JSON.stringify(settings, null, 2)}\n`);
    // Root restores for the servers, which run as the owner of the folder.
    if (process.getuid?.() === 0 && 'folder' in moduleStore && owner && moduleFiles > 0)
      await giveFolder(moduleStore.folder, owner);
    printLine(
      `Restored the state of ${takenAt}: ${rows} rows of ${tables} tables, all counts as in the backup; ${moduleFiles} files of modules.`,
    );
    printLine(`The settings of that installation, with its secrets, are in ${target}.`);
    return exitCodes.ok;
  },
};

/** Whose a folder is or, while it isn't there, whose the next one above it is. */
export function ownerOf(folder: string): { uid: number; gid: number } {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return stats ? { uid: stats.uid, gid: stats.gid } : ownerOf(path.dirname(path.resolve(folder)));
}

/** Gives a folder and everything in it to an owner, which only root may. */
export async function giveFolder(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  await lchown(folder, uid, gid);
  for (const entry of await readdir(folder, { recursive: true }))
    await lchown(path.join(folder, entry), uid, gid);
}
