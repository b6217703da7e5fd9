import { writeSync } from 'node:fs';
import pino, { type DestinationStream } from 'pino';

/** Lines are buffered up to this size and this long, so that busy servers write many at once. */
const BUFFER_BYTES = 8 * 1024;
const FLUSH_MS = 100;
/** Most bytes that wait while nothing can be written; lines beyond them are lost. */
const MAX_WAITING_BYTES = 1024 * 1024;

/**
 * Where a server's log goes: standard output, in the background. A log that can't be written, as on a full disk, doesn't keep
 * the server from responding: it is written again and again, and the log continues when that succeeds, with the number of lines lost.
 */
export function logDestination(): DestinationStream {
  const destination = pino.destination({
    dest: 1,
    sync: false,
    minLength: BUFFER_BYTES,
    maxLength: MAX_WAITING_BYTES,
    periodicFlush: FLUSH_MS,
  });
  let failing: NodeJS.ErrnoException | null = null;
  let lost = 0;
  destination.on('error', (error: NodeJS.ErrnoException) => (failing = error));
  destination.on('drop', () => (lost += 1));
  destination.on('write', () => {
    const reason = failing?.code;
    failing = null;
    if (lost === 0) return;
    const msg = `The log could not be written (${reason ?? 'too slow'}): ${lost} lines are lost`;
    lost = 0;
    destination.write(
      `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), name: 'server', component: 'log', msg })}\n`,
    );
  });
  // At its end the process would try to write the rest for as long as it fails.
  process.prependListener('exit', () => {
    if (failing) destination.destroy();
  });
  return destination;
}

/** How often a line waits for the reader of a full pipe, and how long each time. */
const MAX_WAITS = 50;
const WAIT_MS = 20;

/**
 * Writes each line at once to standard output (1) or standard error (2), for lines that others wait for. One that can't be written, as
 * on a full disk, is lost: pino's own stream would repeat it for ever, and the program never end.
 */
export const directDestination = (fd: 1 | 2): DestinationStream => ({
  write(line) {
    const bytes = Buffer.from(line);
    let waits = 0;
    for (let written = 0; written < bytes.length && waits < MAX_WAITS;) {
      try {
        written += writeSync(fd, bytes, written);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
        waits += 1;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
      }
    }
  },
});
