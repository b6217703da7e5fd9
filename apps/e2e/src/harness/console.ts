import type { Credentials, Product } from './launched.ts';

/** Fields of the API's rows that the suite looks at. */
export interface TaskRow {
  id: number;
  status: string;
  job_id: number;
  login_email: string;
  order_key: string;
  basket: string | null;
}
export interface SeatRow {
  area: string;
  row: string;
  seat: string;
  login_email: string;
  event_name: string;
  status: string;
}
export interface HoldRow {
  id: number;
  task_id: number;
  area: string;
  row: string;
  seat: string;
  status: string;
}
export interface TemplateRow {
  id: number;
  name: string;
  type: string;
  site_id: number;
  event_id: number;
  login_ids: number[];
}

/** An answer with its status, whatever it is. */
export interface Answer {
  status: number;
  body: unknown;
  headers: Headers;
}

/** A signed-in user of the console's API. */
export interface ConsoleUser {
  token: string;
  refreshToken: string;
  /** Any answer, of any status. */
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
  /** The body of a 2xx answer; anything else is an error. */
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
}

/** Signs in over the API. */
export async function signIn(product: Product, credentials: Credentials): Promise<ConsoleUser> {
  const answer = await ask(product, null, 'POST', '/api/auth/login', credentials);
  const { token, refreshToken } = succeed<{ token: string; refreshToken: string }>(answer, 'sign-in');
  const asked = (method: string, path: string, body?: unknown) => ask(product, token, method, path, body);
  return {
    token,
    refreshToken,
    ask: asked,
    get: async <T>(path: string) => succeed<T>(await asked('GET', path), path),
    post: async <T>(path: string, body?: unknown) => succeed<T>(await asked('POST', path, body ?? {}), path),
  };
}

/** One call to a server; throws only when nothing answers. */
export async function ask(
  { apiUrl }: Pick<Product, 'apiUrl'>,
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await fetch(apiUrl + path, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, headers: answer.headers, body: isJson && text ? JSON.parse(text) : text };
}

function succeed<T>(answer: Answer, what: string): T {
  if (answer.status < 300) return answer.body as T;
  throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
}
