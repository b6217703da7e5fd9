import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

const LOG_LIMIT_BYTES = 10_000_000;
const CHECK_EVERY_LINES = 1_000;
const REPEAT_AFTER_MS = 10_000;
/** pino's lowest level whose messages are printed in the terminal. */
const ERROR_LEVEL = 50;

/**
 * Writes a service's output to `<folder>/<name>.log`, rotated to `.log.1`, and prints errors and plain text of
 * stderr, the same message at most once in 10 s.
 */
export function serviceLog(
  folder: string,
  name: string,
  print: (line: string) => void,
): (line: string, stream: 'stdout' | 'stderr') => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${name}.log`);
  const lastPrinted = new Map<string, number>();
  let lines = 0;
  return (line, stream) => {
    if (lines++ % CHECK_EVERY_LINES === 0) rotate(file);
    appendFileSync(file, `${line}\n`, { mode: 0o600 });
    const message = terminalMessage(line, stream);
    if (!message || Date.now() - (lastPrinted.get(message) ?? 0) < REPEAT_AFTER_MS) return;
    if (lastPrinted.size > 100) lastPrinted.clear();
    lastPrinted.set(message, Date.now());
    print(`[${name}] ${message}`);
  };
}

function terminalMessage(line: string, stream: 'stdout' | 'stderr'): string | null {
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
