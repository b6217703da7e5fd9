import pino from 'pino';

/**
 * JSON lines in the shape of every program's log (docs/operate/logs.md): on standard output, and from `error` on standard
 * error. Pino's own stream retries forever to flush into a pipe without a reader, so that the process would never end.
 */
export const log = pino(
  {
    base: { name: 'sandbox' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  },
  {
    write: (line) =>
      void (/^\{"level":"(?:error|fatal)"/.test(line) ? process.stderr : process.stdout).write(line),
  },
);
