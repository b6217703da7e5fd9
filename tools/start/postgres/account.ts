import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, statSync } from 'node:fs';
import path from 'node:path';

/** A program and its arguments, as the account that may run Postgres. */
export type Command = [file: string, ...args: string[]];

/** Puts what is needed in front of a command, so that it does not run as root; `uid` owns the files it reads. */
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
 * Postgres refuses to run as root. Root therefore enters a user namespace in which it has another id: that needs
 * no user to be made, and reaches folders under root's own home. Where namespaces are blocked, or in the private
 * home of somebody else, it runs as that somebody, else as nobody, and the folder is given to them.
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

/** Gives the folder to the account, and lets it through the data folder above, which root made for itself alone. */
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

/** Owners of the folders above a file through which nobody else may pass, from the root down. */
function findParentOwners(file: string): number[] {
  const above = path.dirname(file);
  if (above === file) return [];
  const { uid, mode } = statSync(above);
  return [...findParentOwners(above), ...(uid !== 0 && (mode & MAY_PASS) === 0 ? [uid] : [])];
}
