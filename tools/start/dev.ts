/** `npm run dev`: starts the product with development servers, which rebuild and reload on a change. */
import path from 'node:path';
import { announce } from './announce.ts';
import { modules } from './modules.mjs';
import { choosePorts, freePort } from './ports.ts';
import { nxEnvironment } from './prepare/build.mjs';
import { clearLeftovers, type Product, startProduct } from './product.ts';
import { openSecrets } from './secrets.ts';
import { addressOf } from './services.ts';
import { readSettings, root } from './settings.mjs';
import { type Service, supervise, type Supervised, type Watcher } from './supervise.ts';

const log = (line: string): void => console.log(line);
const watcher: Watcher = {
  log,
  onChange: () => undefined,
  onConfigurationError: (name) => log(`The ${name} can't start with its configuration.`),
};
const builders: Supervised[] = [];
let product: Product | null = null;
const shutdown = new AbortController();

async function stop(code: number): Promise<void> {
  if (shutdown.signal.aborted) return process.exit(code);
  shutdown.abort();
  log('Stopping …');
  await product?.stop();
  await Promise.all(builders.map((one) => one.stop()));
  process.exit(code);
}
process.on('SIGTERM', () => void stop(0));
process.on('SIGINT', () => void stop(0));
process.on('disconnect', () => void stop(0));
process.channel?.unref();

/** Runs webpack in an app's folder: `serve` for a web app, `watch` for the server. */
function webpack(app: string, command: 'serve' | 'watch', env: NodeJS.ProcessEnv = {}): Promise<void> {
  const service: Service = {
    name: `build of ${app}`,
    cwd: path.join(root, 'apps', app),
    args: () => [
      path.join(root, 'node_modules/webpack-cli/bin/cli.js'),
      command,
      '--mode=development',
      '--config=webpack.config.mjs',
    ],
    env: () => ({ ...nxEnvironment(), ...env }),
    onLine: (line) => line.trim() && !line.startsWith('<i>') && log(`[${app}] ${line}`),
    isReady: (line) => line.includes('compiled'),
  };
  const builder = supervise(service, watcher);
  builders.push(builder);
  return builder.ready;
}

try {
  const settings = readSettings(process.env);
  const secrets = openSecrets(settings.dataDir);
  await clearLeftovers(settings.dataDir);
  const { port, sandboxPort } = await choosePorts(settings);
  const serverPort = await freePort(settings.host);
  const remotePorts = await Promise.all(modules.map(() => freePort(settings.host)));

  log('Building for development …');
  await Promise.all([
    webpack('bff', 'watch'),
    webpack('shell', 'serve', { DEV_PORT: String(port), BFF_URL: addressOf(settings.host, serverPort) }),
    ...modules.map((name, index) => webpack(name, 'serve', { DEV_PORT: String(remotePorts[index]) })),
  ]);
  const addresses = remotePorts.map((remotePort) => `http://127.0.0.1:${remotePort}/module.json`);
  product = startProduct(
    { settings, secrets, log, port: serverPort, sandboxPort, development: { modules: addresses } },
    (name) => {
      log(`The ${name} can't start with its configuration.`);
      void stop(78);
    },
  );
  await product.ready;
  await announce({ ...product, url: addressOf(settings.host, port) }, settings, secrets, log);
} catch (error) {
  if (!shutdown.signal.aborted) {
    console.error((error as Error).message);
    await stop(1);
  }
}
