import type { Logger } from 'pino';
import pino from 'pino';

export type { Logger };

/**
 * JSON lines on standard output. Secrets are never logged; the redaction is a second protection. Pino's own stream retries
 * forever to flush into a pipe without a reader, so that the process would never end.
 */
export function createLog(level: string, worker: string): Logger {
  process.stdout.on('error', () => undefined);
  return pino(
    {
      level,
      base: { worker },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: ['password', 'card', 'token', 'login', '*.password', '*.card', '*.token'],
    },
    { write: (line) => void process.stdout.write(line) },
  );
}
