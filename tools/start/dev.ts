/** `npm run dev`: the same product from development servers, which build again and reload on a change. */
import path from 'node:path';
import { announce } from './announce.ts';
import { choosePorts, freePort } from './ports.ts';
import { nxEnvironment } from './prepare/build.mjs';
import { clearLeftovers, startProduct, type Product } from './product.ts';
import { openSecrets } from './secrets.ts';
import { addressOf, remotes } from './services.ts';
import { readSettings, root } from './settings.mjs';
import { supervise, type Service, type Supervised, type Watcher } from './supervise.ts';

const say = (line: string): void => console.log(line);
const watcher: Watcher = {
  say,
  changed: () => undefined,
  gaveUp: (name) => say(`The ${name} gave up.`),
};
const builders: Supervised[] = [];
let product: Product | null = null;
let stopping = false;

async function stop(code: number): Promise<void> {
  if (stopping) return process.exit(code);
  stopping = true;
  say('Ending …');
  await product?.stop();
  await Promise.all(builders.map((one) => one.stop()));
  process.exit(code);
}
process.on('SIGTERM', () => void stop(0));
process.on('SIGINT', () => void stop(0));
process.on('disconnect', () => void stop(0));
process.channel?.unref();

/** webpack in an app's folder: `serve` for a page, `watch` for the server. What it says is for the developer. */
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
    onLine: (line) => line.trim() && !line.startsWith('<i>') && say(`[${app}] ${line}`),
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
  const remotePorts = await Promise.all(remotes.map(() => freePort(settings.host)));

  say('Building everything for development …');
  await Promise.all([
    webpack('bff', 'watch'),
    webpack('shell', 'serve', { DEV_PORT: String(port), BFF_URL: addressOf(settings.host, serverPort) }),
    ...remotes.map((name, index) => webpack(name, 'serve', { DEV_PORT: String(remotePorts[index]) })),
  ]);
  const modules = remotePorts.map((remotePort) => `http://127.0.0.1:${remotePort}/module.json`);
  product = startProduct(
    { settings, secrets, say, port: serverPort, sandboxPort, development: { modules } },
    (name) => {
      say(`The ${name} can't work with its configuration.`);
      void stop(78);
    },
  );
  await product.ready;
  await announce({ ...product, url: addressOf(settings.host, port) }, settings, secrets, say);
} catch (error) {
  if (!stopping) {
    console.error((error as Error).message);
    await stop(1);
  }
}
