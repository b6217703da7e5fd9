import { type APIRequestContext, type APIResponse, request } from '@playwright/test';
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

interface Tokens {
  token: string;
  refreshToken: string;
}

/** The console's API, called as a signed-in user. */
export class ApiClient {
  readonly tokens: Tokens;
  readonly #requests: APIRequestContext;

  constructor(tokens: Tokens, requests: APIRequestContext) {
    this.tokens = tokens;
    this.#requests = requests;
  }

  /** @param headers sent with each call, such as `X-Rehearsal` */
  static async signIn(
    { apiUrl }: Product,
    credentials: Credentials,
    headers: Record<string, string> = {},
  ): Promise<ApiClient> {
    const anonymous = await request.newContext({ baseURL: apiUrl });
    const tokens = await readBody<Tokens>(await anonymous.post('/api/auth/login', { data: credentials }));
    await anonymous.dispose();
    const extraHTTPHeaders = { ...authorize(tokens.token), ...headers };
    return new ApiClient(tokens, await request.newContext({ baseURL: apiUrl, extraHTTPHeaders }));
  }

  /** Returns the body of a successful response; throws on any other. */
  async get<T>(path: string): Promise<T> {
    return readBody<T>(await this.#requests.get(path));
  }

  /** As `get`. */
  async post<T>(path: string, data: object = {}): Promise<T> {
    return readBody<T>(await this.#requests.post(path, { data }));
  }

  /** As `get`. */
  async patch<T>(path: string, data: object): Promise<T> {
    return readBody<T>(await this.#requests.patch(path, { data }));
  }

  /** As `get`. */
  async put<T>(path: string, data: object): Promise<T> {
    return readBody<T>(await this.#requests.put(path, { data }));
  }
}

export const authorize = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

async function readBody<T>(response: APIResponse): Promise<T> {
  if (response.ok()) return (await response.json()) as T;
  throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`);
}
