import { randomUUID } from 'node:crypto';
import { Client } from '../../../../tools/prove/installation/client.ts';
import type { Credentials, Product } from './product.ts';

/** Fields of the API's rows that the suite reads. */
export interface TaskRow {
  id: number;
  status: string;
  login_email: string;
}
export interface SeatRow {
  area: string;
  row: string;
  seat: string;
  login_email: string;
}
export interface TemplateRow {
  id: number;
  type: string;
  site_id: number;
  event_id: number;
  login_ids: number[];
}

/** As long as an answer or a free server may take on a machine that runs several consoles. */
const PATIENCE_MS = 180_000;

/**
 * The console's API, called as a signed-in user. As a page of the console does, it sends a request again that a busy server
 * turned away (503, docs/product/api.md), and signs in once more when its access token has expired.
 */
export class ApiClient extends Client {
  readonly #credentials: Credentials;

  private constructor({ apiUrl }: Product, credentials: Credentials, headers: Record<string, string>) {
    super([apiUrl], { attemptMs: PATIENCE_MS, patienceMs: PATIENCE_MS, headers });
    this.#credentials = credentials;
  }

  /** @param headers sent with each call, such as `X-Rehearsal` */
  static async as(
    product: Product,
    credentials: Credentials,
    headers: Record<string, string> = {},
  ): Promise<ApiClient> {
    const client = new ApiClient(product, credentials, headers);
    await client.signIn(credentials);
    return client;
  }

  /** Returns the body of a successful response; throws on any other. */
  async get<T>(path: string): Promise<T> {
    return this.#send<T>('GET', path);
  }

  /** As `get`. */
  async post<T>(path: string, data: object = {}): Promise<T> {
    return this.#send<T>('POST', path, data);
  }

  /** As `get`. */
  async patch<T>(path: string, data: object): Promise<T> {
    return this.#send<T>('PATCH', path, data);
  }

  /** As `get`. */
  async put<T>(path: string, data: object): Promise<T> {
    return this.#send<T>('PUT', path, data);
  }

  async #send<T>(method: string, path: string, data?: object): Promise<T> {
    const key = method === 'POST' ? randomUUID() : '';
    const { status, body } = await this.request<T>(method, path, data, key ? { 'Idempotency-Key': key } : {});
    if (status < 300) return body;
    if (status !== 401) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    await this.signIn(this.#credentials);
    return this.requestOk<T>(method, path, data, key);
  }
}

export const authorize = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });
