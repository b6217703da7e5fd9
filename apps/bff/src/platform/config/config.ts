import { createSecretKey, type KeyObject } from 'node:crypto';
import { type MailSettings, readMail } from './mail-settings';
import { type ModuleStoreSettings, readModuleStore } from './module-store-settings';
import { type PasskeySettings, readPasskeys } from './passkey-settings';
import { readers } from './readers';
import { readRetention, type RetentionSettings } from './retention-settings';
import { readTracing, type TracingSettings } from './tracing-settings';

/** The process's settings, read once and never changed. Inject by this class. */
export abstract class Config {
  abstract readonly port: number;
  abstract readonly host: string;
  /** Where people open the console, without a path; null: at the host of the request. */
  abstract readonly publicOrigin: string | null;
  abstract readonly dataDir: string;
  abstract readonly databaseUrl: string;
  /** Address past the pooler that `databaseUrl` leads to, for LISTEN and migrations; null: there is no pooler. */
  abstract readonly databaseDirectUrl: string | null;
  /** Whether prepared statements have names; PgBouncer knows names from 1.21 on. */
  abstract readonly databaseStatements: 'named' | 'unnamed';
  /** Address of the tables' owner; null: the server migrates as the role that serves, where that owns the tables. */
  abstract readonly migrationDatabaseUrl: string | null;
  /** A standby for reads that may lag, and how many seconds it may be behind; null: all reads go to the primary. */
  abstract readonly readReplica: { url: string; maxLag: number } | null;
  /** Key that signs access tokens. */
  abstract readonly tokenKey: KeyObject;
  /** `id:base64 of 32 bytes`, comma-joined, the first one seals. Read by platform/sealing. */
  abstract readonly sealingKeys: string;
  abstract readonly admin: { email: string; password: string } | null;
  abstract readonly demo: boolean;
  abstract readonly sandboxUrl: string | null;
  abstract readonly demoWorkerToken: string | null;
  /** The owner of the demo realm, made with it. */
  abstract readonly demoOwner: { email: string; password: string } | null;
  /** Folder of the built shell; null when another server has it. */
  abstract readonly webDir: string | null;
  /** Paths or http addresses of module.json files of releases to publish. */
  abstract readonly modules: readonly string[];
  abstract readonly moduleStore: ModuleStoreSettings;
  /** Origins that the addresses among `modules` may have. */
  abstract readonly moduleOrigins: readonly string[];
  /** Whether developers may load a module from their own machine into their own browser. */
  abstract readonly moduleOverrides: boolean;
  abstract readonly registration: 'open' | 'invite' | 'closed';
  abstract readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  abstract readonly metricsToken: string | null;
  /** Requests per minute per caller. */
  abstract readonly rateLimit: number;
  /** Connections open at a time, from one address and in all. */
  abstract readonly connections: { perAddress: number; total: number };
  /** How long the server still responds after SIGTERM, while it reports that it isn't ready. */
  abstract readonly drainMs: number;
  /** Longest that a request may take to arrive. */
  abstract readonly requestTimeoutMs: number;
  /** Live streams open at a time, of one session and of one user. */
  abstract readonly streams: { perSession: number; perUser: number };
  /** Failures per account and address in 15 minutes. */
  abstract readonly loginAttempts: number;
  /** Networks whose X-Forwarded-For is believed. */
  abstract readonly trustProxy: readonly string[];
  abstract readonly vapid: { publicKey: string; privateKey: string; subject: string } | null;
  /** Hosts that push messages may go to: `host`, `host:port`, or `*.host` for every one beneath it. */
  abstract readonly pushServices: readonly string[];
  /** Whether a push service may be at an inner address: for tests alone. */
  abstract readonly pushAllowPrivate: boolean;
  /** Longest that one attempt at a push service may take in all: name, connection, response. */
  abstract readonly pushTimeoutMs: number;
  /** Whether a webhook may be at an inner address, or without TLS: for tests and development alone. */
  abstract readonly webhookAllowPrivate: boolean;
  /** Longest that one attempt at a webhook may take in all: name, connection, answer. */
  abstract readonly webhookTimeoutMs: number;
  /** The domain of passkeys, or why none are offered. */
  abstract readonly passkeys: PasskeySettings;
  /** Whether an identity provider on this machine may do without TLS: for development and tests. */
  abstract readonly singleSignOnHttp: boolean;
  /** How mail is sent; null: none is. */
  abstract readonly mail: MailSettings | null;
  /** Where OpenTelemetry traces go, and how many; null: tracing is off. */
  abstract readonly tracing: TracingSettings | null;
  /** Connections to Postgres at most. */
  abstract readonly databasePool: number;
  abstract readonly retention: RetentionSettings;
  /** Folder that gets rows before they are removed; null: they aren't archived. */
  abstract readonly archive: string | null;
  /** File that gets every audit entry, for a SIEM; null: none does. */
  abstract readonly auditStream: string | null;
}

/** One or more settings that can't be used; its message names each. */
export class ConfigError extends Error {}

