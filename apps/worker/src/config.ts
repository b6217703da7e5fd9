import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { AllowedHosts } from './allowed-hosts.ts';
import type { TracingConfig } from './run-tracing.ts';

export interface WorkerConfig {
  tesseraUrl: string;
  token: string;
  name: string;
  capacity: number;
  allowedHosts: AllowedHosts;
  logLevel: string;
  /** Null: runs aren't traced. */
  tracing: TracingConfig | null;
}

/** An invalid environment variable. */
export class ConfigError extends Error {}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new ConfigError(`${name} is not set`);
  return value;
}

/** Reads WORKER_TOKEN, or the file that WORKER_TOKEN_FILE names. */
function readToken(env: NodeJS.ProcessEnv): string {
  const file = env.WORKER_TOKEN_FILE?.trim();
  if (!file) return required(env, 'WORKER_TOKEN');
  if (env.WORKER_TOKEN) throw new ConfigError("WORKER_TOKEN and WORKER_TOKEN_FILE can't both be set");
  let token: string;
  try {
    token = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`WORKER_TOKEN_FILE can't be read: ${(error as Error).message}`);
  }
  if (!token) throw new ConfigError(`WORKER_TOKEN_FILE names a file that is empty: ${file}`);
  return token;
}

/** Reads OpenTelemetry's settings under their standard names. */
function readTracing(env: NodeJS.ProcessEnv): TracingConfig | null {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return null;
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address');
  return { endpoint, serviceName: env.OTEL_SERVICE_NAME || 'tessera-worker' };
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
    token: readToken(env),
    name: env.WORKER_NAME || hostname(),
    capacity,
    allowedHosts: hosts,
    logLevel,
    tracing: readTracing(env),
  };
}
