import pino, { type DestinationStream } from 'pino';

/** Lines are buffered up to this size and this long, so that busy servers write many at once. */
const BUFFER_BYTES = 8 * 1024;
const FLUSH_MS = 100;
/** Most bytes that wait while nothing can be written; lines beyond them are lost. */
const MAX_WAITING_BYTES = 1024 * 1024;

/**
 * Where a server's log goes: standard output, in the background. A log that can't be written, as on a full disk, doesn't keep
 * the server from answering: it is written again and again, and the log goes on when that succeeds, with the number of lines lost.
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
