import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';

const say = (line: Record<string, unknown>): void => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
};

// A reader that has gone is no reason to end badly.
process.stdout.on('error', () => undefined);

try {
  const config = readConfig(process.env);
  const app = buildApp(config);
  let ending = false;
  const end = (signal: string): void => {
    if (ending) return;
    ending = true;
    say({ msg: 'ending', signal });
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  await app.listen({ port: config.port, host: config.host });
  const address = app.server.address();
  say({ msg: 'listening', port: typeof address === 'object' && address ? address.port : config.port });
} catch (error) {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof ConfigError ? 78 : 1);
}
