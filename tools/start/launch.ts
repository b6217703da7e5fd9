/** The launcher: start.mjs runs it on the product's Node after installation and build. */
import { announce } from './announce.ts';
import { LauncherLog } from './launcher-log.ts';
import { startMailbox } from './mailbox/mailbox.ts';
import { choosePorts } from './ports.ts';
import { clearLeftovers, type Product, startProduct } from './product.ts';
import { openSecrets } from './secrets.ts';
import { readSettings } from './settings.mjs';
import { BAD_CONFIGURATION, StartError } from './supervise.ts';

const print = (line: string): void => console.log(line);
const log = new LauncherLog();
let product: Product | null = null;
const shutdown = new AbortController();

/** Stops the product; a second call kills it. */
async function stop(code: number): Promise<void> {
  if (shutdown.signal.aborted) product?.kill();
  if (shutdown.signal.aborted || !product) return process.exit(code);
  shutdown.abort();
  log.info('Stopping …');
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
  log.open(settings.dataDir);
  await clearLeftovers(settings.dataDir);
  const mailbox = settings.mailbox ? await startMailbox() : null;
  const plan = { settings, secrets, log: log.info, print, mailbox, ...(await choosePorts(settings)) };
  product = startProduct(plan, (name) => {
    log.error(`The ${name} can't start with its configuration.`);
    void stop(BAD_CONFIGURATION);
  });
  await product.ready;
  log.writeMessage(`Ready at ${product.url}`);
  // Printed alone: it shows passwords.
  await announce(product, settings, secrets, print, mailbox);
} catch (error) {
  if (!shutdown.signal.aborted) {
    log.error((error as Error).message);
    await stop(error instanceof StartError && error.isConfiguration ? BAD_CONFIGURATION : 1);
  }
}
