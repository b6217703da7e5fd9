import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

const LOG_LIMIT_BYTES = 10_000_000;
const CHECK_EVERY_LINES = 1_000;
const QUIET_MS = 10_000;
/** pino's level numbers from which a line is for the person at the terminal too. */
const ERROR_LEVEL = 50;

/**
 * Keeps a service's output in `<folder>/<name>.log` (and the one before in `.log.1`), and hands to `say` what a
 * person should see: errors and plain words on stderr, the same words at most once in 10 s.
 */
export function journal(
  folder: string,
  name: string,
  say: (line: string) => void,
): (line: string, stream: 'stdout' | 'stderr') => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${name}.log`);
  const lastSaid = new Map<string, number>();
  let lines = 0;
  return (line, stream) => {
    if (lines++ % CHECK_EVERY_LINES === 0) rotate(file);
    appendFileSync(file, `${line}\n`, { mode: 0o600 });
    const words = forPeople(line, stream);
    if (!words || Date.now() - (lastSaid.get(words) ?? 0) < QUIET_MS) return;
    if (lastSaid.size > 100) lastSaid.clear();
    lastSaid.set(words, Date.now());
    say(`[${name}] ${words}`);
  };
}

function forPeople(line: string, stream: 'stdout' | 'stderr'): string | null {
  if (!line.startsWith('{')) return stream === 'stderr' ? line : null;
  try {
    const entry = JSON.parse(line) as { level?: unknown; msg?: unknown };
    const isError = entry.level === 'error' || entry.level === 'fatal' || Number(entry.level) >= ERROR_LEVEL;
    return isError ? String(entry.msg) : null;
  } catch {
    return null;
  }
}

function rotate(file: string): void {
  try {
    if (statSync(file).size > LOG_LIMIT_BYTES) renameSync(file, `${file}.1`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