/** Reads the settings; throws `ConfigError` that names every bad one, without its value where it is a secret. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const read = readers(env);
  const email = read.text('ADMIN_EMAIL');
  const password = read.secret('ADMIN_PASSWORD');
  if (Boolean(email) !== Boolean(password))
    read.fail('ADMIN_EMAIL and ADMIN_PASSWORD must be given together');
  if (email && !/^[^\s@]+@[^\s@]+$/.test(email)) read.fail('ADMIN_EMAIL must be an e-mail address');
  const demoOwner = { email: read.text('DEMO_OWNER_EMAIL'), password: read.secret('DEMO_OWNER_PASSWORD') };
  const vapid = [read.text('VAPID_PUBLIC_KEY'), read.secret('VAPID_PRIVATE_KEY')] as const;
  if (Boolean(vapid[0]) !== Boolean(vapid[1]))
    read.fail('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be given together');
  const production = read.text('NODE_ENV') === 'production';
  const pushAllowPrivate = read.isOn('PUSH_ALLOW_PRIVATE');
  if (pushAllowPrivate && production) read.fail('PUSH_ALLOW_PRIVATE is not for production');
  const webhookAllowPrivate = read.isOn('WEBHOOK_ALLOW_PRIVATE');
  if (webhookAllowPrivate && production) read.fail('WEBHOOK_ALLOW_PRIVATE is not for production');
  const singleSignOnHttp = read.isOn('SINGLE_SIGN_ON_HTTP');
  if (singleSignOnHttp && production) read.fail('SINGLE_SIGN_ON_HTTP is not for production');
  const moduleOverrides = read.isOn('MODULE_OVERRIDES');
  const dataDir = read.text('DATA_DIR');
  const readUrl = read.database('DATABASE_READ_URL');
  const maxLag = read.integer('DATABASE_READ_MAX_LAG');
  const config: Config = {
    port: read.integer('PORT'),
    host: read.text('HOST'),
    publicOrigin: URL.parse(read.url('PUBLIC_URL') ?? '')?.origin ?? null,
    dataDir,
    databaseUrl: read.database('DATABASE_URL') ?? '',
    databaseDirectUrl: read.database('DATABASE_DIRECT_URL'),
    databaseStatements: read.choice('DATABASE_STATEMENTS'),
    migrationDatabaseUrl: read.database('MIGRATION_DATABASE_URL'),
    readReplica: readUrl === null ? null : { url: readUrl, maxLag },
    tokenKey: createSecretKey(Buffer.from(read.secret('TOKEN_SECRET') ?? 'unset')),
    sealingKeys: read.secret('SEALING_KEYS') ?? '',
    admin: email && password ? { email, password } : null,
    demo: read.isOn('DEMO'),
    sandboxUrl: read.url('SANDBOX_URL'),
    demoWorkerToken: read.secret('DEMO_WORKER_TOKEN'),
    demoOwner:
      demoOwner.email && demoOwner.password ? { email: demoOwner.email, password: demoOwner.password } : null,
    webDir: read.text('WEB_DIR'),
    modules: read.list('MODULES'),
    moduleStore: readModuleStore(read, dataDir),
    moduleOrigins: read.origins('MODULE_ORIGINS'),
    moduleOverrides,
    registration: read.choice('REGISTRATION'),
    logLevel: read.choice('LOG_LEVEL'),
    metricsToken: read.secret('METRICS_TOKEN'),
    rateLimit: read.integer('RATE_LIMIT'),
    connections: {
      perAddress: read.integer('CONNECTIONS_PER_ADDRESS'),
      total: read.integer('CONNECTIONS'),
    },
    drainMs: read.integer('DRAIN_MS'),
    requestTimeoutMs: read.integer('REQUEST_TIMEOUT_MS'),
    streams: { perSession: read.integer('STREAMS_PER_SESSION'), perUser: read.integer('STREAMS_PER_USER') },
    loginAttempts: read.integer('LOGIN_ATTEMPTS'),
    trustProxy: read.networks('TRUST_PROXY'),
    vapid:
      vapid[0] && vapid[1]
        ? {
            publicKey: vapid[0],
            privateKey: vapid[1],
            subject: read.text('VAPID_SUBJECT'),
          }
        : null,
    pushServices: read.hosts('PUSH_SERVICES'),
    pushAllowPrivate,
    pushTimeoutMs: read.integer('PUSH_TIMEOUT_MS'),
    webhookAllowPrivate,
    webhookTimeoutMs: read.integer('WEBHOOK_TIMEOUT_MS'),
    passkeys: readPasskeys(read, { production }),
    singleSignOnHttp,
    mail: readMail(read),
    tracing: readTracing(read),
    databasePool: read.integer('DATABASE_POOL'),
    retention: readRetention(read),
    archive: read.text('ARCHIVE'),
    auditStream: read.text('AUDIT_STREAM_FILE'),
  };
  if (read.failures.length > 0) throw new ConfigError(read.failures.join('; '));
  return config;
}
