import pino from 'pino';
import type { Logger } from 'pino';

export type { Logger };

/** JSON lines on standard output. Secrets are never passed to it; the redaction is the second net. */
export const createLog = (level: string, worker: string): Logger =>
  pino({
    level,
    base: { worker },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: ['password', 'card', 'token', 'login', '*.password', '*.card', '*.token'],
  });
