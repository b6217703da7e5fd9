// Locks between processes: a file that names its holder and is invalid after the holder's exit.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { identify, lives } from './processes.mjs';

/**
 * Takes the lock; returns null if a running process holds it.
 * @param {string} file
 * @returns {(() => void) | null} releases the lock
 */
export function tryLock(file) {
  mkdirSync(path.dirname(file), { recursive: true });
  const mine = String(identify(process.pid));
  for (;;) {
    try {
      writeFileSync(file, mine, { flag: 'wx', mode: 0o600 });
      return () => release(file, mine);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    const holder = read(file);
    if (holder !== null && lives(holder)) return null;
    discard(file, holder);
  }
}

/**
 * Removes an invalid lock. Restores the file if another process has already replaced it with its own lock.
 * @param {string} file
 * @param {string | null} holder
 */
function discard(file, holder) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (read(aside) === holder) rmSync(aside);
    else renameSync(aside, file);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
  }
}

/**
 * Takes the lock as soon as it is free; `waiting` is called once when it isn't.
 * @param {string} file
 * @param {() => void} waiting
 */
export async function lock(file, waiting) {
  for (let first = true; ; first = false) {
    const free = tryLock(file);
    if (free) return free;
    if (first) waiting();
    await new Promise((next) => setTimeout(next, 300));
  }
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/**
 * @param {string} file
 * @param {string} mine
 */
function release(file, mine) {
  if (read(file) === mine) rmSync(file, { force: true });
}
