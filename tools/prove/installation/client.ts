import { setTimeout as delay } from 'node:timers/promises';

/** A response of the API with any status. */
export interface ApiResponse<T = unknown> {
  status: number;
  body: T;
  etag: string | null;
}

/** One attempt of a request at one server. `error`: there was no response. */
export interface Attempt {
  server: string;
  method: string;
  path: string;
  began: number;
  ended: number;
  status: number | null;
  retryAfter: boolean;
  error: string | null;
}

/**
 * The attempts without a response or with an error of the server, as lines, that ended after `since` (of `performance.now()`). The
 * attempts of several clients are in no order of time.
 */
export const findLost = (attempts: readonly Attempt[], since = 0): string[] =>
  attempts
    .filter(({ ended, status, error }) => ended > since && (error !== null || (status ?? 0) >= 500))
    .map(({ method, path, status, error }) => `${method} ${path} ${status ?? error}`);

/** Credentials of a user. */
export interface Credentials {
  email: string;
  password: string;
}

/** How a client treats servers that don't respond. */
export interface ClientOptions {
  /** The index of the server to try first. */
  turn?: number;
  /** How long an attempt may take. */
  attemptMs?: number;
  /** How long a request is repeated; 0: the first attempt counts. */
  patienceMs?: number;
  /** Sent with each request, such as `X-Rehearsal`. */
  headers?: Readonly<Record<string, string>>;
}

/** Longer than a server waits for its database (twice 3 s), so that it responds with 503 first. */
const ATTEMPT_MS = 8_000;
const PATIENCE_MS = 90_000;
const RETRY_DELAY_MS = 150;

/** Options of a client that expects a response to each request, however long it takes. */
export const oneAttempt: ClientOptions = { attemptMs: 180_000, patienceMs: 0 };

/**
 * A client of one server or several: retries at the next server without a response, on 502 (a proxy got none), on 503, and on 409 with Retry-After.
 * Records every attempt in `attempts` and the total time of every request in `durations`.
 */
export class Client {
  readonly attempts: Attempt[] = [];
  readonly durations: number[] = [];
  token = '';
  refreshToken = '';
  private readonly servers: readonly string[];
  private readonly options: ClientOptions;
  private serverIndex: number;

  constructor(servers: readonly string[], options: ClientOptions = {}) {
    this.servers = servers;
    this.options = options;
    this.serverIndex = options.turn ?? 0;
  }

  /** The server of the next attempt. */
  get server(): string {
    return this.servers[this.serverIndex % this.servers.length] ?? '';
  }

  async signIn(credentials: Credentials): Promise<void> {
    this.setTokens(await this.requestOk('POST', '/api/auth/login', { ...credentials, client: 'api' }));
  }

  /** Fetches new tokens, as a browser does before the old ones expire. */
  async refresh(): Promise<void> {
    const access = this.token;
    this.token = this.refreshToken;
    try {
      this.setTokens(await this.requestOk('POST', '/api/auth/refresh'));
    } catch (error) {
      this.token = access;
      throw error;
    }
  }

  /** Returns the body of a 2xx response. Throws for any other status. */
  async requestOk<T>(method: string, path: string, body?: unknown, key?: string): Promise<T> {
    const answer = await this.request<T>(method, path, body, key ? { 'Idempotency-Key': key } : {});
    if (answer.status < 300) return answer.body;
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
  }

  /** Retries until there is a final response. A POST needs an Idempotency-Key in `headers` to be repeatable. */
  async request<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<T>> {
    const began = performance.now();
    const { patienceMs = PATIENCE_MS } = this.options;
    for (;;) {
      const answer = await this.tryOnce<T>(method, path, body, headers);
      if (answer) {
        this.durations.push(performance.now() - began);
        return answer;
      }
      if (performance.now() - began >= patienceMs) {
        const { status, error } = this.attempts.at(-1) ?? {};
        throw new Error(
          `${method} ${path}: no response within ${patienceMs / 1000} s, last ${status ?? error}`,
        );
      }
      this.serverIndex += 1;
      await delay(RETRY_DELAY_MS);
    }
  }

  private async tryOnce<T>(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<ApiResponse<T> | null> {
    const attempt: Attempt = {
      server: this.server,
      method,
      path,
      began: performance.now(),
      ended: 0,
      status: null,
      retryAfter: false,
      error: null,
    };
    this.attempts.push(attempt);
    const type = contentType(body);
    try {
      const answer = await fetch(this.server + path, {
        method,
        headers: {
          ...(this.token && { Authorization: `Bearer ${this.token}` }),
          ...(type && { 'Content-Type': type }),
          ...this.options.headers,
          ...headers,
        },
        body: type === 'application/json' ? JSON.stringify(body) : (body as BodyInit | undefined),
        signal: AbortSignal.timeout(this.options.attemptMs ?? ATTEMPT_MS),
      });
      attempt.status = answer.status;
      attempt.retryAfter = answer.headers.has('retry-after');
      const text = await answer.text();
      if (answer.status === 502 || answer.status === 503 || (answer.status === 409 && attempt.retryAfter))
        return null;
      const etag = answer.headers.get('etag');
      return { status: answer.status, body: (text ? JSON.parse(text) : null) as T, etag };
    } catch (error) {
      attempt.error = describeError(error);
      return null;
    } finally {
      attempt.ended = performance.now();
    }
  }

  private setTokens(tokens: { token: string; refreshToken: string }): void {
    this.token = tokens.token;
    this.refreshToken = tokens.refreshToken;
  }
}

/** The type of a body: text is CSV, bytes are a file, anything else is sent as JSON. */
function contentType(body: unknown): string | null {
  if (body === undefined) return null;
  if (typeof body === 'string') return 'text/csv';
  return body instanceof Uint8Array ? 'application/octet-stream' : 'application/json';
}

function describeError(error: unknown): string {
  const { message, name, cause } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? (name === 'TimeoutError' ? 'timeout' : message);
}
