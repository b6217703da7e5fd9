import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from './create-app';
import { ConfigError, loadConfig } from './platform/config/config';
import { Drain } from './platform/health/drain';
import { createProgramLogger } from './platform/logging/logging';
import { DocumentController } from './platform/web/document.controller';

/** Exit status of a wrong configuration (EX_CONFIG of sysexits). */
const BAD_CONFIG = 78;
/** Longest a shutdown may take after the drain. */
const SHUTDOWN_MS = 15_000;

function stopOnSignals(app: NestFastifyApplication): void {
  const drain = app.get(Drain);
  let stopping = false;
  const stop = async () => {
    if (stopping) {
      // A second signal doesn't wait for the drain.
      drain.end();
      return;
    }
    stopping = true;
    await drain.begin();
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    await app.close();
    process.exit(0);
  };
  // An unhandled rejection is a bug and is logged, but must not end the requests of other callers.
  process.on('unhandledRejection', (error) =>
    new Logger('process').error('A failure was not handled', error),
  );
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
}

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const app = await createApp(config);
  stopOnSignals(app);
  app.get(DocumentController).prepare();
  await app.listen(config.port, config.host);
  const address = app.getHttpServer().address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  createProgramLogger('server').info({ component: 'http', port }, 'listening');
}

main().catch((error: unknown) => {
  const wrong = error instanceof ConfigError;
  const message = error instanceof Error ? error.message : String(error);
  createProgramLogger('server', 'stderr').fatal(
    wrong ? {} : { err: error },
    `${wrong ? 'Configuration' : 'The server could not start'}: ${message}`,
  );
  process.exit(wrong ? BAD_CONFIG : 1);
});
