import { givenConsole, startByHand } from './hand-started.ts';
import type { LaunchedProduct, Product } from './launched.ts';
import { startLauncher } from './launcher.ts';

export type { Credentials, LaunchedProduct, Product } from './launched.ts';

/** Starts a console of one's own: with `npm start`'s launcher, or by hand when `BY_HAND` is set (`npm run e2e:two`). */
export function startProduct(environment: NodeJS.ProcessEnv = {}): Promise<LaunchedProduct> {
  if (process.env.CONSOLE_URLS)
    throw new Error('CONSOLE_URLS is set, and this suite needs a console of its own: see npm run e2e:two');
  return process.env.BY_HAND ? startByHand(environment) : startLauncher(environment);
}

/** As `startProduct`, for suites that break nothing: over the console that `CONSOLE_URLS` names, where it does. */
export async function givenProduct(environment: NodeJS.ProcessEnv = {}): Promise<Product> {
  const { CONSOLE_URLS } = process.env;
  return CONSOLE_URLS ? givenConsole(CONSOLE_URLS) : startProduct(environment);
}
