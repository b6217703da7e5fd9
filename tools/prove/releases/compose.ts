/**
 * Runs the commands of docker-compose.yml on this machine, in its order and without Docker: Postgres, the migrations and the
 * copies of modules as one-shot jobs, two servers with one store of releases, and nginx for the shell; then checks what a
 * browser would receive. Needs nginx and a finished build: `npm run prove -- compose [--stay]`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { modules as remotes } from '../../start/modules.mjs';
import { freePort } from '../../start/ports.ts';
import { startPostgres } from '../../start/postgres/postgres.ts';
import { serverCommand } from '../../start/server-command.ts';
import { root } from '../../start/settings.mjs';
import { startNginx } from '../installation/nginx.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'tessera-deploy-'));
const children: ChildProcess[] = [];

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

const bundled = path.join(scratch, 'bundled');

/** Copies a module to the servers, as its image does. */
function copyModule(from: string, name: string): void {
  mkdirSync(bundled, { recursive: true });
  execFileSync('sh', [path.join(root, 'deploy/modules/copy.sh'), from, path.join(bundled, name)]);
}

function check(title: string, passed: boolean): void {
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${title}`);
  if (!passed) process.exitCode = 1;
}

const ports = Object.fromEntries(
  await Promise.all(['shell', 'bff-1', 'bff-2'].map(async (name) => [name, await freePort()] as const)),
);
const origin = (name: string): string => `http://127.0.0.1:${ports[name]}`;
const postgres = await startPostgres({ dataDir: path.join(scratch, 'postgres'), log: console.error });

try {
  console.log('1. migrations, as a one-shot job');
  for (const time of ['first', 'second']) {
    const job = spawn(process.execPath, [path.join(root, 'apps/bff/dist/tessera.cjs'), 'migrate'], {
      env: { PATH: process.env.PATH, DATABASE_URL: postgres.url },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    check(`the ${time} run ends with 0`, (await once(job, 'exit'))[0] === 0);
  }

  console.log('2. the modules, copied to the servers');
  for (const name of remotes) copyModule(path.join(root, 'apps', name, 'dist'), name);

  console.log('3. two servers');
  const production = {
    NODE_ENV: 'production',
    DATABASE_URL: postgres.serverUrl,
    TOKEN_SECRET: randomBytes(48).toString('base64url'),
    SEALING_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    ADMIN_EMAIL: 'admin@tessera.example',
    ADMIN_PASSWORD: randomBytes(12).toString('base64url'),
    WEB_DIR: path.join(root, 'apps/shell/dist'),
    MODULES: remotes.map((name) => path.join(bundled, name, 'module.json')).join(','),
    MODULE_STORE: path.join(scratch, 'store'),
    TRUST_PROXY: '127.0.0.1/32',
    LOG_LEVEL: 'warn',
  };
  for (const name of ['bff-1', 'bff-2']) {
    await server({ ...production, PORT: String(ports[name]) });
    check(`${name} is ready`, (await fetch(`${origin(name)}/readyz`)).ok);
  }

  console.log('4. the shell');
  children.push(
    startNginx(path.join(scratch, 'nginx'), {
      PORT: String(ports.shell),
      BFF_URL: origin('bff-1'),
      RESOLVER: '127.0.0.1',
    }),
  );
  await delay(500);
  const page = await fetch(`${origin('shell')}/tasks`, { headers: { 'X-Forwarded-Proto': 'https' } });
  const html = await page.text();
  const policy = page.headers.get('content-security-policy') ?? '';
  const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
  check(
    'any path is the page, with a nonce of the server',
    page.ok && nonce !== undefined && html.replaceAll('"', '').includes(`nonce=${nonce}`),
  );
  check('its policy names no other origin', !/https?:|wss?:|\*/.test(policy));
  check('it has HSTS behind TLS', page.headers.has('strict-transport-security'));
  const [script = ''] = /\/[\w./-]+\.[0-9a-f]{8,}\.js/.exec(html) ?? [];
  const hashed = ['js', 'css', 'assets'].flatMap((folder) =>
    readdirSync(path.join(root, 'apps/shell/dist', folder))
      .filter((file) => /\.(js|css|svg|woff2?|png)$/.test(file))
      .map((file) => `/${folder}/${file}`),
  );
  const kept: string[] = [];
  for (const file of [script, ...hashed]) {
    const { ok, headers: sent } = await fetch(`${origin('shell')}${file}`);
    const isKept = ok && /immutable/.test(sent.get('cache-control') ?? '');
    const hasType = !(sent.get('content-type') ?? 'application/octet-stream').includes('octet-stream');
    if (isKept && hasType && sent.get('x-content-type-options') === 'nosniff') kept.push(file);
    else console.log(file, sent.get('cache-control'), sent.get('content-type'));
  }
  check(`${hashed.length} hashed files are cached for good, with their type`, kept.length > hashed.length);
  const { headers: ofScript } = await fetch(`${origin('shell')}${script}`, {
    headers: { 'accept-encoding': 'gzip, br' },
  });
  check(
    'scripts come as Brotli to browsers that know it',
    ofScript.get('content-encoding') === 'br' && ofScript.get('content-type') === 'text/javascript',
  );
  const map = await fetch(`${origin('shell')}/js/main.0123456789abcdef.js.map`);
  check('source maps are not published', map.status === 404);
  check('a missing file is missing', (await fetch(`${origin('shell')}/js/missing.js`)).status === 404);
  const ofModules = await fetch(`${origin('shell')}/modules`, { redirect: 'manual' });
  check('the page of the modules is a page', ofModules.status === 200);

  console.log('5. the modules');
  const announced = async (from: string) =>
    (await (await fetch(`${origin(from)}/api/modules`)).json()) as {
      modules: { name: string; version: string; base_url: string }[];
    };
  const { modules } = await announced('shell');
  check(
    'all are announced',
    remotes.every((name) => modules.some((found) => found.name === name)),
  );
  for (const { name, base_url } of modules)
    for (const from of ['shell', 'bff-2'])
      check(`${from} serves ${name}`, (await fetch(`${origin(from)}${base_url}mf-manifest.json`)).ok);
  const [changed = ''] = remotes;
  const next = path.join(scratch, 'next');
  cpSync(path.join(root, 'apps', changed, 'dist'), next, { recursive: true });
  const manifest = JSON.parse(readFileSync(path.join(next, 'module.json'), 'utf8')) as { version: string };
  manifest.version = '99.0.0';
  writeFileSync(path.join(next, 'module.json'), JSON.stringify(manifest));
  copyModule(next, changed);
  const isNew = async () => {
    const found = (await announced('shell')).modules.find(({ name }) => name === changed);
    return found?.version === '99.0.0';
  };
  const deadline = Date.now() + 40_000;
  while (!(await isNew()) && Date.now() < deadline) await delay(500);
  check('a module that is copied again is announced without a restart', await isNew());
  check(
    'and its old release stays served',
    (await fetch(`${origin('shell')}${modules.find(({ name }) => name === changed)?.base_url}module.json`))
      .ok,
  );

  console.log('6. people');
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
