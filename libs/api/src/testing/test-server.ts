/** A response of the test server. */
export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A request that the test server received. */
export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}

type Handler = (call: Call, ids: readonly number[]) => Answer | Promise<Answer>;

/** A list response with its paging headers. */
export const list = (rows: readonly unknown[], total = rows.length): Answer => ({
  body: rows,
  headers: { 'X-Total-Count': String(total) },
});

/** An error response in the server's format. */
export const refusal = (status: number, code: string, message: string, rest: object = {}): Answer => ({
  status,
  body: { error: message, message, code, request_id: 'req-77', ...rest },
});

/**
 * A server in place of `fetch`. Handlers are registered by route, e.g. `GET /tasks/:id`; requests without a route get
 * 404. The last registration of a route wins, so that a test can override one.
 */
export class TestServer {
  readonly calls: Call[] = [];
  private readonly routes: { method: string; pattern: RegExp; handler: Handler }[] = [];

  on(route: string, handler: Handler | Answer): this {
    this.routes.unshift({
      ...parseRoute(route),
      handler: typeof handler === 'function' ? handler : () => handler,
    });
    return this;
  }

  /** The calls of a route, e.g. `PUT /tasks/:id` or `PUT /tasks/3`, oldest first. */
  seen(route: string): Call[] {
    const { method, pattern } = parseRoute(route);
    return this.calls.filter((call) => call.method === method && pattern.test(call.path));
  }

  /** The replacement for `fetch`. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(
      input instanceof Request ? input : new URL(String(input), location.href),
      init,
    );
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.text();
    const call: Call = {
      method: request.method,
      path: pathname,
      query: searchParams,
      body: readBody(request.headers, text),
      headers: request.headers,
    };
    this.calls.push(call);
    const route = this.routes.find(
      ({ method, pattern }) => method === request.method && pattern.test(pathname),
    );
    const ids = (route?.pattern.exec(pathname) ?? []).slice(1).map(Number);
    const {
      status = 200,
      body,
      headers,
    } = route
      ? await route.handler(call, ids)
      : refusal(404, 'NOT_FOUND', `No route ${request.method} ${pathname}`);
    request.signal.throwIfAborted();
    return new Response(body === undefined ? null : bodyText(body, headers), {
      status: body === undefined && status === 200 ? 204 : status,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  };
}

/** Parses `GET /tasks/:id`. */
function parseRoute(route: string): { method: string; pattern: RegExp } {
  const [method = '', path = ''] = route.split(' ');
  const parameters = path.replaceAll(/:(?:id|\w+Id)\b/g, '(\\d+)').replaceAll(/:\w+/g, '([^/]+)');
  return { method, pattern: new RegExp(`^/api${parameters}$`) };
}

/** Empties a list of received requests and returns them in alphabetical order, e.g. `GET /tasks`. */
export const takeRequests = (requests: (Call | Request)[]): string[] =>
  requests
    .splice(0)
    .map((request) => {
      const path = request instanceof Request ? new URL(request.url).pathname : request.path;
      return `${request.method} ${path.replace('/api', '')}`;
    })
    .sort();

/** Serializes a body: text types as they are, anything else as JSON. */
const bodyText = (body: unknown, headers: Record<string, string> = {}): string =>
  typeof body === 'string' && /^(?:text\/|image\/svg)/.test(headers['Content-Type'] ?? '')
    ? body
    : JSON.stringify(body);

/** Parses a body: text types as they are, anything else as JSON. */
function readBody(headers: Headers, text: string): unknown {
  if (text === '') return undefined;
  return headers.get('Content-Type')?.startsWith('text/') ? text : (JSON.parse(text) as unknown);
}
