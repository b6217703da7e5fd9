// Checks whether processes that aren't children are alive, even if their ids are reused.
import { readFileSync } from 'node:fs';

/**
 * Names a running process for good: its id, and on Linux the moment of its start. Null when there is none.
 * @param {number} pid
 * @returns {string | null}
 */
export function identify(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH') return null;
  }
  if (process.platform !== 'linux') return String(pid);
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? null : `${pid}:${fields[18]}`;
  } catch {
    return null;
  }
}

/**
 * @param {string | null | undefined} identity as `identify` gave it
 */
export function lives(identity) {
  return Boolean(identity) && identify(Number(String(identity).split(':')[0])) === identity;
}

/**
 * Waits until none of the processes lives; answers those that still do after `limitMs`.
 * @param {string[]} identities
 * @param {number} limitMs
 */
export async function waitForEnd(identities, limitMs) {
  const limit = Date.now() + limitMs;
  let left = identities.filter(lives);
  while (left.length > 0 && Date.now() < limit) {
    await new Promise((next) => setTimeout(next, 100));
    left = left.filter(lives);
  }
  return left;
}
