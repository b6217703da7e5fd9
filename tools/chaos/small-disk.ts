import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { once } from 'node:events';

/** Says in a process's environment that it has mounts of its own. */
const INSIDE = 'TESSERA_CHAOS_MOUNTS';
/** Room for an empty cluster, its log, and some minutes of work. */
const SIZE = '320m';

/** Mounts of one's own: root has the right to; others get it in a user namespace, where that is allowed. */
const namespace = (): string[] =>
  process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount'];

/** Whether this process may mount, for itself alone. */
export const hasOwnMounts = (): boolean => process.env[INSIDE] === '1';

/** Why a disk of a limited size can't be had here; null when it can. */
export function obstacle(folder: string): string | null {
  if (process.platform !== 'linux') return 'a tmpfs of a limited size needs Linux';
  const mount = ['mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder];
  const tried = spawnSync('unshare', [...namespace(), ...mount], { encoding: 'utf8' });
  if (tried.status === 0) return null;
  return `a tmpfs can't be mounted: ${(tried.stderr || tried.error?.message || 'unknown').trim().split('\n')[0]}`;
}

/** Runs this program again with mounts of its own, and answers its exit code; they are gone when it ends. */
export async function againWithOwnMounts(): Promise<number> {
  const [node, ...args] = [process.execPath, ...process.argv.slice(1)];
  const child = spawn('unshare', [...namespace(), node, ...args], {
    // The channel tells it when we are gone.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [INSIDE]: '1' },
    detached: true,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** Mounts the small disk at a folder, which is made. */
export function mountSmallDisk(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const done = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=700`, 'tmpfs', folder], {
    encoding: 'utf8',
  });
  if (done.status !== 0) throw new Error(`The small disk can't be mounted: ${done.stderr}`);
}

/** Takes it away again. */
export function unmount(folder: string): void {
  spawnSync('umount', ['--lazy', folder]);
}
