import { spawnSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';

/** A program and its arguments, as the account that may run Postgres. */
export type Command = [file: string, ...args: string[]];

/** Puts what is needed in front of a command, so that it does not run as root; `uid` owns the files it reads. */
export interface Account {
  command(file: string, ...args: string[]): Command;
  uid: number | null;
}

const NOBODY = 65534;

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
 * no user to be made, and reaches folders under a private home. Where namespaces are blocked, or the folder
 * already belongs to somebody, it runs as that user (else as nobody, to whom the folder is given).
 */
export function accountFor(folder: string): Account {
  if (process.getuid?.() !== 0) return direct;
  const owner = statSync(folder).uid;
  if (owner !== 0) return asUser(owner);
  const [file, ...args] = inNamespace.command('true');
  if (spawnSync(file, args, { stdio: 'ignore' }).status === 0) return inNamespace;
  chownSync(folder, NOBODY, NOBODY);
  return asUser(NOBODY);
}
