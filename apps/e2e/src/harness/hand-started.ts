import { startProduct, type Product } from './product.ts';

/**
 * The console to test: one that somebody started by hand (docs/operations.md) when `CONSOLE_URLS` names its servers,
 * comma-joined, else one of our own. Pages are opened at the first server and the API is called at the last, so that the
 * two must agree. Its demo realm must be untouched.
 */
export async function givenProduct(environment: NodeJS.ProcessEnv = {}): Promise<Product> {
  const urls = process.env.CONSOLE_URLS?.split(',') ?? [];
  const [url] = urls;
  if (!url) return startProduct(environment);
  return {
    url,
    apiUrl: urls.at(-1) ?? url,
    sandboxUrl: setting('SANDBOX_URL'),
    admin: { email: setting('ADMIN_EMAIL'), password: setting('ADMIN_PASSWORD') },
    owner: { email: setting('DEMO_OWNER_EMAIL'), password: setting('DEMO_OWNER_PASSWORD') },
    // Who started it ends it.
    stop: () => Promise.resolve(null),
  };
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`CONSOLE_URLS is set: ${name} is needed too`);
  return value;
}
