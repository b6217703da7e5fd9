import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';

const log = (line: Record<string, unknown>): void => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
};

// Ignore a closed pipe, so that the shutdown completes.
process.stdout.on('error', () => undefined);

try {
  const config = readConfig(process.env);
  const app = buildApp(config);
  let isShuttingDown = false;
  const shutDown = (signal: string): void => {
    if (isShuttingDown) return;
    isShuttingDown = true;
    log({ msg: 'ending', signal });
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', shutDown);
  process.on('SIGINT', shutDown);
  await app.listen({ port: config.port, host: config.host });
  const address = app.server.address();
  log({ msg: 'listening', port: typeof address === 'object' && address ? address.port : config.port });
} catch (error) {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof ConfigError ? 78 : 1);
}
