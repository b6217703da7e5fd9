import { ConfigError } from '../platform/config/config';
import { listRowArchives, listUnfinished, verifyRowArchive } from '../platform/retention/row-archive';
import { type Command, exitCodes, printLine, UsageError } from './command';
import { optionalSetting } from './settings';

/** Lists or verifies the archives of removed rows. */
export const archiveCommand: Command = {
  name: 'archive',
  usage: 'list|verify [<folder>]',
  summary: 'list or verify the archives of removed rows in ARCHIVE',
  async run(args, env) {
    const [action, given, ...more] = args;
    if ((action !== 'list' && action !== 'verify') || more.length > 0)
      throw new UsageError('Say list or verify');
    const folder = given ?? optionalSetting(env, 'ARCHIVE');
    if (!folder) throw new ConfigError('ARCHIVE is not set: name the folder');
    return action === 'list' ? list(folder) : verify(folder);
  },
};

async function list(folder: string): Promise<number> {
  for (const { kind, name, rows, bytes, written_at } of await listRowArchives(folder))
    printLine(`${kind}/${name}  ${rows} rows  ${bytes} bytes  ${written_at}`);
  return exitCodes.ok;
}

async function verify(folder: string): Promise<number> {
  const archives = await listRowArchives(folder);
  let damaged = 0;
  for (const archive of archives) {
    const fault = await verifyRowArchive(folder, archive);
    if (fault) {
      damaged += 1;
      printLine(`${archive.kind}/${archive.name} is damaged: ${fault}`);
    }
  }
  for (const file of await listUnfinished(folder))
    printLine(
      `${file} is unfinished and may be deleted: its rows were archived again or are still in the database`,
    );
  const rows = archives.reduce((sum, one) => sum + one.rows, 0);
  printLine(
    `${archives.length - damaged} of ${archives.length} archives are whole, with ${rows} rows in all.`,
  );
  return damaged === 0 ? exitCodes.ok : exitCodes.failed;
}
