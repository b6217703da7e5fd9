import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { SiteOrder } from '../src/drivers/sandbox-client.ts';

export interface SoldSeat {
  account: string;
  area: string;
  order_key: string;
}

/** The real sandbox as a process of its own, on a free port. */
export class Sandbox {
  readonly url: string;
  private readonly child: ChildProcess;
  private readonly dataDir: string;

  private constructor(child: ChildProcess, url: string, dataDir: string) {
    this.child = child;
    this.url = url;
    this.dataDir = dataDir;
  }

  static async start(): Promise<Sandbox> {
    const dataDir = mkdtempSync(join(tmpdir(), 'worker-sandbox-'));
    const child = spawn(process.execPath, [join(__dirname, '../../sandbox/src/main.ts')], {
      env: { ...process.env, NODE_OPTIONS: '', SANDBOX_PORT: '0', HOST: '127.0.0.1', SANDBOX_DATA: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface(child.stdout)) {
      const entry = JSON.parse(line) as { msg: string; port: number };
      if (entry.msg === 'listening') return new Sandbox(child, `http://127.0.0.1:${entry.port}`, dataDir);
    }
    throw new Error('the sandbox ended before it listened');
  }

  get host(): string {
    return new URL(this.url).host;
  }

  /** No seat taken, and a scenario without delays other than those of `overrides`. */
  async begin(name: string, overrides: object = {}): Promise<void> {
    const quick = { sign_in_ms: 0, hold_delay_ms: 0, waiting_room: false, ...overrides };
    await this.call('POST', '/api/scenario', null, { name, seed: 1, reset: true, overrides: quick });
  }

  async sold(): Promise<SoldSeat[]> {
    return (await this.call('GET', `/api/events/${EVENT}/sold`, null)) as SoldSeat[];
  }

  async order(account: string, orderKey: string): Promise<Partial<SiteOrder> & Pick<SiteOrder, 'seats'>> {
    return (await this.call('GET', `/api/orders/${orderKey}`, await this.signIn(account))) as SiteOrder;
  }

  /** Holds, and optionally pays, seats as a worker that was killed before it reported them. */
  async holdAs(account: string, orderKey: string, pay: boolean): Promise<void> {
    const token = await this.signIn(account);
    await this.call('POST', '/api/orders', token, { order_key: orderKey, event_guid: EVENT, quantity: 2 });
    const payment = { payment_token: 'tok_sandbox_4242' };
    if (pay) await this.call('POST', `/api/orders/${orderKey}/pay`, token, payment);
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  private async signIn(account: string): Promise<string> {
    const number = /\d+/.exec(account)?.[0] ?? '';
    const credentials = { email: account, password: `quayside-${number}` };
    return ((await this.call('POST', '/api/sessions', null, credentials)) as { token: string }).token;
  }

  private async call(method: string, path: string, token: string | null, body?: object): Promise<unknown> {
    const headers = new Headers();
    if (token) headers.set('authorization', `Bearer ${token}`);
    if (body) headers.set('content-type', 'application/json');
    const response = await fetch(this.url + path, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    });
    return response.json();
  }
}

export const EVENT = 'harbour-city-v-northgate-rovers';
