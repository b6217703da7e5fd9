import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test as base } from '@playwright/test';
import { ApiClient } from './harness/api-client.ts';
import { startLauncher } from './harness/launcher.ts';

const program = path.resolve(import.meta.dirname, '../../../tools/start/start.mjs');

const test = base.extend<{ dataDir: string }>({
  dataDir: async ({}, use) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'tessera-e2e-'));
    await use(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  },
});

/** Runs the launcher with settings that it should refuse. */
async function runRefused(
  environment: NodeJS.ProcessEnv,
): Promise<{ code: number; error: string; output: string }> {
  const child = spawn(process.execPath, [program], { env: { ...process.env, ...environment } });
  const [error, output] = [text(child.stderr), text(child.stdout)];
  const [code] = (await once(child, 'close')) as [number];
  return { code, error: (await error).trim(), output: await output };
}

const isRunning = (pid: number | null): boolean => {
  try {
    return pid !== null && process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('prints credentials that work, protects its files and leaves no process behind', async () => {
  const product = await startLauncher();
  const services = (['server', 'worker', 'sandbox site', 'database'] as const).map((name) =>
    product.pid(name),
  );
  const processes = [...services, product.postgresPid()];
  try {
    await ApiClient.as(product, product.admin);
    await ApiClient.as(product, product.owner);
    expect(processes.every(isRunning)).toBe(true);
    expect(statSync(product.dataDir).mode & 0o066).toBe(0);
    for (const file of readdirSync(product.dataDir).filter((name) => name.endsWith('.json')))
      expect(statSync(path.join(product.dataDir, file)).mode & 0o077).toBe(0);

    const second = await runRefused({ DATA_DIR: product.dataDir });
    expect(second.error).toContain('already runs on the data folder');
    expect(second.code).not.toBe(0);
  } finally {
    expect(await product.stop()).toBe(0);
  }
  expect(processes.filter(isRunning)).toEqual([]);
});

test('shows the mails that the console sends on a page of this machine', async () => {
  const product = await startLauncher({ MAILBOX: 'on' });
  try {
    const address = /Mails\s+(http:\/\/127\.0\.0\.1:\d+\/\S+)/.exec(product.output())?.[1] ?? '';
    const body = JSON.stringify({ email: product.owner.email });
    const headers = { 'Content-Type': 'application/json' };
    const asked = await fetch(`${product.url}/api/auth/forgot-password`, { method: 'POST', headers, body });
    expect(await asked.json()).toEqual({ mailed: true });
    const page = async (path: string) => (await fetch(address + path)).text();
    await expect.poll(() => page('')).toContain(`To ${product.owner.email}`);
    expect(await page('1')).toContain(`<a href="${product.url}/`);
    expect((await fetch(new URL('/', address))).status).toBe(404);
  } finally {
    expect(await product.stop()).toBe(0);
  }
});

test('keeps the data over a restart, and prints the password only once', async ({ dataDir }) => {
  const first = await startLauncher({ DATA_DIR: dataDir, DEMO: 'off' });
  await ApiClient.as(first, first.admin);
  const server = first.pid('server');
  // When the launcher is killed, its services notice and stop; the next start continues with their data.
  const launcher = first.launcherPid();
  process.kill(launcher, 'SIGKILL');
  await expect.poll(() => isRunning(launcher)).toBe(false);
  const second = await startLauncher({ DATA_DIR: dataDir, DEMO: 'off' });
  // A server that is asked to stop completes its requests within 15 s.
  await expect.poll(() => isRunning(server), { timeout: 15_000 }).toBe(false);
  expect(second.output()).not.toContain(first.admin.password);
  await ApiClient.as(second, first.admin);
  expect(await second.stop()).toBe(0);
});

test('explains in one sentence why it does not start', async ({ dataDir }) => {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  try {
    expect(await runRefused({ DATA_DIR: dataDir, PORT: String(port) })).toMatchObject({
      code: 78,
      error: `PORT ${port} is taken by another program: free it, or choose another PORT.`,
    });
    expect(await runRefused({ DATA_DIR: dataDir, PORT: 'many' })).toMatchObject({
      code: 78,
      error: 'PORT must be a port from 1 to 65535, not "many".',
    });
    expect((await runRefused({ DATA_DIR: dataDir, REGISTRATION: 'perhaps' })).output).toContain(
      'REGISTRATION',
    );
    const { error } = await runRefused({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://db.example/tessera' });
    expect(error).toBe(
      'TOKEN_SECRET is required together with DATABASE_URL.\nSEALING_KEYS is required together with DATABASE_URL.',
    );
  } finally {
    listener.close();
  }
});
