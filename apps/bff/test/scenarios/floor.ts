import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskDto } from '../../src/work';
import type { TestApp } from '../app';
import { defined } from '../defined';
import { event, insert, realm, site, user, workerToken } from '../factories';
import { sweep } from '../work';

export const EVENT = 'harbour-city-v-northgate-rovers';
const apps = join(__dirname, '../../..');

/** What a run of a scenario left behind. */
export interface Outcome {
  tasks: TaskDto[];
  /** Each status a task has had, and each message of a failed attempt. */
  statuses: Set<string>;
  failures: string[];
  /** Seats by the console's record, each as one text. */
  held: string[];
  bought: string[];
  /** Seats that the site has sold to these logins. */
  sold: string[];
}

/** The real sandbox and the reference worker, as processes, at work for one console. */
export class Floor {
  private readonly children: ChildProcess[] = [];
  /** The folder of the sandbox's database. */
  readonly data = mkdtempSync(join(tmpdir(), 'bff-sandbox-'));
  private desk = 0;
  /** The sandbox's address. */
  url = '';

  constructor(private readonly app: TestApp) {}

  /** `port`: the sandbox's, by default a free one. `slots`: the tasks that the worker takes at once. */
  async open({ port = 0, slots = 25 } = {}): Promise<void> {
    const sandbox = this.start('sandbox', {
      SANDBOX_PORT: String(port),
      HOST: '127.0.0.1',
      SANDBOX_DATA: this.data,
    });
    for await (const line of createInterface(defined(sandbox.stdout))) {
      const started = JSON.parse(line) as { msg: string; port: number };
      if (started.msg !== 'listening') continue;
      this.url = `http://127.0.0.1:${started.port}`;
      break;
    }
    this.start('worker', {
      TESSERA_URL: this.app.url,
      WORKER_TOKEN: await workerToken(this.app),
      WORKER_CAPACITY: String(slots),
      ALLOWED_HOSTS: new URL(this.url).host,
      LOG_LEVEL: 'silent',
    });
  }

  async close(): Promise<void> {
    for (const child of this.children.toReversed()) {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    }
    rmSync(this.data, { recursive: true, force: true });
  }

  /**
   * Has five logins of a new realm buy or hold two seats each under a scenario, and answers what came of it once every
   * task `ended`. Waiting times before a next attempt are cut short.
   */
  async run(
    name: string,
    overrides: object,
    { mode, max_retries = 5 }: { mode: 'hold' | 'buy'; max_retries?: number },
    ended: (task: TaskDto) => boolean,
  ): Promise<Outcome> {
    const quick = {
      sign_in_ms: 0,
      hold_delay_ms: 0,
      wait_min_ms: 300,
      wait_per_second: 50,
      slow_ms: 60,
      ...overrides,
    };
    await this.site('POST', '/api/scenario', { name, seed: 7, reset: true, overrides: quick });
    const realmId = await realm(this.app);
    const { token } = await user(this.app, 'realm_owner', realmId);
    const siteId = await site(this.app, { url: this.url });
    const eventId = await event(this.app, siteId, { guid: EVENT });
    const emails: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const desk = String((this.desk = (this.desk % 60) + 1)).padStart(2, '0');
      const email = `desk-${desk}@quayside.example`;
      emails.push(email);
      const made = await this.app.http<{ id: number }>('POST', `/api/sites/${siteId}/logins`, {
        token,
        body: { name: email, email, password: `quayside-${desk}`, card: 'tok_sandbox_4242' },
      });
      const task = { realm_id: realmId, site_id: siteId, event_id: eventId, login_id: made.body.id };
      const id = await insert(this.app, 'tasks', {
        ...task,
        name: email,
        mode,
        max_retries,
        seats_to_set: 2,
      });
      await this.app.http('POST', `/api/tasks/${id}/start`, { token });
    }
    const tasks = await this.end(token, siteId, ended);
    const sold = (await this.site('GET', `/api/events/${EVENT}/sold`)) as (Seat & { account: string })[];
    return {
      tasks,
      ...(await this.record(realmId)),
      sold: sold
        .filter(({ account }) => emails.includes(account))
        .map(seatText)
        .toSorted(),
    };
  }

  private async end(token: string, siteId: number, ended: (task: TaskDto) => boolean): Promise<TaskDto[]> {
    const limit = Date.now() + 240_000;
    for (;;) {
      await this.app.db.query('UPDATE tasks SET ready_at = now() WHERE site_id = $1 AND ready_at > now()', [
        siteId,
      ]);
      await this.app.db.query("SELECT pg_notify('tessera_queue', $1::text)", [siteId]);
      await sweep(this.app);
      const { body } = await this.app.http<TaskDto[]>('GET', `/api/tasks?site_id=${siteId}`, { token });
      if (body.every(ended)) return body;
      if (Date.now() > limit)
        throw new Error(
          `Not all tasks ended: ${body.map((task) => `${task.status}, ${task.status_message}`).join('; ')}`,
        );
      await sleep(150);
    }
  }

  private async record(realmId: number): Promise<Pick<Outcome, 'statuses' | 'failures' | 'held' | 'bought'>> {
    const { rows: events } = await this.app.db.query<{
      what: string;
      to_status: string;
      message: string | null;
    }>('SELECT what, to_status, message FROM task_events WHERE realm_id = $1', [realmId]);
    const seats = async (table: string) =>
      (
        await this.app.db.query<Seat>(`SELECT area, "row", seat FROM ${table} WHERE realm_id = $1`, [realmId])
      ).rows
        .map(seatText)
        .toSorted();
    return {
      statuses: new Set(events.map(({ to_status }) => to_status)),
      failures: events.flatMap(({ what, message }) => (what === 'fail' && message ? [message] : [])),
      held: await seats('holds'),
      bought: await seats('tickets'),
    };
  }

  private start(name: 'sandbox' | 'worker', env: NodeJS.ProcessEnv): ChildProcess {
    const child = spawn(process.execPath, [join(apps, name, 'src/main.ts')], {
      env: { ...process.env, NODE_OPTIONS: '', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.resume();
    this.children.push(child);
    return child;
  }

  /** A call of the sandbox. */
  async site(method: string, path: string, body?: object): Promise<unknown> {
    const headers = body && { 'content-type': 'application/json' };
    const response = await fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) });
    return response.json();
  }
}

interface Seat {
  area: string;
  row: string;
  seat: string;
}
const seatText = ({ area, row, seat }: Seat): string => `${area}/${row}/${seat}`;
