import { hostname } from 'node:os';
import { AllowedHosts } from './allowed-hosts.ts';

export interface WorkerConfig {
  tesseraUrl: string;
  token: string;
  name: string;
  capacity: number;
  allowedHosts: AllowedHosts;
  logLevel: string;
}

/** An invalid environment variable. */
export class ConfigError extends Error {}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new ConfigError(`${name} is not set`);
  return value;
}

/** Reads the environment once. Throws ConfigError naming the variable. */
export function readConfig(env: NodeJS.ProcessEnv): WorkerConfig {
  const tesseraUrl = URL.parse(required(env, 'TESSERA_URL'));
  if (!tesseraUrl || !/^https?:$/.test(tesseraUrl.protocol)) {
    throw new ConfigError('TESSERA_URL must be an http or https address');
  }
  const capacity = Number(env.WORKER_CAPACITY || 25);
  if (!Number.isInteger(capacity) || capacity < 1 || capacity > 200) {
    throw new ConfigError('WORKER_CAPACITY must be a whole number from 1 to 200');
  }
  const logLevel = env.LOG_LEVEL || 'info';
  if (!LEVELS.includes(logLevel)) throw new ConfigError(`LOG_LEVEL must be one of ${LEVELS.join(', ')}`);
  const hosts = AllowedHosts.parse(required(env, 'ALLOWED_HOSTS'));
  if (!hosts) throw new ConfigError('ALLOWED_HOSTS must be a comma-joined list of host:port');
  return {
    tesseraUrl: tesseraUrl.origin,
    token: required(env, 'WORKER_TOKEN'),
    name: env.WORKER_NAME || hostname(),
    capacity,
    allowedHosts: hosts,
    logLevel,
  };
}
