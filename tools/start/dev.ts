/**
 * `npm run dev [-- app …]`: starts the product with the apps under development: a change of a module replaces its pages, one of the
 * shell reloads the page, and one of the server restarts it.
 */
import path from 'node:path';
import { announce } from './announce.ts';
import { consoleListener, listen } from './dev-console.ts';
import { LauncherLog } from './launcher-log.ts';
import { startMailbox } from './mailbox/mailbox.ts';
import { modules } from './modules.mjs';
import { choosePorts, freePort } from './ports.ts';
import { nxEnvironment } from './prepare/build.mjs';
import { clearLeftovers, type Product, startProduct } from './product.ts';
import { openSecrets } from './secrets.ts';
import { addressOf } from './services.ts';
import { readSettings, root } from './settings.mjs';
import { type Service, supervise, type Supervised, type Watcher } from './supervise.ts';

const developed = process.argv.slice(2);
/** Where development servers listen, whatever the product's host is: nobody else may reach them. */
const loopback = '127.0.0.1';
const print = (line: string): void => console.log(line);
const launcherLog = new LauncherLog();
const log = launcherLog.info;
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
async function webpack(app: string, command: 'serve' | 'watch', env: NodeJS.ProcessEnv = {}): Promise<void> {
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
    onLine: (line) => line.trim() && !line.startsWith('<i>') && print(`[${app}] ${line}`),
    isReady: (line) => line.includes('compiled'),
  };
  const builder = supervise(service, watcher);
  builders.push(builder);
  await builder.ready;
}

/** Serves a web app for development to the console at `url`; returns its origin. */
async function serve(app: string, url: string): Promise<string> {
  const port = await freePort(loopback);
  await webpack(app, 'serve', { DEV_PORT: String(port), DEV_SHELL: url });
  return `http://${loopback}:${port}`;
}

try {
  const settings = readSettings(process.env);
  const secrets = openSecrets(settings.dataDir);
  launcherLog.open(settings.dataDir);
  await clearLeftovers(settings.dataDir);
  const { port, sandboxPort } = await choosePorts(settings);
  const url = addressOf(settings.host, port);
  const serverPort = await freePort(settings.host);

  log(`Building ${developed.join(', ')} for development …`);
  const servedModules = modules.filter((name) => developed.includes(name));
  const [shell, origins] = await Promise.all([
    developed.includes('shell') ? serve('shell', url) : null,
    Promise.all(servedModules.map(async (name) => [name, await serve(name, url)] as const)),
    developed.includes('bff') ? webpack('bff', 'watch') : null,
  ]);
  const mailbox = settings.mailbox ? await startMailbox() : null;
  product = startProduct(
    { settings, secrets, log, print, mailbox, port: serverPort, consolePort: port, sandboxPort, developed },
    (name) => {
      log(`The ${name} can't start with its configuration.`);
      void stop(78);
    },
  );
  await product.ready;
  const listener = consoleListener(
    {
      server: new URL(product.url),
      shell: shell === null ? null : new URL(shell),
      modules: new Map(origins),
    },
    log,
  );
  await listen(listener, port, settings.host);
  await announce({ ...product, url }, settings, secrets, print, mailbox);
} catch (error) {
  if (!shutdown.signal.aborted) {
    launcherLog.error((error as Error).message);
    await stop(1);
  }
}
