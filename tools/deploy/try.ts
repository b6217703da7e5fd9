/**
 * Runs the commands of docker-compose.yml on this machine, in its order and without Docker: Postgres, the migrations
 * as a one-shot job, two servers, and nginx for the shell and for each remote on a separate port; then checks
 * what a browser would receive. Needs nginx and a finished build: `node tools/deploy/try.ts [--stay]`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { modules as remotes } from '../start/modules.mjs';
import { freePort } from '../start/ports.ts';
import { startPostgres } from '../start/postgres/postgres.ts';
import { serverCommand } from '../start/server-command.ts';
import { root } from '../start/settings.mjs';

const scratch = mkdtempSync(path.join(tmpdir(), 'tessera-deploy-'));
const children: ChildProcess[] = [];

/** Fills in environment variables of the template as the nginx image does. */
function nginx(name: string, template: string, folder: string, values: Record<string, string>): void {
  const filled = readFileSync(path.join(root, 'deploy/nginx', template), 'utf8')
    .replaceAll(/\$\{([A-Z_]+)\}/g, (_, key: string) => values[key] ?? '')
    .replace('/usr/share/nginx/html', path.join(root, folder));
  const file = path.join(scratch, `${name}.conf`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${scratch}/${name}-${kind};`)
    .join('\n');
  writeFileSync(
    file,
    `daemon off; pid ${scratch}/${name}.pid; error_log stderr warn; ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {}
    http { include /etc/nginx/mime.types; access_log off; ${temporary}\n${filled}\n}`,
  );
  children.push(spawn('nginx', ['-c', file, '-p', scratch], { stdio: ['ignore', 'inherit', 'inherit'] }));
}

/** Starts a server process and waits for its line "listening". */
async function server(env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, serverCommand, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await new Promise<void>((listening, failed) => {
    createInterface(child.stdout).on('line', (line) => line.includes('"listening"') && listening());
    child.on('exit', (code) => failed(new Error(`The server exited with ${code}`)));
  });
}

function check(title: string, passed: boolean): void {
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${title}`);
  if (!passed) process.exitCode = 1;
}

const ports = Object.fromEntries(
  await Promise.all(
    ['shell', 'bff-1', 'bff-2', ...remotes].map(async (name) => [name, await freePort()] as const),
  ),
);
const origin = (name: string): string => `http://127.0.0.1:${ports[name]}`;
const postgres = await startPostgres({ dataDir: path.join(scratch, 'postgres'), log: console.error });

try {
  console.log('1. migrations, as a one-shot job');
  for (const time of ['first', 'second']) {
    const job = spawn(process.execPath, [path.join(root, 'apps/bff/dist/migrate.cjs')], {
      env: { PATH: process.env.PATH, DATABASE_URL: postgres.url },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    check(`the ${time} run ends with 0`, (await once(job, 'exit'))[0] === 0);
  }

  console.log('2. the remotes, each from its own origin');
  for (const name of remotes)
    nginx(name, 'remote.conf.template', `apps/${name}/dist`, { PORT: String(ports[name]) });
  await delay(500);
  for (const name of remotes) {
    const answer = await fetch(`${origin(name)}/module.json`);
    check(
      `${name} answers with CORS`,
      answer.ok && answer.headers.get('access-control-allow-origin') === '*',
    );
  }

  console.log('3. two servers');
  const production = {
    NODE_ENV: 'production',
    DATABASE_URL: postgres.serverUrl,
    TOKEN_SECRET: randomBytes(48).toString('base64url'),
    SEALING_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    ADMIN_EMAIL: 'admin@tessera.example',
    ADMIN_PASSWORD: randomBytes(12).toString('base64url'),
    MODULES: remotes.map((name) => `${origin(name)}/module.json`).join(','),
    MODULE_ORIGINS: remotes.map(origin).join(','),
    TRUST_PROXY: '127.0.0.1/32',
    LOG_LEVEL: 'warn',
  };
  for (const name of ['bff-1', 'bff-2']) {
    await server({ ...production, PORT: String(ports[name]) });
    check(`${name} is ready`, (await fetch(`${origin(name)}/readyz`)).ok);
  }

  console.log('4. the shell');
  nginx('shell', 'shell.conf.template', 'apps/shell/dist', {
    PORT: String(ports.shell),
    BFF_URL: origin('bff-1'),
    RESOLVER: '127.0.0.1',
    MODULE_ORIGINS: remotes.map(origin).join(' '),
  });
  await delay(500);
  const page = await fetch(`${origin('shell')}/tasks`);
  const html = await page.text();
  const nonce = /nonce-([0-9a-f]{32})/.exec(page.headers.get('content-security-policy') ?? '')?.[1];
  check(
    'any path is the page, with a nonce',
    page.ok && Boolean(nonce) && new RegExp(`nonce="?${nonce}`).test(html),
  );
  const map = await fetch(`${origin('shell')}/js/main.0123456789abcdef.js.map`);
  check('source maps are not published', map.status === 404);
  check('a missing file is missing', (await fetch(`${origin('shell')}/js/missing.js`)).status === 404);
  const { modules } = (await (await fetch(`${origin('shell')}/api/modules`)).json()) as {
    modules: { base_url: string }[];
  };
  check(
    'the modules come from the origin of the console',
    modules.every(({ base_url: url }) => url.startsWith('/modules/')),
  );
  const body = JSON.stringify({ email: production.ADMIN_EMAIL, password: production.ADMIN_PASSWORD });
  const headers = { 'Content-Type': 'application/json' };
  const login = await fetch(`${origin('shell')}/api/auth/login`, { method: 'POST', headers, body });
  check('the administrator signs in through the shell', login.ok);
  const { token } = (await login.json()) as { token: string };
  const forged = { ...headers, 'X-Forwarded-For': '203.0.113.9' };
  const elsewhere = await fetch(`${origin('shell')}/api/auth/login`, {
    method: 'POST',
    headers: forged,
    body,
  });
  const { token: other } = (await elsewhere.json()) as { token: string };
  const sessions = (await (
    await fetch(`${origin('shell')}/api/me/sessions`, { headers: { Authorization: `Bearer ${other}` } })
  ).json()) as { address: string }[];
  check(
    'a forged X-Forwarded-For is not believed',
    sessions.every(({ address }) => address === '127.0.0.1'),
  );
  const me = await fetch(`${origin('bff-2')}/api/me`, { headers: { Authorization: `Bearer ${token}` } });
  check('and the other server knows the session', me.ok);

  if (process.argv.includes('--stay')) {
    console.log(
      `${origin('shell')}  ${production.ADMIN_EMAIL}  ${production.ADMIN_PASSWORD}  (press Ctrl-C to stop)`,
    );
    await once(process, 'SIGINT');
  }
} finally {
  for (const child of children) child.kill('SIGTERM');
  await postgres.stop();
  rmSync(scratch, { recursive: true, force: true });
}
