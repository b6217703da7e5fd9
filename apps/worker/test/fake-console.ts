import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import type { CommandName, Hold, Lease, Purchase, Report, TaskMode } from '../src/protocol.ts';
import { EVENT } from './sandbox.ts';

export interface Call {
  what: string;
  body: unknown;
}

/** One leased task at the fake console, and the worker's calls about it. */
export class FakeTask {
  readonly lease: Lease;
  readonly calls: Call[] = [];
  commands: CommandName[] = [];
  /** The error that writes are answered with while it is set. */
  refuse: { status: number; code: string; message: string; on?: string } | null = null;
  live = true;
  /** A task that is being stopped stays leased until its worker releases it. */
  endsByHold = true;
  private readonly ended: PromiseWithResolvers<void> = Promise.withResolvers();

  constructor(lease: Lease) {
    this.lease = lease;
  }

  /** Resolves when the lease has ended by hold, purchase, fail or release; fails with the calls seen instead. */
  get end(): Promise<void> {
    const { promise, reject } = Promise.withResolvers<never>();
    const fail = () => reject(new Error(`The lease never ended; calls: ${JSON.stringify(this.calls)}`));
    const limit = setTimeout(fail, 30_000);
    return Promise.race([this.ended.promise, promise]).finally(() => clearTimeout(limit));
  }

  close(): void {
    this.live = false;
    this.ended.resolve();
  }

  bodiesOf<T>(what: string): T[] {
    return this.calls.filter((call) => call.what === what).map((call) => call.body as T);
  }
}

/** The console's side of the protocol in memory: leases, fencing, commands and outages. */
export class FakeConsole {
  readonly tasks = new Map<string, FakeTask>();
  away = false;
  token = 'worker-token';
  /** The name of the worker in each lease call. */
  readonly leaseCallers: string[] = [];
  /** Checks of logins for the next lease call that asks for them. */
  readonly checks: FakeTask[] = [];
  private readonly waiting: FakeTask[] = [];
  private readonly app: FastifyInstance = Fastify({ forceCloseConnections: true });
  private nextId = 1;
  url = '';

  async start(): Promise<void> {
    this.app.post<{ Body: { capacity: number; worker: string; checks?: boolean } }>(
      '/api/worker/v1/lease',
      async (request, reply) => {
        this.leaseCallers.push(request.body.worker);
        if (request.headers.authorization !== `Bearer ${this.token}`) {
          return reply.status(401).send({ code: 'UNAUTHORIZED', message: 'Unauthorized' });
        }
        if (this.away) return reply.status(503).send({ code: 'UNAVAILABLE', message: 'away' });
        if (this.waiting.length === 0) await sleep(20);
        // A worker that was killed while it waited gets no lease.
        if (request.raw.socket.destroyed) return reply.hijack();
        return {
          leases: this.waiting.splice(0, request.body.capacity).map((task) => task.lease),
          checks: request.body.checks ? this.checks.splice(0).map((task) => task.lease) : [],
        };
      },
    );
    this.app.post<{ Params: { id: string; what: string } }>(
      '/api/worker/v1/leases/:id/:what',
      async (request, reply) => {
        if (this.away) return reply.status(503).send({ code: 'UNAVAILABLE', message: 'away' });
        const { id, what } = request.params;
        const task = this.tasks.get(id);
        if (!task?.live)
          return reply.status(409).send({ code: 'CONFLICT', message: 'The lease is no longer current' });
        if (task.refuse && (task.refuse.on ?? what) === what)
          return reply.status(task.refuse.status).send(task.refuse);
        task.calls.push({ what, body: request.body });
        return reply
          .status(what === 'release' || what === 'checked' ? 204 : 200)
          .send(this.answer(task, what, request.body));
      },
    );
    this.url = await this.app.listen({ port: 0, host: '127.0.0.1' });
  }

  /** Queues a task of `desk-NN` for the next lease call. */
  add(desk: number, mode: TaskMode, siteUrl: string, more: Partial<Lease> = {}): FakeTask {
    const id = this.nextId++;
    const two = String(desk).padStart(2, '0');
    const email = `desk-${two}@quayside.example`;
    const lease: Lease = {
      lease_id: randomUUID(),
      order_key: randomUUID(),
      mode,
      task: { id, name: `Task ${id}`, status: 'running', paused: false, seats_to_set: 2 },
      login: {
        id,
        name: email,
        user: email,
        email,
        supporter_id: `QD-00${two}`,
        password: `quayside-${two}`,
        card: 'tok_sandbox_4242',
      },
      site: { id: 1, name: 'harbour-box-office', url: siteUrl, config: {} },
      event: { id: 1, guid: EVENT, name: 'Harbour City v Northgate Rovers', max_per_customer: 6 },
      holds: [],
      expires_at: new Date(Date.now() + 30_000).toISOString(),
      ...more,
    };
    const task = new FakeTask(lease);
    this.tasks.set(lease.lease_id, task);
    this.waiting.push(task);
    return task;
  }

  /** Offers a check of the login of `desk-NN`. */
  addCheck(desk: number, siteUrl: string, login: Partial<Lease['login']> = {}): FakeTask {
    const task = this.add(desk, 'hold', siteUrl);
    this.waiting.pop();
    Object.assign(task.lease.login, login);
    this.checks.push(task);
    return task;
  }

  stop(): Promise<void> {
    return this.app.close();
  }

  private answer(task: FakeTask, what: string, body: unknown): unknown {
    if (what === 'heartbeat') {
      const commands = task.commands.splice(0).map((command) => ({ command, at: null }));
      return { commands, expires_at: new Date(Date.now() + 30_000).toISOString() };
    }
    if (what === 'report') {
      task.lease.task = { ...task.lease.task, status: (body as Report).status };
      return { task: task.lease.task };
    }
    if (what === 'hold') {
      const holds = (body as Hold).seats.map(({ area, row, seat }, index) => ({
        id: 100 + index,
        area,
        row,
        seat,
      }));
      if (task.lease.mode === 'hold' && task.endsByHold) task.close();
      return { holds };
    }
    task.close();
    if (what === 'settle') return { tickets: [] };
    if (what === 'purchase') return { tickets: (body as Purchase).tickets };
    return what === 'release' || what === 'checked' ? undefined : { task: task.lease.task };
  }
}
