import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

const LOG_LIMIT_BYTES = 10_000_000;
const CHECK_EVERY_LINES = 1_000;

type Level = 'error' | 'info';

/** One JSON line in the shape of every program's log (docs/operate/logs.md). */
export const logLine = (name: string, level: Level, msg: string): string =>
  JSON.stringify({ level, time: new Date().toISOString(), name, msg });

/** Returns what appends lines to `<folder>/<file>.log`, rotated to `.log.1`. */
export function logFile(folder: string, name: string): (line: string) => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${name}.log`);
  let lines = 0;
  return (line) => {
    if (lines++ % CHECK_EVERY_LINES === 0) rotate(file);
    appendFileSync(file, `${line}\n`, { mode: 0o600 });
  };
}

function rotate(file: string): void {
  try {
    if (statSync(file).size > LOG_LIMIT_BYTES) renameSync(file, `${file}.1`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
