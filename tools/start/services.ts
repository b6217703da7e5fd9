import path from 'node:path';
import { logFile, logLine } from './log-lines.ts';
import type { Mailbox } from './mailbox/mailbox.ts';
import { builtModules } from './modules.mjs';
import type { Secrets } from './secrets.ts';
import { serverCommand } from './server-command.ts';
import { root, type Settings } from './settings.mjs';
import type { Service } from './supervise.ts';

const REPEAT_AFTER_MS = 10_000;

/**
 * Writes a service's output to `<folder>/<name>.log`, plain text as a JSON line too, and prints errors and plain text of
 * stderr, the same message at most once in 10 s.
 */
export function serviceLog(
  folder: string,
  name: string,
  print: (line: string) => void,
): (line: string, stream: 'stdout' | 'stderr') => void {
  const append = logFile(folder, name);
  const lastPrinted = new Map<string, number>();
  return (line, stream) => {
    const entry = parseLine(line);
    append(entry ? line : logLine(name, stream === 'stderr' ? 'error' : 'info', line));
    const message = entry ? errorMessage(entry) : stream === 'stderr' ? line : null;
    if (!message || Date.now() - (lastPrinted.get(message) ?? 0) < REPEAT_AFTER_MS) return;
    if (lastPrinted.size > 100) lastPrinted.clear();
    lastPrinted.set(message, Date.now());
    print(`[${name}] ${message}`);
  };
}

type Entry = { level?: unknown; msg?: unknown };

function parseLine(line: string): Entry | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return null;
  }
}

const errorMessage = ({ level, msg }: Entry): string | null =>
  level === 'error' || level === 'fatal' ? String(msg) : null;

/** The input for the services' environments. */
export interface ProductPlan {
  settings: Settings;
  secrets: Secrets;
  port: number;
  sandboxPort: number;
  /** The port that people open, if it isn't the server's. */
  consolePort?: number;
  /** Where mails go instead of an SMTP server; null: nowhere, or to the one of the environment. */
  mailbox: Mailbox | null;
  /** The apps under development: they are served or rebuilt by others. */
  developed?: readonly string[];
  log: (line: string) => void;
  /** Prints a service's errors in the terminal. */
  print: (line: string) => void;
}

/** Returns the local address of a server that listens at `host`. */
export function addressOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

const inWorkspace = (file: string): string => path.join(root, file);
const isListening = (line: string): boolean => /"msg":\s*"listening"/.test(line);

/** Returns the environment of a Node process without secrets. */
function baseEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TZ', 'LANG', 'NODE_OPTIONS', 'SystemRoot'];
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

function logLines(plan: ProductPlan, name: string): Service['onLine'] {
  return serviceLog(path.join(plan.settings.dataDir, 'logs'), name, plan.print);
}

/** Database addresses for the server and, if another role migrates, for migrations. */
export type Addresses = { server: string; migrations: string | null };

/** The embedded Postgres; `onStarted` receives its addresses, which do not change on restarts. */
export function postgresService(plan: ProductPlan, onStarted: (addresses: Addresses) => void): Service {
  let port: string | null = null;
  const log = serviceLog(path.join(plan.settings.dataDir, 'logs'), 'postgres', plan.print);
  return {
    name: 'database',
    args: () => [
      inWorkspace('tools/start/postgres/cli.ts'),
      '--data-dir',
      path.join(plan.settings.dataDir, 'postgres'),
      ...(port ? ['--port', port] : []),
    ],
    env: baseEnvironment,
    // The first line on stdout contains passwords and must not be logged.
    onLine: (line, stream) => stream === 'stderr' && log(line, stream),
    isReady: (line) => {
      const { url, serverUrl } = JSON.parse(line) as { url: string; serverUrl: string };
      port = new URL(url).port;
      onStarted({ server: serverUrl, migrations: url });
      return true;
    },
  };
}

/** API, shell and remotes. */
export function bffService(plan: ProductPlan, database: Addresses): Service {
  const { settings, secrets } = plan;
  return {
    name: 'server',
    args: () => [
      ...(plan.developed?.includes('bff') ? ['--watch', '--watch-preserve-output'] : []),
      ...serverCommand,
    ],
    env: () => ({
      TOKEN_SECRET: secrets.tokenSecret,
      SEALING_KEYS: secrets.sealingKeys,
      VAPID_PUBLIC_KEY: secrets.vapidPublicKey,
      VAPID_PRIVATE_KEY: secrets.vapidPrivateKey,
      WEB_DIR: inWorkspace('apps/shell/dist'),
      MODULES: builtModules,
      ...(plan.mailbox && {
        SMTP_URL: plan.mailbox.smtpUrl,
        SMTP_FROM: 'Tessera <console@tessera.local>',
        MAIL_LINK_URL: addressOf(settings.host, plan.consolePort ?? plan.port),
      }),
      ...(plan.developed && { MODULE_OVERRIDES: 'on' }),
      ...process.env,
      PORT: String(plan.port),
      HOST: settings.host,
      DATA_DIR: settings.dataDir,
      DATABASE_URL: database.server,
      ...(database.migrations && { MIGRATION_DATABASE_URL: database.migrations }),
      ADMIN_EMAIL: settings.adminEmail,
      ADMIN_PASSWORD: settings.adminPassword ?? secrets.adminPassword,
      DEMO: settings.demo ? 'on' : 'off',
      ...(settings.demo && {
        SANDBOX_URL: addressOf(settings.host, plan.sandboxPort),
        DEMO_WORKER_TOKEN: secrets.demoWorkerToken,
        DEMO_OWNER_EMAIL,
        DEMO_OWNER_PASSWORD: secrets.demoOwnerPassword,
      }),
    }),
    onLine: logLines(plan, 'bff'),
    isReady: isListening,
  };
}

/** Owner of the demo realm. */
export const DEMO_OWNER_EMAIL = 'owner@quayside.example';

/** The sandbox ticketing site. */
export function sandboxService(plan: ProductPlan): Service {
  return {
    name: 'sandbox site',
    args: () => [inWorkspace('apps/sandbox/src/main.ts')],
    env: () => ({
      ...baseEnvironment(),
      SANDBOX_PORT: String(plan.sandboxPort),
      HOST: plan.settings.host,
      SANDBOX_DATA: path.join(plan.settings.dataDir, 'sandbox'),
      SANDBOX_SEED: process.env.SANDBOX_SEED,
    }),
    onLine: logLines(plan, 'sandbox'),
    isReady: isListening,
  };
}

/** The reference worker; the sandbox is the only allowed host. */
export function workerService(plan: ProductPlan): Service {
  return {
    name: 'worker',
    args: () => [inWorkspace('apps/worker/src/main.ts')],
    env: () => ({
      ...baseEnvironment(),
      TESSERA_URL: addressOf(plan.settings.host, plan.port),
      WORKER_TOKEN: plan.secrets.demoWorkerToken,
      WORKER_NAME: 'demo-worker',
      WORKER_CAPACITY: process.env.WORKER_CAPACITY ?? '25',
      OTEL_EXPORTER_OTLP_ENDPOINT: process.env.OTEL_EXPORTER_OTLP_ENDPOINT,
      ALLOWED_HOSTS: new URL(addressOf(plan.settings.host, plan.sandboxPort)).host,
    }),
    onLine: logLines(plan, 'worker'),
  };
}
