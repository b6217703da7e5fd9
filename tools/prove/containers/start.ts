import dns from 'node:dns';
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import tls from 'node:tls';
import { type Check, expectNone, formatSeconds } from '../checks.ts';
import { Client, oneAttempt } from '../installation/client.ts';
import { connectAsAdmin, productUrlOf } from '../installation/installation.ts';
import type { Cleanup } from '../installation/scratch.ts';
import { waitFor } from '../installation/wait-for.ts';
import type { LoadTarget } from '../load/fixtures.ts';
import type { Composed } from './composed.ts';
import { readCommands } from './documented.ts';

/** The server's limits, beyond which a load from one address and one user would be refused. */
const OVERRIDE = `services:
  bff: { environment: { RATE_LIMIT: 10000000, LOGIN_ATTEMPTS: 1000 } }
`;
const MODULES = ['mf-tasks', 'mf-tickets', 'mf-admin'];

/** Starts the product by the commands of install.md, whose images are built already, and waits until it is healthy. */
export async function startProduct(composed: Composed): Promise<Check[]> {
  writeFileSync(path.join(composed.folder, 'docker-compose.override.yml'), OVERRIDE);
  const began = performance.now();
  const commands = readCommands('install.md', 'Docker Compose').filter((line) => line.includes(' up -d'));
  const [start = ''] = commands;
  await composed.shell(start);
  await composed.waitUntilHealthy('bff', 2);
  await composed.waitUntilHealthy('shell');
  await composed.waitUntilHealthy('tls');
  const elapsed = performance.now() - began;
  await trustFront(composed);
  await waitFor('the front answers', async () => (await fetch(`${composed.console}/`)).ok);
  const ended = await composed.inspectAll('migrations', ...MODULES);
  const failed = ended.filter(({ State }) => State.Status !== 'exited' || State.ExitCode !== 0);
  return [
    { title: `healthy by "${start}"`, passed: true, detail: formatSeconds(elapsed) },
    expectNone(
      'migrations and modules have ended with 0',
      failed.map(({ Config, State }) => `${Config.Image}: ${State.Status} ${State.ExitCode}`),
      `${ended.length} jobs`,
    ),
  ];
}

/** Makes this process reach the front by its name and trust the certificate that it made. */
async function trustFront(composed: Composed): Promise<void> {
  const file = '/data/caddy/pki/authorities/local/root.crt';
  const read = async () => {
    const { code, stdout } = await composed.run(`docker compose exec -T tls cat ${file}`);
    return code === 0 && stdout;
  };
  trust(composed.domain, '127.0.0.1', await waitFor('the front has its certificate', read));
}

/** Makes this process resolve a name to an address, as browsers do with .localhost, and trust an authority. */
export function trust(domain: string, address: string, certificate: string): void {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate]);
  const { lookup } = dns;
  Object.assign(dns, {
    lookup: (name: string, ...rest: unknown[]) =>
      Reflect.apply(lookup, dns, [name === domain ? address : name, ...rest]) as unknown,
  });
}

