import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, readConfig } from './config.ts';
import { ConsoleClient } from './console-client.ts';
import { createLog, logStartFailure } from './log.ts';
import { Worker } from './worker.ts';

/** Longest wait for the collector at the end. */
const EXPORT_MS = 500;
/** The protocol allows 15 s from SIGTERM to exit (docs/workers.md). */
const DRAIN_MS = 14_000;

try {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel, config.name);
  const tracing = config.tracing && new (await import('./run-tracing.ts')).RunTracing(config.tracing);
  const worker = new Worker({
    name: config.name,
    capacity: config.capacity,
    hosts: config.allowedHosts,
    client: new ConsoleClient(config.tesseraUrl, config.token),
    log,
    tracing,
  });
  let ending = false;
  const end = (signal: string): void => {
    if (ending) return;
    ending = true;
    log.info({ signal }, 'draining');
    void worker.drain(DRAIN_MS).then(async (whole) => {
      await Promise.race([tracing?.stop(), sleep(EXPORT_MS)]);
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
