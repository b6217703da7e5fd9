import { execFileSync } from 'node:child_process';

/** Runs git in a folder and returns what it printed, without the last line break. */
export const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  }).trimEnd();
