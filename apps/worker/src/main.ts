import { ConfigError, readConfig } from './config.ts';
import { ConsoleClient } from './console-client.ts';
import { createLog, logStartFailure } from './log.ts';
import { Worker } from './worker.ts';

/** The protocol allows 15 s from SIGTERM to exit (docs/workers.md). */
const DRAIN_MS = 14_000;

try {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel, config.name);
  const worker = new Worker({
    name: config.name,
    capacity: config.capacity,
    hosts: config.allowedHosts,
    client: new ConsoleClient(config.tesseraUrl, config.token),
    log,
  });
  let ending = false;
  const end = (signal: string): void => {
    if (ending) return;
    ending = true;
    log.info({ signal }, 'draining');
    void worker.drain(DRAIN_MS).then((whole) => {
      log.info({ whole }, 'ended');
      process.exit(0);
    });
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  worker.start();
  log.info({ console: config.tesseraUrl, capacity: config.capacity }, 'started');
} catch (error) {
  logStartFailure(error instanceof Error ? error.message : String(error));
  process.exit(error instanceof ConfigError ? 78 : 1);
}
