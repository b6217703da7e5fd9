import type { FastifyInstance } from 'fastify';
import { buildApp } from '../src/app.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** A sandbox over HTTP on a port of its own, quick by default, with a clock that tests move. */
export class Site {
  readonly url: string;
  readonly clock: { now: number };
  private readonly app: FastifyInstance;

  private constructor(app: FastifyInstance, url: string, clock: { now: number }) {
    this.app = app;
    this.url = url;
    this.clock = clock;
  }

  static async start(options: { dataDir?: string; seed?: number; overrides?: object; name?: string } = {}) {
    const clock = { now: Date.UTC(2027, 0, 1) };
    const app = buildApp({
      dataDir: options.dataDir ?? null,
      seed: options.seed ?? 1,
      clock: () => clock.now,
    });
    const site = new Site(app, await app.listen({ port: 0, host: '127.0.0.1' }), clock);
    await site.scenario(options.name ?? 'calm', options.overrides);
    return site;
  }

  /** Begins a scenario without its delays. */
  scenario(name: string, overrides: object = {}, more: object = {}): Promise<Answer> {
    const quick = { sign_in_ms: 0, hold_delay_ms: 0, waiting_room: false, slow_share: 0, ...overrides };
    return this.api('POST', '/api/scenario', { body: { name, overrides: quick, ...more } });
  }

  async api(method: string, path: string, more: { token?: string; body?: object } = {}): Promise<Answer> {
    const headers = new Headers();
    if (more.token) headers.set('authorization', `Bearer ${more.token}`);
    if (more.body) headers.set('content-type', 'application/json');
    const response = await fetch(this.url + path, {
      method,
      headers,
      body: more.body ? JSON.stringify(more.body) : null,
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Answer['body'],
    };
  }

  /** The session token of `desk-NN`. */
  async desk(number: number): Promise<string> {
    const two = String(number).padStart(2, '0');
    const body = { email: `desk-${two}@quayside.example`, password: `quayside-${two}` };
    const answer = await this.api('POST', '/api/sessions', { body });
    return String(answer.body.token);
  }

  hold(token: string, orderKey: string, wish: object = {}): Promise<Answer> {
    const body = { order_key: orderKey, event_guid: FOOTBALL, quantity: 2, ...wish };
    return this.api('POST', '/api/orders', { token, body });
  }

  pay(token: string, orderKey: string, paymentToken = 'tok_sandbox_4242'): Promise<Answer> {
    return this.api('POST', `/api/orders/${orderKey}/pay`, { token, body: { payment_token: paymentToken } });
  }

  async sold(guid = FOOTBALL): Promise<Record<string, unknown>[]> {
    return (await this.api('GET', `/api/events/${guid}/sold`)).body as unknown as Record<string, unknown>[];
  }

  close(): Promise<void> {
    return this.app.close();
  }
}

export const FOOTBALL = 'harbour-city-v-northgate-rovers';
export const SMALL = 'aldermoor-united-v-st-brannock';

/** The seats of an order, each as one text. */
export const seatsOf = (answer: Answer): string[] =>
  (answer.body.seats as { area: string; row: string; seat: string }[]).map(
    (s) => `${s.area}/${s.row}/${s.seat}`,
  );
