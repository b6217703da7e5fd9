import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../start/settings.mjs';

/** Environment variable that marks a process in its own mount namespace. */
const NAMESPACE_VARIABLE = 'TESSERA_CHAOS_MOUNTS';
/** Enough for an empty cluster, its log, and some minutes of load. */
const SIZE = '320m';

/** Root may create a mount namespace; other users need a user namespace as well, where that is allowed. */
const namespaceOptions = (): string[] =>
  process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount'];

/** Returns whether this process runs in its own mount namespace. */
export const isInMountNamespace = (): boolean => process.env[NAMESPACE_VARIABLE] === '1';

/** Returns why a disk of limited size can't be mounted; null if it can. */
export function findMountObstacle(): string | null {
  if (process.platform !== 'linux') return 'a tmpfs of a limited size needs Linux';
  const folder = mkdtempSync(path.join(tmpdir(), 'tessera-mount-'));
  const mount = ['mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder];
  const result = spawnSync('unshare', [...namespaceOptions(), ...mount], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  if (result.status === 0) return null;
  return `a tmpfs can't be mounted: ${(result.stderr || result.error?.message || 'unknown').trim().split('\n')[0]}`;
}

/** Runs `npm run prove -- <name>` again, with this program's options, in its own mount namespace; returns the exit code. */
export async function rerunInMountNamespace(name: string): Promise<number> {
  const command = [process.execPath, path.join(root, 'tools/prove/prove.ts'), name, ...process.argv.slice(2)];
  const child = spawn('unshare', [...namespaceOptions(), ...command], {
    // The IPC channel closes when this process exits.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [NAMESPACE_VARIABLE]: '1' },
    detached: true,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** Creates the folder and mounts the small disk there, of a size as `mount` takes it. */
export function mountSmallDisk(folder: string, size = SIZE): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const done = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', folder], {
    encoding: 'utf8',
  });
  if (done.status !== 0) throw new Error(`The small disk can't be mounted: ${done.stderr}`);
}

/** Unmounts the small disk. */
export function unmount(folder: string): void {
  spawnSync('umount', ['--lazy', folder]);
}
