import { writeSync } from 'node:fs';
import type { Logger } from 'pino';
import pino from 'pino';

export type { Logger };

const shape = {
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label: string) => ({ level: label }) },
};

/** Writes at once to standard error why the worker doesn't start; on a full disk the line is lost. */
export const logStartFailure = (msg: string): void => {
  const write = (line: string) => {
    try {
      writeSync(2, line);
    } catch {
      // Pino's own stream would repeat it for ever, and the process never end.
    }
  };
  pino({ ...shape, base: { name: 'worker' } }, { write }).fatal(msg);
};

/**
 * JSON lines on standard output, in the shape that docs/operate/logs.md describes. Secrets are never logged; the redaction is a second protection. Pino's own stream retries
 * forever to flush into a pipe without a reader, so that the process would never end.
 */
export function createLog(level: string, worker: string): Logger {
  process.stdout.on('error', () => undefined);
  return pino(
    {
      level,
      base: { name: 'worker', worker },
      ...shape,
      redact: ['password', 'card', 'token', 'login', '*.password', '*.card', '*.token'],
    },
    { write: (line) => void process.stdout.write(line) },
  );
}
