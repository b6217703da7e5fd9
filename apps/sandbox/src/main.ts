import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { log } from './log.ts';

// Ignore a closed pipe, so that the shutdown completes.
process.stdout.on('error', () => undefined);

try {
  const config = readConfig(process.env);
  const app = buildApp(config);
  let isShuttingDown = false;
  const shutDown = (signal: string): void => {
    if (isShuttingDown) return;
    isShuttingDown = true;
    log.info({ signal }, 'ending');
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', shutDown);
  process.on('SIGINT', shutDown);
  await app.listen({ port: config.port, host: config.host });
  const address = app.server.address();
  log.info({ port: typeof address === 'object' && address ? address.port : config.port }, 'listening');
} catch (error) {
  log.fatal(error instanceof Error ? error.message : String(error));
  process.exit(error instanceof ConfigError ? 78 : 1);
}
