import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Fastify from 'fastify';
import type { Hold, LeaseRequest, Purchase, Report, RunningLease } from '../src/protocol.ts';
import { callFaults, leaseFaults } from './bodies.ts';
import type { KitTask } from './kit-task.ts';

/** One `lease` call. `over`: when it was answered or given up. */
export interface Poll {
  at: number;
  over: number | null;
  body: LeaseRequest;
}

/** A lease as a poll lists it. `heeded` is the former name of `acknowledged_command`. */
type ReportedLease = Pick<RunningLease, 'lease_id' | 'acknowledged_command'> & {
  readonly heeded?: RunningLease['acknowledged_command'];
};

/** What a lease accepts beside heartbeats. */
const callsOf = ({ isCheck, lease }: KitTask): readonly string[] =>
  isCheck
    ? ['checked', 'fail', 'release']
    : lease.mode === 'settle'
      ? ['settle', 'fail', 'release']
      : ['report', 'hold', 'purchase', 'fail', 'release'];

/** The console's side of the protocol, in memory: leases, fencing, commands and staged responses. It records every call. */
export class KitConsole {
  readonly token = `tw_check_${randomUUID()}`;
  readonly polls: Poll[] = [];
  /** Calls that a console rejects for their form, each in a sentence. */
  readonly faults: string[] = [];
  url = '';
  private readonly tasks = new Map<string, KitTask>();
  private readonly offered: KitTask[] = [];
  private readonly waiting = new Set<() => void>();
  private readonly app: FastifyInstance = Fastify({ forceCloseConnections: true });
  private nextHold = 1;

  constructor() {
    this.app.addHook('onRequest', async (request, reply) => {
      if (request.headers.authorization === `Bearer ${this.token}`) return;
      this.faults.push(`${request.url} came without the worker's token as bearer`);
      await reply.status(401).send({ code: 'UNAUTHORIZED', message: 'Unauthorized' });
    });
    this.app.post('/api/worker/v1/lease', (request, reply) => this.lease(request, reply));
    this.app.post<{ Params: { id: string; what: string } }>(
      '/api/worker/v1/leases/:id/:what',
      (request, reply) => this.write(this.tasks.get(request.params.id), request.params.what, request, reply),
    );
  }

  async start(host: string, port: number): Promise<void> {
    this.url = await this.app.listen({ host, port });
  }

  stop(): Promise<void> {
    return this.app.close();
  }

  /** Has the task wait for a worker. */
  offer(task: KitTask): void {
    this.tasks.set(task.lease.lease_id, task);
    this.offered.push(task);
    this.wake();
  }

  /** Sets the pending command of a task and wakes the polls that list it. */
  sendCommand(task: KitTask, command: KitTask['command']): void {
    task.resumed = task.command === 'pause' && command === null;
    task.command = command;
    this.wake();
  }

  /** Whether a waiting poll lists the task and would receive a command. */
  hasPollFor(task: KitTask): boolean {
    return this.polls.some(
      ({ over, body }) =>
        over === null && body.leases?.some(({ lease_id }) => lease_id === task.lease.lease_id),
    );
  }

  private wake(): void {
    for (const look of this.waiting) look();
  }

  private async lease(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const body = request.body as LeaseRequest;
    const wrong = leaseFaults(body);
    if (wrong.length > 0) return this.rejectCall(reply, `lease has a wrong or unknown ${wrong.join(', ')}`);
    const poll: Poll = { at: performance.now(), over: null, body };
    this.polls.push(poll);
    const { wait_s: waitSeconds = 20 } = request.body as Partial<LeaseRequest>;
    const until = poll.at + waitSeconds * 1000;
    const room = body.draining ? 0 : body.capacity;
    const isDisconnected = () => request.raw.socket.destroyed;
    while (!isDisconnected() && performance.now() < until && this.commands(body.leases).length === 0) {
      if (room > 0 && this.offered.some((task) => !task.isCheck || body.checks)) break;
      await this.change(until - performance.now(), reply);
    }
    poll.over = performance.now();
    if (isDisconnected()) return reply.hijack();
    const leases = this.take(room, (task) => !task.isCheck);
    // At most one for a site, and none that keeps a task from the worker.
    const checks = this.take(
      Math.min(1, room - leases.length),
      (task) => task.isCheck && body.checks === true,
    );
    return reply.send({ leases, checks, commands: this.commands(body.leases), added_later: true });
  }

  /** Leases up to `count` of the offered tasks. */
  private take(count: number, isWanted: (task: KitTask) => boolean): object[] {
    const taken = this.offered.filter(isWanted).slice(0, count);
    return taken.map((task) => {
      this.offered.splice(this.offered.indexOf(task), 1);
      task.leasedAt = performance.now();
      return task.offered();
    });
  }

  private async change(ms: number, reply: FastifyReply): Promise<void> {
    const { promise, resolve }: PromiseWithResolvers<void> = Promise.withResolvers();
    this.waiting.add(resolve);
    reply.raw.once('close', resolve);
    const timer = setTimeout(resolve, ms);
    await promise;
    clearTimeout(timer);
    this.waiting.delete(resolve);
  }

