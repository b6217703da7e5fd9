import { ConfigError } from '../platform/config/config';

/** The setting's value; throws `ConfigError` when it is missing. */
export function requiredSetting(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name]?.trim();
  if (!value) throw new ConfigError(`${name} is required`);
  return value;
}

/** The address of the tables' owner: `MIGRATION_DATABASE_URL`, or `DATABASE_URL` where it is the owner's. */
export function ownerUrl(env: NodeJS.ProcessEnv): string {
  return env.MIGRATION_DATABASE_URL?.trim() || requiredSetting(env, 'DATABASE_URL');
}
