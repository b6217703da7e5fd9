import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { signIn } from './harness/console.ts';
import { startLauncher } from './harness/launcher.ts';
import { until } from './harness/until.ts';

const start = path.resolve(__dirname, '../../../tools/start/start.mjs');

/** Starts the launcher with settings it should refuse. */
async function refused(env: NodeJS.ProcessEnv): Promise<{ code: number; words: string; printed: string }> {
  const child = spawn(process.execPath, [start], { env: { ...process.env, ...env } });
  const [words, printed] = [text(child.stderr), text(child.stdout)];
  const [code] = (await once(child, 'close')) as [number];
  return { code, words: (await words).trim(), printed: await printed };
}

const alive = (pid: number | null): boolean => {
  try {
    return pid !== null && process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('prints credentials that work, keeps its secrets to itself, and leaves no process behind', async () => {
  const product = await startLauncher();
  const processes = (['server', 'worker', 'sandbox site', 'database'] as const).map((one) =>
    product.pid(one),
  );
  const everyone = [...processes, product.postgresPid()];
  try {
    await signIn(product, product.admin);
    await signIn(product, product.owner);
    expect(everyone.every(alive)).toBe(true);
    expect(statSync(product.dataDir).mode & 0o066).toBe(0);
    for (const file of readdirSync(product.dataDir).filter((name) => name.endsWith('.json')))
      expect(statSync(path.join(product.dataDir, file)).mode & 0o077).toBe(0);

    const second = await refused({ DATA_DIR: product.dataDir });
    expect(second.words).toContain('already runs on the data folder');
    expect(second.code).not.toBe(0);
  } finally {
    expect(await product.stop()).toBe(0);
  }
  expect(everyone.filter(alive)).toEqual([]);
});

it('keeps the data over a restart, and prints the password once only', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tessera-e2e-'));
  try {
    const first = await startLauncher({ DATA_DIR: dataDir, DEMO: 'off' });
    await signIn(first, first.admin);
    const ended = first.pid('server');
    // The launcher is killed outright: its services notice, and the next start begins where this one ended.
    const launcher = first.launcher();
    process.kill(launcher, 'SIGKILL');
    await until('the launcher is gone', () => (alive(launcher) ? undefined : true));
    const second = await startLauncher({ DATA_DIR: dataDir, DEMO: 'off' });
    // A server that is asked to go finishes what it has in hand, within 15 s.
    await until('the first server ends', () => (alive(ended) ? undefined : true), { withinMs: 15_000 });
    expect(second.printed()).not.toContain(first.admin.password);
    await signIn(second, first.admin);
    expect(await second.stop()).toBe(0);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

it('says in one sentence why it does not start', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tessera-e2e-'));
  try {
    expect(await refused({ DATA_DIR: dataDir, PORT: String(port) })).toMatchObject({
      code: 78,
      words: `PORT ${port} is taken by another program: free it, or choose another PORT.`,
    });
    expect(await refused({ DATA_DIR: dataDir, PORT: 'many' })).toMatchObject({
      code: 78,
      words: 'PORT must be a port from 1 to 65535, not "many".',
    });
    expect((await refused({ DATA_DIR: dataDir, REGISTRATION: 'perhaps' })).printed).toContain('REGISTRATION');
    expect((await refused({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://db.example/tessera' })).words).toBe(
      'TOKEN_SECRET is required together with DATABASE_URL.\nSEALING_KEYS is required together with DATABASE_URL.',
    );
  } finally {
    taken.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