  private commands(running: readonly ReportedLease[] = []): object[] {
    return running.flatMap(({ lease_id, acknowledged_command, heeded }) => {
      const task = this.tasks.get(lease_id);
      const acknowledged = acknowledged_command === undefined ? heeded : acknowledged_command;
      const known = acknowledged === 'resume' ? null : (acknowledged ?? null);
      if (!task?.current || known === 'stop' || known === task.command) return [];
      return [{ lease_id, command: task.command ?? 'resume', at: null }];
    });
  }

  private write(
    task: KitTask | undefined,
    what: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply {
    if (!task) return this.rejectCall(reply, `${what} names a lease that was never given`);
    const wrong = callFaults(what, request.body, task);
    const staged = task.console(what, task.trail.of('console', what).length + 1);
    const usual = staged && staged.status !== 0 ? null : this.act(task, what, request.body, wrong);
    const status = staged?.status ?? usual?.status ?? 500;
    task.trail.add({ where: 'console', what, body: request.body, status });
    if (wrong.length > 0) this.faults.push(`${what} has a wrong or unknown ${wrong.join(', ')}`);
    if (status === 0) {
      request.raw.socket.destroy();
      return reply.hijack();
    }
    if (usual) return reply.status(usual.status).send(usual.body);
    const { code = 'STAGED', message = 'Staged by the check', headers = {} } = staged ?? {};
    return reply.status(status).headers(headers).send({ code, message, error: message });
  }

  /** The usual answer: fencing first, then the effect. */
  private act(
    task: KitTask,
    what: string,
    body: unknown,
    wrong: readonly string[],
  ): { status: number; body?: object } {
    if (wrong.length > 0)
      return { status: 400, body: { code: 'VALIDATION', message: `${wrong.join(', ')} is wrong` } };
    const repeated = what === 'hold' ? this.holdsOf(task, body as Hold, false) : null;
    if (!task.current) {
      if (repeated && task.lease.mode === 'hold') return { status: 200, body: { holds: repeated } };
      if (what === 'purchase' && task.over && this.paysFor(task, body as Purchase))
        return { status: 200, body: { tickets: [] } };
      return { status: 409, body: { code: 'CONFLICT', message: 'This lease is no longer current' } };
    }
    if (what === 'heartbeat') {
      const command = task.command ?? (task.resumed ? 'resume' : null);
      return {
        status: 200,
        body: { commands: command ? [{ command, at: null }] : [], expires_at: task.extend() },
      };
    }
    if (!callsOf(task).includes(what))
      return { status: 409, body: { code: 'CONFLICT', message: 'This lease is not one for this call' } };
    if (task.isCheck) {
      task.over = true;
      return what === 'fail' ? { status: 200, body: { task: null } } : { status: 204 };
    }
    if (what === 'report') {
      task.extend();
      return { status: 200, body: { task: this.taskBody(task, (body as Report).status) } };
    }
    if (what === 'hold') {
      const holds = this.holdsOf(task, body as Hold, true);
      if (task.lease.mode === 'hold' && task.command !== 'stop') task.over = true;
      return { status: 200, body: { holds: holds ?? [] } };
    }
    if (what === 'purchase' && !this.paysFor(task, body as Purchase)) {
      return { status: 400, body: { code: 'VALIDATION', message: 'A hold is not one of this task' } };
    }
    task.over = true;
    if (what === 'release') return { status: 204 };
    return {
      status: 200,
      body:
        what === 'purchase' || what === 'settle'
          ? { tickets: [] }
          : { task: this.taskBody(task, task.lease.mode === 'settle' ? 'stopped' : 'queued') },
    };
  }

  private taskBody(task: KitTask, status: string): object {
    return {
      ...task.lease.task,
      status: task.command === 'stop' ? 'stopping' : status,
      paused: task.command === 'pause',
    };
  }

  /** The ids of seats, new ones when `make`; null when one is unknown. */
  private holdsOf(task: KitTask, { seats }: Hold, make: boolean): object[] | null {
    if (!Array.isArray(seats)) return null;
    const holds = seats.map(({ area, row, seat }) => {
      const key = JSON.stringify([area, row, seat]);
      if (make && !task.holds.has(key)) task.holds.set(key, this.nextHold++);
      return { id: task.holds.get(key), area, row, seat };
    });
    return holds.every(({ id }) => id !== undefined) ? holds : null;
  }

  private paysFor(task: KitTask, { tickets }: Purchase): boolean {
    const known = new Set([...task.holds.values(), ...task.lease.holds.map(({ id }) => id)]);
    return tickets.every(({ hold_id }) => known.has(hold_id));
  }

  private rejectCall(reply: FastifyReply, message: string): FastifyReply {
    this.faults.push(message);
    return reply.status(400).send({ code: 'VALIDATION', message });
  }
}
