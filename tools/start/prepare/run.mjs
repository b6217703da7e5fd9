// A step as a child process, which ends with us.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Runs a program to its end; rejects with the last of its output when it fails.
 * @param {string} file
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, onLine?: (line: string) => void }} options
 * @returns {Promise<void>}
 */
export function run(file, args, { cwd, env = process.env, onLine }) {
  return new Promise((done, failed) => {
    // In a separate process group, so that its children can be stopped with it.
    const child = spawn(file, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    running.add(child);
    /** @type {string[]} */
    const lines = [];
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        lines.push(line);
        onLine?.(line);
      });
    child.on('error', failed);
    child.on('close', (code, signal) => {
      running.delete(child);
      if (code === 0) return done();
      failed(
        new Error(
          `${lines.slice(-60).join('\n')}\n${[file, ...args].join(' ')} ended with ${signal ?? code}`,
        ),
      );
    });
  });
}

/** Ends every step that runs, with all that it started. */
export function endSteps() {
  for (const child of running) {
    if (!child.pid) continue;
    try {
      process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGTERM');
    } catch {
      // It has ended in the meantime.
    }
  }
}
