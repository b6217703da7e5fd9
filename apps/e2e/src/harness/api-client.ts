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

/** The console's API, called as a signed-in user; it signs in once more when its access token has expired. */
export class ApiClient {
  tokens: Tokens;
  readonly #requests: APIRequestContext;
  readonly #credentials: Credentials;

  constructor(tokens: Tokens, requests: APIRequestContext, credentials: Credentials) {
    this.tokens = tokens;
    this.#requests = requests;
    this.#credentials = credentials;
  }

  /** @param headers sent with each call, such as `X-Rehearsal` */
  static async signIn(
    { apiUrl }: Product,
    credentials: Credentials,
    headers: Record<string, string> = {},
  ): Promise<ApiClient> {
    const requests = await request.newContext({ baseURL: apiUrl, extraHTTPHeaders: headers });
    return new ApiClient(await readTokens(requests, credentials), requests, credentials);
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
    const send = () =>
      this.#requests.fetch(path, {
        method,
        headers: authorize(this.tokens.token),
        ...(data && { data }),
      });
    const response = await send();
    if (response.status() !== 401) return readBody<T>(response);
    this.tokens = await readTokens(this.#requests, this.#credentials);
    return readBody<T>(await send());
  }
}

export const authorize = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

const readTokens = async (requests: APIRequestContext, credentials: Credentials): Promise<Tokens> =>
  readBody<Tokens>(await requests.post('/api/auth/login', { data: credentials }));

async function readBody<T>(response: APIResponse): Promise<T> {
  if (response.ok()) return (await response.json()) as T;
  throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`);
}
