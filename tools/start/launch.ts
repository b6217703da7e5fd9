/** The launcher: runs on the product's Node, started by start.mjs once everything is installed and built. */
import { announce } from './announce.ts';
import { choosePorts } from './ports.ts';
import { clearLeftovers, startProduct, type Product } from './product.ts';
import { openSecrets } from './secrets.ts';
import { readSettings } from './settings.mjs';
import { BAD_CONFIGURATION, EarlyEnd } from './supervise.ts';

const say = (line: string): void => console.log(line);
let product: Product | null = null;
let stopping = false;

/** The first time it asks, the second time it insists. */
async function stop(code: number): Promise<void> {
  if (stopping) product?.kill();
  if (stopping || !product) return process.exit(code);
  stopping = true;
  say('Ending …');
  await product.stop();
  process.exit(code);
}

process.on('SIGTERM', () => void stop(0));
process.on('SIGINT', () => void stop(0));
process.on('disconnect', () => void stop(0));
process.channel?.unref();

try {
  const settings = readSettings(process.env);
  const secrets = openSecrets(settings.dataDir);
  await clearLeftovers(settings.dataDir);
  const plan = { settings, secrets, say, ...(await choosePorts(settings)) };
  product = startProduct(plan, (name) => {
    say(`The ${name} can't work with its configuration.`);
    void stop(BAD_CONFIGURATION);
  });
  await product.ready;
  await announce(product, settings, secrets, say);
} catch (error) {
  if (!stopping) {
    console.error((error as Error).message);
    await stop(error instanceof EarlyEnd && error.isConfiguration ? BAD_CONFIGURATION : 1);
  }
}
