import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Fastify from 'fastify';
import type { KitTask } from './kit-task.ts';
import type { SiteOrder } from './site-order.ts';

/** A ticketing site with the sandbox's API and a script for each account, so that what a worker does there is seen. */
export class KitSite {
  url = '';
  private readonly tasks = new Map<string, KitTask>();
  private readonly sessions = new Map<string, KitTask>();
  private readonly app: FastifyInstance = Fastify({ forceCloseConnections: true });

  constructor() {
    this.app.post<{ Body: { email?: string; password?: string } }>('/api/sessions', (request, reply) => {
      const task = this.tasks.get(String(request.body.email));
      if (!task) return reply.status(401).send({ code: 'SIGN_IN', message: 'There is no such account' });
      return this.play(task, 'session', request, reply, () => {
        if (request.body.password !== task.password)
          return { status: 401, body: { code: 'SIGN_IN', message: 'Wrong password' } };
        const token = randomUUID();
        this.sessions.set(token, task);
        return { status: 201, body: { token, account: task.email, expires_at: inAnHour() } };
      });
    });
    for (const method of ['GET', 'POST'] as const) {
      this.route(method, '/api/events/:guid/queue', 'queue', (task) => {
        if (task.admitted) return { status: 200, body: { state: 'open', position: 0, pass: null } };
        return { status: 200, body: { state: 'waiting', position: 40, poll_after_ms: 500 } };
      });
    }
    this.route('GET', '/api/orders/:key', 'find', (task) =>
      task.order
        ? { status: 200, body: task.order }
        : { status: 404, body: { code: 'NOT_FOUND', message: 'No such order' } },
    );
    this.route('POST', '/api/orders', 'hold', (task, body) => {
      const { order_key } = body as { order_key?: string };
      if (task.order && task.order.order_key !== order_key) return conflict('This account has another order');
      task.order ??= this.newOrder(task, String(order_key));
      return { status: 201, body: task.order };
    });
    this.route('POST', '/api/orders/:key/pay', 'pay', (task) => {
      if (task.order?.status === 'held')
        task.order = { ...task.order, status: 'paid', reference: `REF-${task.lease.task.id}` };
      return task.order ? { status: 200, body: task.order } : conflict('There is nothing to pay');
    });
    this.route('DELETE', '/api/orders/:key', 'give_back', (task) => {
      if (task.order?.status === 'held') task.order = { ...task.order, status: 'released' };
      return task.order ? { status: 200, body: task.order } : conflict('There is nothing to give back');
    });
  }

  add(task: KitTask): void {
    this.tasks.set(task.email, task);
  }

  async start(port = 0): Promise<void> {
    this.url = await this.app.listen({ port, host: '127.0.0.1' });
  }

  stop(): Promise<void> {
    return this.app.close();
  }

  /** Two seats under a key, held for ten minutes. */
  newOrder(task: KitTask, orderKey: string): SiteOrder {
    const { id } = task.lease.task;
    const seat = (number: number) => ({
      area: 'Kit',
      row: String(id),
      seat: String(number),
      price_level: 'kit',
      price: 12.5,
    });
    return {
      order_key: orderKey,
      event_guid: task.lease.event.guid,
      account: task.email,
      status: 'held',
      currency: 'GBP',
      seats: [seat(1), seat(2)],
      expires_at: new Date(Date.now() + 600_000).toISOString(),
      reference: null,
      basket_url: `${this.url}/basket/${id}`,
    };
  }

  private route(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    what: string,
    act: (task: KitTask, body: unknown) => Answer,
  ): void {
    this.app.route({
      method,
      url,
      handler: (request, reply) => {
        const task = this.sessions.get((request.headers.authorization ?? '').replace('Bearer ', ''));
        if (!task) return reply.status(401).send({ code: 'SIGN_IN', message: 'Sign in first' });
        return this.play(task, what, request, reply, () => act(task, request.body));
      },
    });
  }

  private play(
    task: KitTask,
    what: string,
    request: FastifyRequest,
    reply: FastifyReply,
    act: () => Answer,
  ): FastifyReply {
    const body = { ...(request.body as object | null), ...(request.params as object) };
    const staged = task.site(what, task.trail.of('site', what).length + 1);
    const usual = staged && staged.status !== 0 ? null : act();
    const status = staged?.status ?? usual?.status ?? 500;
    task.trail.add({ where: 'site', what, body, status });
    if (status === 0) {
      request.raw.socket.destroy();
      return reply.hijack();
    }
    if (usual) return reply.status(usual.status).send(usual.body);
    return reply
      .status(status)
      .headers(staged?.headers ?? {})
      .send({ code: staged?.code ?? 'STAGED', message: staged?.message ?? 'Staged by the check' });
  }
}

interface Answer {
  status: number;
  body: object;
}

const conflict = (message: string): Answer => ({ status: 409, body: { code: 'CONFLICT', message } });
const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();
