import { randomUUID } from 'node:crypto';
import { access, constants, lstat, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openStore, releaseHashes, sha256Of } from '../../modules';
import { failure, type Finding, ok, warning } from '../finding';
import { type Examination, readAsAll } from './examination';

/** Whether there are modules, and the store can be written and has every file of the releases that pages are given, unchanged. */
export async function checkModules({ config, client }: Examination): Promise<Finding[]> {
  const rejected = await rejectStore(config);
  const unpublished = await findUnpublished(client);
  if (rejected || unpublished) return [rejected, unpublished].filter((finding) => finding !== null);
  const releases = await readAsAll<{ name: string; version: string; manifest: string }>(
    client,
    `SELECT m.name, r.version, r.manifest FROM module_releases r JOIN modules m ON m.id = r.module_id
     WHERE r.manifest IS NOT NULL AND r.id IN (SELECT release_id FROM module_assignments)`,
  );
  const store = openStore(config);
  const findings: Finding[] = [];
  for (const { name, version, manifest } of releases) {
    let bad = 0;
    const hashes = releaseHashes(manifest);
    for (const sha256 of hashes) {
      const bytes = await store.read(sha256);
      if (!bytes || sha256Of(bytes) !== sha256) bad += 1;
    }
    if (bad > 0)
      findings.push(
        failure(
          `${bad} of ${hashes.length} files of ${name} ${version} are missing or changed in MODULE_STORE`,
          'Is it the same store for all servers? Restore these files from a backup; a bundled module is copied again by a restart once the bad file is deleted.',
        ),
      );
  }
  return findings.length > 0 ? findings : [ok(`The store has every file of ${releases.length} releases`)];
}

async function findUnpublished(client: Examination['client']): Promise<Finding | null> {
  const [known] = await readAsAll<{ published: boolean }>(
    client,
    'SELECT EXISTS (SELECT FROM module_releases) AS published',
  );
  if (known?.published) return null;
  return warning(
    'No module is published: the console has no pages of tasks, tickets and administration',
    'Set MODULES to the module.json files of the built modules and restart a server, or publish them (docs/operate/modules.md).',
  );
}

async function rejectStore({ moduleStore, dataDir }: Examination['config']): Promise<Finding | null> {
  if (!('folder' in moduleStore)) return null;
  const rejected = await rejection(moduleStore.folder);
  // Root may read and write everything; the servers are whom the data folder belongs to.
  if (rejected || process.getuid?.() !== 0) return rejected;
  const server = await lstat(dataDir).catch(() => null);
  return server && findForeign(moduleStore.folder, server.uid);
}

/** Whether the store or a folder in it belongs to another user than the servers' and is closed to all others. */
export async function findForeign(folder: string, uid: number): Promise<Finding | null> {
  const folders = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  for (const one of [folder, ...folders.map(({ name }) => path.join(folder, name))]) {
    const { uid: owner, mode } = await lstat(one);
    if (owner !== uid && (mode & 0o077) === 0)
      return failure(
        `${one} belongs to user ${owner}, and the servers' data folder to user ${uid}: they may not read the modules`,
        `Give it to the servers' user: chown -R ${uid}: ${folder}`,
      );
  }
  return null;
}

async function rejection(folder: string): Promise<Finding | null> {
  try {
    await access(folder, constants.R_OK);
  } catch {
    return failure(
      `MODULE_STORE ${folder} is not there, or can't be read`,
      "Mount the folder that all servers share, and give it to the server's user.",
    );
  }
  const file = path.join(folder, `.doctor-${randomUUID()}`);
  try {
    await writeFile(file, '');
    return null;
  } catch (error) {
    return failure(
      `MODULE_STORE ${folder} can't be written: ${(error as Error).message}`,
      "Give it to the server's user, and room on its disk: releases can't be published until then.",
    );
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}
