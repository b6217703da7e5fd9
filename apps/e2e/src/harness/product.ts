import { startLauncher } from './launcher.ts';
import type { LaunchedProduct, Product } from './product-types.ts';
import { describeRunningConsole, startSeparateServers } from './separate-servers.ts';

export type { Credentials, LaunchedProduct, Product } from './product-types.ts';

/**
 * Starts a console by the launcher of `npm start`, or as separate servers when `SEPARATE_SERVERS` is set
 * (`npm run prove -- e2e-two`). With `CONSOLE_URLS` it returns the running console that this names.
 */
export function startProduct(environment: NodeJS.ProcessEnv): Promise<LaunchedProduct | Product> {
  const { CONSOLE_URLS, SEPARATE_SERVERS } = process.env;
  if (CONSOLE_URLS) return Promise.resolve(describeRunningConsole(CONSOLE_URLS));
  return SEPARATE_SERVERS ? startSeparateServers(environment) : startLauncher(environment);
}

export const isLaunched = (product: Product): product is LaunchedProduct => 'kill' in product;
