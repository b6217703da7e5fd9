import { setTimeout as delay } from 'node:timers/promises';

/** An answer of the API, whatever it is. */
export interface Answer<T = unknown> {
  status: number;
  body: T;
  etag: string | null;
}

/** One try of a request at one server. `error`: no answer came. */
export interface Attempt {
  server: string;
  path: string;
  began: number;
  ended: number;
  status: number | null;
  retryAfter: boolean;
  error: string | null;
}

/** Who signs in. */
export interface Credentials {
  email: string;
  password: string;
}

/** Longer than a server waits for its database (twice 3 s), so that it says 503 first. */
const ATTEMPT_MS = 8_000;
const GIVE_UP_MS = 90_000;
const PAUSE_MS = 150;

/**
 * A user of the console behind a proxy with several servers: asks one, and where no answer or 503 comes asks the next,
 * until there is an answer. Every try is noted in `attempts`, every answer's waiting time in `waits`.
 */
export class Client {
  readonly attempts: Attempt[] = [];
  readonly waits: number[] = [];
  token = '';
  private refreshToken = '';
  private readonly servers: readonly string[];
  private turn: number;

  /** `turn` says which of the servers is asked first. */
  constructor(servers: readonly string[], turn = 0) {
    this.servers = servers;
    this.turn = turn;
  }

  /** The server that is asked at present. */
  get server(): string {
    return this.servers[this.turn % this.servers.length] ?? '';
  }

  async signIn(who: Credentials): Promise<void> {
    this.take(await this.succeed('POST', '/api/auth/login', who));
  }

  /** A new pair of tokens, as a browser fetches them before the old one ends. */
  async refresh(): Promise<void> {
    const access = this.token;
    this.token = this.refreshToken;
    try {
      this.take(await this.succeed('POST', '/api/auth/refresh'));
    } catch (error) {
      this.token = access;
      throw error;
    }
  }

  /** The body of a 2xx answer; anything else is an error. */
  async succeed<T>(method: string, path: string, body?: unknown, key?: string): Promise<T> {
    const answer = await this.ask<T>(method, path, body, key ? { 'Idempotency-Key': key } : {});
    if (answer.status < 300) return answer.body;
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
  }

  /** Asks until somebody answers for good. `headers`: an Idempotency-Key, with which a repeated POST has one effect. */
  async ask<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const began = performance.now();
    for (;;) {
      const answer = await this.once<T>(method, path, body, headers);
      if (answer) {
        this.waits.push(performance.now() - began);
        return answer;
      }
      if (performance.now() - began > GIVE_UP_MS)
        throw new Error(`${method} ${path}: nobody answered in 90 s`);
      this.turn += 1;
      await delay(PAUSE_MS);
    }
  }

  private async once<T>(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Answer<T> | null> {
    const attempt: Attempt = {
      server: this.server,
      path,
      began: performance.now(),
      ended: 0,
      status: null,
      retryAfter: false,
      error: null,
    };
    this.attempts.push(attempt);
    const isText = typeof body === 'string';
    try {
      const answer = await fetch(this.server + path, {
        method,
        headers: {
          ...(this.token && { Authorization: `Bearer ${this.token}` }),
          ...(body !== undefined && { 'Content-Type': isText ? 'text/csv' : 'application/json' }),
          ...headers,
        },
        body: body === undefined || isText ? body : JSON.stringify(body),
        signal: AbortSignal.timeout(ATTEMPT_MS),
      });
      attempt.status = answer.status;
      attempt.retryAfter = answer.headers.has('retry-after');
      const text = await answer.text();
      if (answer.status === 503 || (answer.status === 409 && attempt.retryAfter)) return null;
      const etag = answer.headers.get('etag');
      return { status: answer.status, body: (text ? JSON.parse(text) : null) as T, etag };
    } catch (error) {
      attempt.error = reason(error);
      return null;
    } finally {
      attempt.ended = performance.now();
    }
  }

  private take(tokens: { token: string; refreshToken: string }): void {
    this.token = tokens.token;
    this.refreshToken = tokens.refreshToken;
  }
}

function reason(error: unknown): string {
  const { message, name, cause } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? (name === 'TimeoutError' ? 'timeout' : message);
}
