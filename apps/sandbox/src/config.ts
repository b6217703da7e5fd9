export interface SandboxConfig {
  port: number;
  host: string;
  /** Folder of the sandbox's database. */
  dataDir: string;
  /** Seed of a scenario's random decisions. */
  seed: number;
  /** Public address of the site, if it differs from the one that workers use. */
  publicUrl: string | null;
}

/** An environment variable has an invalid value. */
export class ConfigError extends Error {}

function integer(name: string, value: string | undefined, fallback: number, max: number): number {
  if (value === undefined || value === '') return fallback;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0 || number > max) {
    throw new ConfigError(`${name} must be a whole number from 0 to ${max}, not "${value}"`);
  }
  return number;
}

function origin(name: string, value: string | undefined): string | null {
  if (!value) return null;
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConfigError(`${name} must be an http or https address`);
  return url.origin;
}

/** Reads the environment. Throws a ConfigError that names the invalid variable. */
export function readConfig(env: NodeJS.ProcessEnv): SandboxConfig {
  return {
    port: integer('SANDBOX_PORT', env.SANDBOX_PORT, 3001, 65_535),
    host: env.HOST || '127.0.0.1',
    dataDir: env.SANDBOX_DATA || '.data/sandbox',
    seed: integer('SANDBOX_SEED', env.SANDBOX_SEED, 1, 0xffff_ffff),
    publicUrl: origin('SANDBOX_PUBLIC_URL', env.SANDBOX_PUBLIC_URL),
  };
}
