import { readFileSync } from 'node:fs';
import { ConfigError } from './config';

/** The settings that can be given as the file that `<NAME>_FILE` names. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'MIGRATION_DATABASE_URL',
  'TOKEN_SECRET',
  'SEALING_KEYS',
  'ADMIN_PASSWORD',
  'VAPID_PRIVATE_KEY',
  'METRICS_TOKEN',
  'S3_SECRET_ACCESS_KEY',
];

/**
 * Returns the environment with each secret's file replaced by its content, without the white space around it.
 *
 * @throws ConfigError for a file that can't be read, and a secret that is given twice
 */
export function readFileValues(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const result = { ...env };
  for (const name of SECRETS) {
    const file = env[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (env[name]?.trim()) throw new ConfigError(`${name} and ${name}_FILE can't both be set`);
    try {
      result[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      throw new ConfigError(`${name}_FILE can't be read: ${(error as Error).message}`);
    }
    result[`${name}_FILE`] = undefined;
  }
  return result;
}
