import pino from 'pino';
import type { Logger } from 'pino';

export type { Logger };

/**
 * JSON lines on standard process.stdout. Secrets are never passed to it; the redaction is the second net. Pino's own
 * stream tries for ever to flush into a pipe whose reader has gone, and the process would never end.
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
