import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = join(__dirname, '../src/main.ts');
const CONCERT = 'copper-almanac-foundry-hall';

async function start(dataDir: string): Promise<{ process: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, NODE_OPTIONS: '', SANDBOX_PORT: '0', SANDBOX_DATA: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(child.stdout)) {
    const entry = JSON.parse(line) as { msg: string; port: number };
    expect(entry).toMatchObject({ level: 'info', time: expect.any(String) as unknown, name: 'sandbox' });
    if (entry.msg === 'listening') return { process: child, url: `http://127.0.0.1:${entry.port}` };
  }
  throw new Error('the sandbox exited before it was listening');
}

async function call(url: string, token: string | null, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: body ? JSON.stringify(body) : null,
  });
  return (await response.json()) as Record<string, unknown>;
}

describe('sandbox process', () => {
  let dataDir: string;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('keeps holds, payments, sessions and the scenario after a SIGKILL', async () => {
    const first = await start(dataDir);
    await call(`${first.url}/api/scenario`, null, {
      name: 'short_holds',
      seed: 3,
      overrides: { waiting_room: false },
    });
    const account = { email: 'crew-01@northgate.example', password: 'northgate-01' };
    const token = String((await call(`${first.url}/api/sessions`, null, account)).token);
    const request = { event_guid: CONCERT, quantity: 1 };
    await call(`${first.url}/api/orders`, token, { ...request, order_key: 'held' });
    await call(`${first.url}/api/orders`, token, { ...request, order_key: 'paid' });
    const paid = await call(`${first.url}/api/orders/paid/pay`, token, { payment_token: 'tok_sandbox_4242' });
    first.process.kill('SIGKILL');
    await once(first.process, 'exit');

    const second = await start(dataDir);
    expect(await call(`${second.url}/api/orders/held`, token)).toMatchObject({ status: 'held' });
    const known = await call(`${second.url}/api/orders/paid`, token);
    expect(known).toMatchObject({ status: 'paid', reference: paid.reference, seats: paid.seats });
    expect(await call(`${second.url}/api/events/${CONCERT}/sold`, null)).toHaveLength(1);
    expect(await call(`${second.url}/api/scenario`, null)).toMatchObject({ name: 'short_holds', seed: 3 });
    second.process.kill('SIGTERM');
    expect(await once(second.process, 'exit')).toEqual([0, null]);
  });

  it('names the invalid environment variable', async () => {
    const env = { ...process.env, NODE_OPTIONS: '', SANDBOX_PORT: 'many' };
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const text = Buffer.concat(await child.stderr.toArray()).toString();
    expect(JSON.parse(text)).toMatchObject({
      level: 'fatal',
      name: 'sandbox',
      msg: expect.stringContaining('SANDBOX_PORT must be a whole number') as unknown,
    });
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(78);
  });
});