/** Signs in through the front and looks at what a browser would load. */
export async function signIn(composed: Composed): Promise<Check[]> {
  const { console: url } = composed;
  const person = new Client([url], oneAttempt);
  await person.signIn(composed.admin);
  const page = await fetch(`${url}/tasks`);
  const html = await page.text();
  const policy = page.headers.get('content-security-policy') ?? '';
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  const forged = new Client([url], { ...oneAttempt, headers: { 'X-Forwarded-For': '203.0.113.9' } });
  await forged.signIn(composed.admin);
  const sessions = await forged.requestOk<{ address: string }[]>('GET', '/api/me/sessions');
  const addresses = [...new Set(sessions.map(({ address }) => address))];
  const script = /\/[\w./-]+\.[0-9a-f]{8,}\.js/.exec(html)?.[0] ?? '';
  const compressed = await fetch(`${url}${script}`, { headers: { 'accept-encoding': 'gzip, br' } });
  const { modules } = await person.requestOk<{ modules: Announced[] }>('GET', '/api/modules');
  const broken: string[] = [];
  for (const name of MODULES) {
    const found = modules.find((one) => one.name === name);
    const files = found ? await readFilesOf(url, found) : [];
    if (files.length === 0) broken.push(`${name} is not announced`);
    for (const file of files) if (!(await fetch(`${url}${file}`)).ok) broken.push(file);
  }
  const statusOf = async (at: string) => (await fetch(`${url}${at}`, { redirect: 'manual' })).status;
  return [
    { title: 'the administrator signs in over TLS', passed: person.token !== '', detail: url },
    {
      title:
        'any path is the page, with HSTS and a nonce of the server, and its policy names no other origin',
      passed:
        page.ok &&
        nonce !== undefined &&
        html.replaceAll('"', '').includes(`nonce=${nonce}`) &&
        page.headers.has('strict-transport-security') &&
        !/https?:|wss?:|\*/.test(policy),
      detail: '',
    },
    {
      title: 'scripts are compressed and cached for good',
      passed:
        compressed.headers.get('content-encoding') === 'br' &&
        /immutable/.test(compressed.headers.get('cache-control') ?? ''),
      detail: script,
    },
    {
      title: 'source maps, missing files and metrics are 404',
      passed:
        (await statusOf(`${script}.map`)) === 404 &&
        (await statusOf('/js/missing.js')) === 404 &&
        (await statusOf('/metrics')) === 404,
      detail: '',
    },
    {
      title: 'a forged X-Forwarded-For is not believed, and the address is not a container of the product',
      passed:
        !addresses.includes('203.0.113.9') && !addresses.some((one) => /^172\.30\.50\.1[01]$/.test(one)),
      detail: addresses.join(', '),
    },
    expectNone(
      'every module is announced, and its entry and scripts can be loaded',
      broken,
      MODULES.join(', '),
    ),
  ];
}

interface Announced {
  name: string;
  version: string;
  base_url: string;
}

/** The files of a module that a page loads first: its manifest, and the scripts and styles that this one names. */
async function readFilesOf(url: string, { base_url: base }: Announced): Promise<string[]> {
  const manifest = `${base}mf-manifest.json`;
  const text = await (await fetch(`${url}${manifest}`)).text();
  const assets = new Set(text.match(/[\w./-]+\.[0-9a-f]{8,}\.(js|css)/g));
  return [manifest, ...[...assets].map((file) => `${base}${file}`)];
}

/** Starts the sandbox and a worker with a token of the console, by the commands of install.md. */
export async function startWorker(composed: Composed): Promise<void> {
  const admin = new Client([composed.console], oneAttempt);
  await admin.signIn(composed.admin);
  const made = await admin.requestOk<{ token: string }>('POST', '/api/worker-tokens', { name: 'workers' });
  appendFileSync(path.join(composed.folder, 'secrets/worker_token'), made.token);
  await composed.shell('docker compose --profile sandbox up -d');
  await composed.shell('docker compose --profile worker up -d');
  await composed.waitUntilHealthy('worker');
}

/** The composed product for the load: its front, its sandbox, and its database past the network that hides it. */
export async function connect(composed: Composed, cleanup: Cleanup): Promise<LoadTarget> {
  const db = connectAsAdmin(await databaseOf(composed));
  cleanup.defer(() => db.end());
  return {
    urls: [composed.console],
    admin: composed.admin,
    sandboxUrl: 'http://127.0.0.1:3001',
    siteUrl: 'http://sandbox:3001',
    db,
  };
}

/** Lets the connections of `connect` find the database again: an engine that starts gives out other addresses. */
export async function reconnect(composed: Composed, { db }: LoadTarget): Promise<void> {
  db.options.connectionString = productUrlOf(await databaseOf(composed));
}

async function databaseOf(composed: Composed): Promise<string> {
  const [postgres] = await composed.inspectAll('postgres');
  const address = postgres?.NetworkSettings.Networks['tessera_data']?.IPAddress ?? '';
  return `postgres://postgres:${composed.secret('postgres_password')}@${address}:5432/postgres`;
}
