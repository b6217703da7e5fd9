import { readFileSync } from 'node:fs';
import { ConfigError } from '../platform/config/config';

/** A setting, or the content of the file that `<name>_FILE` names; null when neither is set. */
export function optionalSetting(env: NodeJS.ProcessEnv, name: string): string | null {
  const value = env[name]?.trim();
  if (value) return value;
  const file = env[`${name}_FILE`]?.trim();
  if (!file) return null;
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch (error) {
    throw new ConfigError(`${name}_FILE can't be read: ${(error as Error).message}`);
  }
}

/** As `optionalSetting`; throws `ConfigError` when it is missing. */
export function requiredSetting(env: NodeJS.ProcessEnv, name: string): string {
  const value = optionalSetting(env, name);
  if (value === null) throw new ConfigError(`${name} is required`);
  return value;
}

/** The address of the tables' owner: `MIGRATION_DATABASE_URL`, or `DATABASE_URL` where it is the owner's. */
export function ownerUrl(env: NodeJS.ProcessEnv): string {
  return optionalSetting(env, 'MIGRATION_DATABASE_URL') ?? requiredSetting(env, 'DATABASE_URL');
}
