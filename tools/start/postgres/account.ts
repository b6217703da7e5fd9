import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, statSync } from 'node:fs';
import path from 'node:path';

/** A program and its arguments, as the account that may run Postgres. */
export type Command = [file: string, ...args: string[]];

/** Prefixes a command so that it does not run as root; `uid` owns the files that it reads. */
export interface Account {
  command(file: string, ...args: string[]): Command;
  uid: number | null;
}

const NOBODY = 65534;
/** The mode's bit that lets others pass through a folder. */
const MAY_PASS = 0o001;

const direct: Account = { command: (file, ...args) => [file, ...args], uid: null };

const inNamespace: Account = {
  command: (file, ...args) => [
    'unshare',
    '--user',
    `--map-user=${NOBODY}`,
    `--map-group=${NOBODY}`,
    file,
    ...args,
  ],
  uid: null,
};

const asUser = (uid: number): Account => ({
  command: (file, ...args) => [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${uid}`,
    '--clear-groups',
    file,
    ...args,
  ],
  uid,
});

/**
 * Postgres does not run as root. Root therefore enters a user namespace with another id, which needs no new user and
 * can access folders in root's home. Without namespaces, or in another user's private home, Postgres runs as that user,
 * else as `nobody`, who becomes the owner of the folder.
 */
export function accountFor(folder: string, program: string): Account {
  if (process.getuid?.() !== 0) return direct;
  const owner = statSync(folder).uid;
  if (owner !== 0) return handOver(folder, asUser(owner));
  if (canReach(inNamespace, path.dirname(folder), program)) return inNamespace;
  for (const uid of [...findParentOwners(folder), ...findParentOwners(program), NOBODY]) {
    const account = handOver(folder, asUser(uid));
    if (canReach(account, folder, program)) return account;
  }
  chownSync(folder, 0, 0);
  throw new Error(
    `Postgres does not run as root, and no other user can reach both ${folder} and ${program}: start Tessera as the owner of that folder, or set DATA_DIR to another one.`,
  );
}

/** Makes the account the owner of the folder and lets it traverse the parent folder if root owns that. */
function handOver(folder: string, account: Account): Account {
  if (account.uid !== null) chownSync(folder, account.uid, account.uid);
  const above = path.dirname(folder);
  const { uid, mode } = statSync(above);
  if (uid === 0 && (mode & MAY_PASS) === 0) chmodSync(above, (mode & 0o7777) | MAY_PASS);
  return account;
}

function canReach(account: Account, folder: string, program: string): boolean {
  const works = (...command: [string, ...string[]]): boolean => {
    const [file, ...args] = account.command(...command);
    return spawnSync(file, args, { stdio: 'ignore' }).status === 0;
  };
  return works('test', '-x', folder) && works('test', '-x', program);
}

/** Returns the owners of a file's parent folders that other users can't traverse, from the root down. */
function findParentOwners(file: string): number[] {
  const above = path.dirname(file);
  if (above === file) return [];
  const { uid, mode } = statSync(above);
  return [...findParentOwners(above), ...(uid !== 0 && (mode & MAY_PASS) === 0 ? [uid] : [])];
}
