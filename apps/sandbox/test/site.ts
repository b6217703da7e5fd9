import type { FastifyInstance } from 'fastify';
import { buildApp } from '../src/app.ts';

export interface ApiResponse {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** A sandbox on a free port, without delays and with a clock that tests control. */
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

  /** Starts a scenario without its delays. */
  scenario(name: string, overrides: object = {}, options: object = {}): Promise<ApiResponse> {
    const withoutDelays = {
      sign_in_ms: 0,
      hold_delay_ms: 0,
      waiting_room: false,
      slow_share: 0,
      ...overrides,
    };
    return this.api('POST', '/api/scenario', { body: { name, overrides: withoutDelays, ...options } });
  }

  async api(
    method: string,
    path: string,
    options: { token?: string; body?: object } = {},
  ): Promise<ApiResponse> {
    const headers = new Headers();
    if (options.token) headers.set('authorization', `Bearer ${options.token}`);
    if (options.body) headers.set('content-type', 'application/json');
    const response = await fetch(this.url + path, {
      method,
      headers,
      body: options.body ? JSON.stringify(options.body) : null,
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as ApiResponse['body'],
    };
  }

  /** The session token of `desk-NN`. */
  async desk(number: number): Promise<string> {
    const padded = String(number).padStart(2, '0');
    const body = { email: `desk-${padded}@quayside.example`, password: `quayside-${padded}` };
    const answer = await this.api('POST', '/api/sessions', { body });
    return String(answer.body.token);
  }

  hold(token: string, orderKey: string, options: object = {}): Promise<ApiResponse> {
    const body = { order_key: orderKey, event_guid: FOOTBALL, quantity: 2, ...options };
    return this.api('POST', '/api/orders', { token, body });
  }

  pay(token: string, orderKey: string, paymentToken = 'tok_sandbox_4242'): Promise<ApiResponse> {
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

/** Formats the seats of an order as `area/row/seat`. */
export const seatsOf = (answer: ApiResponse): string[] =>
  (answer.body.seats as { area: string; row: string; seat: string }[]).map(
    (s) => `${s.area}/${s.row}/${s.seat}`,
  );
