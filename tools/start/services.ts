import path from 'node:path';
import { journal } from './journal.ts';
import type { Secrets } from './secrets.ts';
import { serverCommand } from './server-command.ts';
import { root, type Settings } from './settings.mjs';
import type { Service } from './supervise.ts';

/** What the services' environments are made of. */
export interface Plan {
  settings: Settings;
  secrets: Secrets;
  port: number;
  sandboxPort: number;
  /** While developing: where the remotes come from; the server is started again when its bundle changes. */
  development?: { modules: string[] };
  say: (line: string) => void;
}

/** Address of something that listens at `host`, for a program or a browser on this machine. */
export function addressOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** The remotes of the console. */
export const remotes = ['mf-tasks', 'mf-tickets', 'mf-admin'];
const at = (file: string): string => path.join(root, file);
const isListening = (line: string): boolean => /"msg":\s*"listening"/.test(line);

/** Enough for a Node process, and none of our secrets. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TZ', 'LANG', 'NODE_OPTIONS', 'SystemRoot'];
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

function lines(plan: Plan, name: string): Service['onLine'] {
  return journal(path.join(plan.settings.dataDir, 'logs'), name, plan.say);
}

/** Where the database is: for serving, and for migrations where that is another role's. */
export type Addresses = { server: string; migrations: string | null };

/** The embedded Postgres; `learn` gets its addresses, which stay the same from then on. */
export function postgresService(plan: Plan, learn: (addresses: Addresses) => void): Service {
  let port: string | null = null;
  const log = journal(path.join(plan.settings.dataDir, 'logs'), 'postgres', plan.say);
  return {
    name: 'database',
    args: () => [
      at('tools/start/postgres/cli.ts'),
      '--data-dir',
      path.join(plan.settings.dataDir, 'postgres'),
      ...(port ? ['--port', port] : []),
    ],
    env: plainEnvironment,
    // Its first line holds passwords: not for the log.
    onLine: (line, stream) => stream === 'stderr' && log(line, stream),
    isReady: (line) => {
      const { url, serverUrl } = JSON.parse(line) as { url: string; serverUrl: string };
      port = new URL(url).port;
      learn({ server: serverUrl, migrations: url });
      return true;
    },
  };
}

/** API, shell and remotes. */
export function bffService(plan: Plan, database: Addresses): Service {
  const { settings, secrets } = plan;
  return {
    name: 'server',
    args: () => [...(plan.development ? ['--watch', '--watch-preserve-output'] : []), ...serverCommand],
    env: () => ({
      TOKEN_SECRET: secrets.tokenSecret,
      SEALING_KEYS: secrets.sealingKeys,
      VAPID_PUBLIC_KEY: secrets.vapidPublicKey,
      VAPID_PRIVATE_KEY: secrets.vapidPrivateKey,
      WEB_DIR: at('apps/shell/dist'),
      MODULES: remotes.map((name) => at(`apps/${name}/dist/module.json`)).join(','),
      ...process.env,
      ...(plan.development && { MODULES: plan.development.modules.join(',') }),
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
    onLine: lines(plan, 'bff'),
    isReady: isListening,
  };
}

/** Who owns the demo realm. */
export const DEMO_OWNER_EMAIL = 'owner@quayside.example';

/** The sandbox ticketing site. */
export function sandboxService(plan: Plan): Service {
  return {
    name: 'sandbox site',
    args: () => [at('apps/sandbox/src/main.ts')],
    env: () => ({
      ...plainEnvironment(),
      SANDBOX_PORT: String(plan.sandboxPort),
      HOST: plan.settings.host,
      SANDBOX_DATA: path.join(plan.settings.dataDir, 'sandbox'),
      SANDBOX_SEED: process.env.SANDBOX_SEED,
    }),
    onLine: lines(plan, 'sandbox'),
    isReady: isListening,
  };
}

/** The reference worker; the sandbox is the one host it may talk to. */
export function workerService(plan: Plan): Service {
  return {
    name: 'worker',
    args: () => [at('apps/worker/src/main.ts')],
    env: () => ({
      ...plainEnvironment(),
      TESSERA_URL: addressOf(plan.settings.host, plan.port),
      WORKER_TOKEN: plan.secrets.demoWorkerToken,
      WORKER_NAME: 'demo-worker',
      WORKER_CAPACITY: process.env.WORKER_CAPACITY ?? '25',
      ALLOWED_HOSTS: new URL(addressOf(plan.settings.host, plan.sandboxPort)).host,
    }),
    onLine: lines(plan, 'worker'),
  };
}
