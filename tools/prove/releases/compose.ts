/**
 * Runs the commands of docker-compose.yml on this machine, in its order and without Docker: Postgres, the migrations and the
 * copies of modules as one-shot jobs, two servers with one store of releases, and nginx for the shell; then checks what a
 * browser would receive. Needs nginx and a finished build: `npm run prove -- compose [--stay]`.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { modules as remotes } from '../../start/modules.mjs';
import { freePort } from '../../start/ports.ts';
import { root } from '../../start/settings.mjs';
import { reportChecks } from '../checks.ts';
import { Client, oneAttempt } from '../installation/client.ts';
import { migrate, startInstallation } from '../installation/installation.ts';
import { startNginx } from '../installation/nginx.ts';
import { Scratch } from '../installation/scratch.ts';
import { waitFor } from '../installation/wait-for.ts';

await using scratch = new Scratch('compose');
const { folder } = scratch;
const bundled = path.join(folder, 'bundled');

/** Copies a module to the servers, as its image does. */
function copyModule(from: string, name: string): void {
  mkdirSync(bundled, { recursive: true });
  execFileSync('sh', [path.join(root, 'deploy/modules/copy.sh'), from, path.join(bundled, name)]);
}

const check = (title: string, passed: boolean): void => reportChecks([{ title, passed, detail: '' }]);

console.log('1. the modules, copied to the servers; migrations, as a one-shot job; two servers');
for (const name of remotes) copyModule(path.join(root, 'apps', name, 'dist'), name);
const { admin, bffs, postgres } = await startInstallation(
  {
    folder: path.join(folder, 'installation'),
    workers: false,
    log: console.error,
    serverEnv: () => ({
      MODULES: remotes.map((name) => path.join(bundled, name, 'module.json')).join(','),
      MODULE_STORE: path.join(folder, 'store'),
      TRUST_PROXY: '127.0.0.1/32',
      LOG_LEVEL: 'warn',
    }),
  },
  scratch,
);
const [first, second] = bffs;
if (!first || !second) throw new Error('There are no two servers');
check('the servers are ready', true);
await migrate(postgres.url);
check('migrations that have run may run again', true);

console.log('2. the shell');
const port = await freePort();
const shell = `http://127.0.0.1:${port}`;
const nginx = startNginx(path.join(folder, 'nginx'), {
  PORT: String(port),
  BFF_URL: first.url,
  RESOLVER: '127.0.0.1',
});
scratch.defer(() => nginx.kill('SIGTERM'));
await waitFor('nginx answers', async () => (await fetch(`${shell}/healthz`)).ok);
const page = await fetch(`${shell}/tasks`, { headers: { 'X-Forwarded-Proto': 'https' } });
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
  const { ok, headers: sent } = await fetch(`${shell}${file}`);
  const isKept = ok && /immutable/.test(sent.get('cache-control') ?? '');
  const hasType = !(sent.get('content-type') ?? 'application/octet-stream').includes('octet-stream');
  if (isKept && hasType && sent.get('x-content-type-options') === 'nosniff') kept.push(file);
  else console.log(file, sent.get('cache-control'), sent.get('content-type'));
}
check(`${hashed.length} hashed files are cached for good, with their type`, kept.length > hashed.length);
const { headers: ofScript } = await fetch(`${shell}${script}`, {
  headers: { 'accept-encoding': 'gzip, br' },
});
check(
  'scripts come as Brotli to browsers that know it',
  ofScript.get('content-encoding') === 'br' && ofScript.get('content-type') === 'text/javascript',
);
const map = await fetch(`${shell}/js/main.0123456789abcdef.js.map`);
check('source maps are not published', map.status === 404);
check('a missing file is missing', (await fetch(`${shell}/js/missing.js`)).status === 404);
const ofModules = await fetch(`${shell}/modules`, { redirect: 'manual' });
check('the page of the modules is a page', ofModules.status === 200);

console.log('3. the modules');
const announced = async (from: string) =>
  (await (await fetch(`${from}/api/modules`)).json()) as {
    modules: { name: string; version: string; base_url: string }[];
  };
const { modules } = await announced(shell);
check(
  'all are announced',
  remotes.every((name) => modules.some((found) => found.name === name)),
);
for (const { name, base_url } of modules)
  for (const from of [shell, second.url])
    check(`${from} serves ${name}`, (await fetch(`${from}${base_url}mf-manifest.json`)).ok);
const [changed = ''] = remotes;
const next = path.join(folder, 'next');
cpSync(path.join(root, 'apps', changed, 'dist'), next, { recursive: true });
const manifest = JSON.parse(readFileSync(path.join(next, 'module.json'), 'utf8')) as { version: string };
manifest.version = '99.0.0';
writeFileSync(path.join(next, 'module.json'), JSON.stringify(manifest));
copyModule(next, changed);
const isNew = async () => {
  const found = (await announced(shell)).modules.find(({ name }) => name === changed);
  return found?.version === '99.0.0';
};
const found = await waitFor('it is announced', isNew, { withinMs: 40_000, everyMs: 500 }).catch(() => false);
check('a module that is copied again is announced without a restart', found);
check(
  'and its old release stays served',
  (await fetch(`${shell}${modules.find(({ name }) => name === changed)?.base_url}module.json`)).ok,
);

console.log('4. people');
const person = new Client([shell], oneAttempt);
await person.signIn(admin);
check('the administrator signs in through the shell', person.token !== '');
const elsewhere = new Client([shell], { ...oneAttempt, headers: { 'X-Forwarded-For': '203.0.113.9' } });
await elsewhere.signIn(admin);
const sessions = await elsewhere.requestOk<{ address: string }[]>('GET', '/api/me/sessions');
check(
  'a forged X-Forwarded-For is not believed',
  sessions.every(({ address }) => address === '127.0.0.1'),
);
const other = new Client([second.url], oneAttempt);
other.token = person.token;
check('and the other server knows the session', (await other.request('GET', '/api/me')).status === 200);

if (process.argv.includes('--stay')) {
  console.log(`${shell}  ${admin.email}  ${admin.password}  (press Ctrl-C to stop)`);
  await once(process, 'SIGINT');
}
