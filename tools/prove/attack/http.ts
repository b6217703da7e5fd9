import { request, type RequestOptions } from 'node:http';

/** A response, or the error without one. */
export interface HttpResponse {
  status: number | null;
  text: string;
  bytes: number;
  cookie: string | null;
}

export interface Call {
  method?: string;
  token?: string;
  cookie?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; `text` as it is. */
  body?: unknown;
  text?: string;
  type?: string;
  /** The address of this machine that it comes from, e.g. 127.0.0.7. */
  from?: string;
  /** The connection is closed as soon as the request is sent, so that its response is lost. */
  isLost?: boolean;
}

/** Timeout of a request. */
const LIMIT_MS = 60_000;
/** The server has the request then, and most responses aren't there yet. */
const LOST_AFTER_MS = 5;

/** Sends one request over a new connection. */
export function send(port: number, path: string, call: Call = {}): Promise<HttpResponse> {
  const { method = 'GET', token, cookie, body, from = '127.0.0.1', type = 'application/json' } = call;
  const text = call.text ?? (body === undefined ? undefined : JSON.stringify(body));
  const options: RequestOptions = {
    host: '127.0.0.1',
    port,
    path,
    method,
    localAddress: from,
    agent: false,
    timeout: LIMIT_MS,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(cookie && { Cookie: cookie }),
      ...call.headers,
      ...(text !== undefined && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) }),
    },
  };
  return new Promise((resolve) => {
    const none = (error: Error) => resolve({ status: null, text: error.message, bytes: 0, cookie: null });
    const sent = request(options, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', none);
      answer.on('end', () => {
        const whole = Buffer.concat(parts);
        resolve({
          status: answer.statusCode ?? null,
          text: whole.toString(),
          bytes: whole.length,
          cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? null,
        });
      });
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', none);
    sent.end(text, () => {
      if (call.isLost) setTimeout(() => sent.destroy(new Error('the answer was lost')), LOST_AFTER_MS);
    });
  });
}

/** Sends a request that must succeed; returns the JSON of the response. */
export async function sendOk<T>(port: number, path: string, call: Call = {}): Promise<T> {
  const answer = await send(port, path, call);
  if (answer.status === null || answer.status >= 300)
    throw new Error(`${call.method ?? 'GET'} ${path} answered ${answer.status} ${answer.text.slice(0, 500)}`);
  return (answer.text === '' ? null : JSON.parse(answer.text)) as T;
}
