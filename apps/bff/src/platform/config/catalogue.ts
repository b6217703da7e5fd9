import { retentionSettings } from './retention-catalogue';
import type { Setting } from './setting';
import { signInSettings } from './sign-in-catalogue';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const HTTP = ['http:', 'https:'] as const;

/**
 * Every setting of the server and of the `tessera` command. `config.ts` can read no other, and docs/operate/settings.md
 * is generated from it (`npm run contract`).
 */
export const serverSettings = {
  NODE_ENV: {
    group: 'Process and addresses',
    kind: 'text',
    meaning: '`production` for every installation that people rely on: stricter defaults, no test settings',
    defaultMeaning: 'none; the images set `production`',
  },
  PORT: {
    group: 'Process and addresses',
    kind: 'integer',
    min: 0,
    max: 65_535,
    default: 3000,
    meaning: 'Port of API, shell and remotes; 0 is any free one',
  },
  HOST: {
    group: 'Process and addresses',
    kind: 'text',
    default: '127.0.0.1',
    meaning: 'Address to listen on',
  },
  PUBLIC_URL: {
    group: 'Process and addresses',
    kind: 'url',
    protocols: HTTP,
    meaning: 'Where people open the console, such as `https://console.example.com`, for links that leave it',
    defaultMeaning: 'the address of the request',
  },
  DATA_DIR: {
    group: 'Process and addresses',
    kind: 'text',
    default: '.data',
    meaning: 'Folder of persistent data; one running product per folder',
  },
  WEB_DIR: {
    group: 'Process and addresses',
    kind: 'text',
    meaning: 'Folder of the built shell, whose pages the server then sends',
    defaultMeaning: 'none: the server has the API alone',
  },
  TRUST_PROXY: {
    group: 'Process and addresses',
    kind: 'networks',
    meaning:
      'Addresses or networks (CIDR) of the proxies whose X-Forwarded-For is trusted, as narrow as possible',
  },
  DRAIN_MS: {
    group: 'Process and addresses',
    kind: 'integer',
    min: 0,
    max: 300_000,
    default: 0,
    meaning:
      'How long the server keeps serving after SIGTERM, while `/readyz` is 503, so that proxies and load balancers notice',
  },
  DATABASE_URL: {
    group: 'Database',
    kind: 'database',
    required: true,
    meaning:
      "Address with the serving role's password, or the owner's where the server should migrate; several hosts are separated by commas ([connections](connections.md))",
    defaultMeaning: 'required; `npm start` has an embedded PostgreSQL',
  },
  DATABASE_DIRECT_URL: {
    group: 'Database',
    kind: 'database',
    meaning:
      'Address of PostgreSQL itself where `DATABASE_URL` is a pooler: for notifications, the queue and migrations ([connections](connections.md))',
    defaultMeaning: '`DATABASE_URL`',
  },
  DATABASE_STATEMENTS: {
    group: 'Database',
    kind: 'choice',
    values: ['named', 'unnamed'],
    default: 'named',
    meaning: "Whether statements have names: `unnamed` for a pooler that doesn't know them",
  },
  MIGRATION_DATABASE_URL: {
    group: 'Database',
    kind: 'database',
    meaning: "The owner's address, if the server should migrate when it starts",
    defaultMeaning: '`DATABASE_URL` where that is the owner',
  },
  DATABASE_POOL: {
    group: 'Database',
    kind: 'integer',
    min: 2,
    max: 500,
    default: 10,
    meaning: 'Connections of one server to PostgreSQL at most, besides those of the queue and of LISTEN',
  },
  DATABASE_READ_URL: {
    group: 'Database',
    kind: 'database',
    of: 'standby',
    meaning:
      "Address of a standby with the serving role's password, for the reads that may lag: dashboard, audit log, purchase ledger, exports ([connections](connections.md#reads-from-a-standby))",
    defaultMeaning: 'none: all reads go to the primary',
  },
  DATABASE_READ_MAX_LAG: {
    group: 'Database',
    kind: 'integer',
    min: 3,
    max: 3600,
    default: 10,
    meaning: 'Seconds that this standby may be behind; beyond, the primary is read',
  },
  TOKEN_SECRET: {
    group: 'Secrets',
    kind: 'secret',
    minLength: 32,
    required: true,
    meaning: 'Signs sessions; the same for all servers, at least 32 characters',
    defaultMeaning: 'required; `npm start` generates it',
  },
  SEALING_KEYS: {
    group: 'Secrets',
    kind: 'secret',
    minLength: 1,
    required: true,
    meaning:
      'Seal secrets in the database: `id:base64 of 32 bytes`, separated by commas, the first one seals; the same for all servers',
    defaultMeaning: 'required; `npm start` generates it',
  },
  ...retentionSettings,
  METRICS_TOKEN: {
    group: 'Monitoring',
    kind: 'secret',
    minLength: 16,
    meaning:
      'Bearer token for `/metrics`, at least 16 characters; needed behind a proxy and where `TRUST_PROXY` is set',
    defaultMeaning: 'none: programs on this machine only',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    group: 'Monitoring',
    kind: 'url',
    protocols: HTTP,
    meaning:
      "Address of an OpenTelemetry collector for traces by OTLP over HTTP, without `/v1/traces` ([tracing](tracing.md)); the SDK's other `OTEL_EXPORTER_OTLP_` settings are read too",
    defaultMeaning: 'none: nothing is traced',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    group: 'Monitoring',
    kind: 'text',
    default: '1',
    meaning: 'The part of the traces that is recorded, from 0 to 1',
  },
  OTEL_SERVICE_NAME: {
    group: 'Monitoring',
    kind: 'text',
    default: 'tessera-server',
    meaning: "The servers' name in traces",
  },
  AUDIT_STREAM_FILE: {
    group: 'Monitoring',
    kind: 'text',
    meaning:
      'File that gets every audit entry as a JSON line with ECS field names, for a SIEM; given to all servers or none ([audit stream](audit-stream.md))',
    defaultMeaning: 'none: no entry is written',
  },
  LOG_LEVEL: {
    group: 'Monitoring',
    kind: 'choice',
    values: LOG_LEVELS,
    default: 'info',
    meaning: 'Least important log lines that are written',
  },
  ...signInSettings,
  LOGIN_ATTEMPTS: {
    group: 'Limits',
    kind: 'integer',
    min: 1,
    max: 10_000,
    default: 10,
    meaning: 'Failures per account and address in 15 minutes, see [accounts](../accounts.md)',
  },
  RATE_LIMIT: {
    group: 'Limits',
    kind: 'integer',
    min: 1,
    max: 10_000_000,
    default: 1200,
    meaning: 'Requests per minute per user and per session, and per address for those who aren’t signed in',
  },
  CONNECTIONS_PER_ADDRESS: {
    group: 'Limits',
    kind: 'integer',
    min: 1,
    max: 1_000_000,
    default: 500,
    meaning: 'Open connections of one address (IPv6: of one /64)',
  },
  CONNECTIONS: {
    group: 'Limits',
    kind: 'integer',
    min: 1,
    max: 1_000_000,
    default: 8000,
    meaning: "Open connections in total; keep it below the process's limit of open files",
  },
  REQUEST_TIMEOUT_MS: {
    group: 'Limits',
    kind: 'integer',
    min: 100,
    max: 300_000,
    default: 30_000,
    meaning: 'How long a request may take to arrive, its header at most 15 s',
  },
  STREAMS_PER_SESSION: {
    group: 'Limits',
    kind: 'integer',
    min: 1,
    max: 1_000_000,
    default: 30,
    meaning: 'Open live streams of one session on one server; 429 beyond',
  },
  STREAMS_PER_USER: {
    group: 'Limits',
    kind: 'integer',
    min: 1,
    max: 1_000_000,
    default: 100,
    meaning: 'Open live streams of one user on one server; 429 beyond',
  },
  VAPID_PUBLIC_KEY: {
    group: 'Push messages',
    kind: 'text',
    meaning: 'Public key of web push; together with `VAPID_PRIVATE_KEY`',
    defaultMeaning: 'none: no push messages; `npm start` generates it',
  },
  VAPID_PRIVATE_KEY: {
    group: 'Push messages',
    kind: 'secret',
    minLength: 1,
    meaning: 'Private key of web push; a new one ends every subscription',
    defaultMeaning: 'as above',
  },
  VAPID_SUBJECT: {
    group: 'Push messages',
    kind: 'text',
    default: 'mailto:admin@localhost',
    meaning: 'How push services reach you: `mailto:` or `https:`; Safari refuses a subject at localhost',
  },
  PUSH_SERVICES: {
    group: 'Push messages',
    kind: 'hosts',
    default: [
      'fcm.googleapis.com',
      'updates.push.services.mozilla.com',
      '*.push.apple.com',
      '*.notify.windows.com',
    ],
    meaning: 'Hosts that may receive push messages: `host`, `host:port`, `*.host`; never a private address',
    defaultMeaning: "Chrome's, Firefox's, Safari's and Edge's",
  },
  PUSH_TIMEOUT_MS: {
    group: 'Push messages',
    kind: 'integer',
    min: 100,
    max: 60_000,
    default: 10_000,
    meaning: 'Timeout of one request to a push service',
  },
  PUSH_ALLOW_PRIVATE: {
    group: 'Push messages',
    kind: 'switch',
    default: 'off',
    meaning: 'Allows push services at private addresses, for tests; refused in production',
  },
  WEBHOOK_TIMEOUT_MS: {
    group: 'Webhooks',
    kind: 'integer',
    min: 100,
    max: 60_000,
    default: 10_000,
    meaning: 'Timeout of one attempt at a webhook ([webhooks](webhooks.md))',
  },
  WEBHOOK_ALLOW_PRIVATE: {
    group: 'Webhooks',
    kind: 'switch',
    default: 'off',
    meaning: 'Allows webhooks at private addresses and without TLS, for tests; refused in production',
  },
  SMTP_URL: {
    group: 'Mail',
    kind: 'secret',
    minLength: 1,
    meaning:
      'The server that sends mail: `smtps://user:password@host:465`, or `smtp://…:587` for STARTTLS, without which only a server on this machine is used ([mail](mail.md)); together with `SMTP_FROM` and `PUBLIC_URL`',
    defaultMeaning: 'none: no mail is sent',
  },
  SMTP_FROM: {
    group: 'Mail',
    kind: 'text',
    meaning: 'Who mail is from: `console@example.com` or `Tessera <console@example.com>`',
    defaultMeaning: 'none; required for mail',
  },
  MAIL_LINK_URL: {
    group: 'Mail',
    kind: 'url',
    protocols: HTTP,
    meaning: 'Where the links of mails lead, if not to `PUBLIC_URL`',
    defaultMeaning: '`PUBLIC_URL`',
  },
  MODULES: {
    group: 'Modules',
    kind: 'list',
    meaning:
      'Releases to publish: paths or http addresses of module.json files, separated by commas ([modules](modules.md))',
    defaultMeaning: 'none; `npm start` and the images publish the built ones',
  },
  MODULE_ORIGINS: {
    group: 'Modules',
    kind: 'origins',
    meaning: 'Origins of the addresses in `MODULES`, separated by commas; no other is fetched',
  },
  MODULE_STORE: {
    group: 'Modules',
    kind: 'text',
    meaning: "Files of modules' releases, which all servers share: a folder, or `s3://bucket/prefix`",
    defaultMeaning: '`modules` in `DATA_DIR`',
  },
  MODULE_OVERRIDES: {
    group: 'Modules',
    kind: 'switch',
    default: 'off',
    meaning: 'Whether developers may load a module from their own machine into their own browser',
  },
  S3_ENDPOINT: {
    group: 'Modules',
    kind: 'url',
    protocols: HTTP,
    meaning: 'The S3-compatible service of the bucket in `MODULE_STORE`',
    defaultMeaning: "Amazon's",
  },
  S3_REGION: { group: 'Modules', kind: 'text', default: 'us-east-1', meaning: 'Its region' },
  S3_ACCESS_KEY_ID: {
    group: 'Modules',
    kind: 'secret',
    minLength: 1,
    meaning: 'Its account, which reads, writes and deletes objects and lists the bucket',
    defaultMeaning: 'none; required for a bucket',
  },
  S3_SECRET_ACCESS_KEY: {
    group: 'Modules',
    kind: 'secret',
    minLength: 1,
    meaning: "The account's secret",
    defaultMeaning: 'none; required for a bucket',
  },
  DEMO: {
    group: 'Demo',
    kind: 'switch',
    default: 'off',
    meaning: 'Creates the demo realm at the start',
    defaultMeaning: 'off; `npm start`: on, with the sandbox and a worker',
  },
  SANDBOX_URL: {
    group: 'Demo',
    kind: 'url',
    protocols: HTTP,
    meaning: "Address of the sandbox, the demo realm's ticketing site",
  },
  DEMO_WORKER_TOKEN: {
    group: 'Demo',
    kind: 'secret',
    minLength: 20,
    meaning: "Token of the demo realm's worker, at least 20 characters",
  },
  DEMO_OWNER_EMAIL: { group: 'Demo', kind: 'text', meaning: "The demo realm's owner, created with it" },
  DEMO_OWNER_PASSWORD: {
    group: 'Demo',
    kind: 'secret',
    minLength: 12,
    meaning: 'Password of that owner, at least 12 characters',
  },
} as const satisfies Record<string, Setting>;
