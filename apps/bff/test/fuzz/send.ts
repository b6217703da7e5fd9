import { Agent, request as open } from 'node:http';
import type { Request } from './made-up';
import { Ref } from './values';
import type { World } from './world';

/** A request as it goes over the wire. */
export type Sent = {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
};
export type Received = { status: number; type: string | null; text: string };

const TIMEOUT_MS = 20_000;

/** A value with the world's ids in place of what names them. */
function named(world: World, value: unknown): unknown {
  if (value instanceof Ref) return world.idOf(value.kind, value.pick);
  if (Array.isArray(value)) return value.map((inner) => named(world, inner));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, named(world, inner)]));
}

/** Text as it may stand in a URL; a stray one keeps its percent signs. */
const escaped = (value: unknown): string => {
  const text = String(value);
  return /^(%|\.\.%)[\w%.]*$/.test(text) ? text : encodeURIComponent(text.toWellFormed());
};

/** A worker's long poll would hold up all that follow: it never waits. */
const atOnce = (path: string, body: unknown): unknown =>
  path.endsWith('/lease') && typeof body === 'object' && body !== null && !Array.isArray(body)
    ? { wait_s: 0, ...body }
    : body;

/** What is sent for a request, in the world as it is now. */
export function toSent(
  world: World,
  { method, path, params, query, headers, body, text, caller }: Request,
): Sent {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => escaped(named(world, params[name])));
  const search = query.map(([name, value]) => {
    const known = named(world, value);
    return `${encodeURIComponent(name)}=${escaped(Array.isArray(known) ? known.join(',') : known)}`;
  });
  const token = world.tokenOf(caller);
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(named(world, atOnce(path, body))));
  const type = typeof text === 'string' && text.startsWith('email,') ? 'text/csv' : 'application/json';
  return {
    method,
    url: search.length > 0 ? `${filled}?${search.join('&')}` : filled,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(payload !== undefined && {
        'Content-Type': type,
        'Content-Length': String(Buffer.byteLength(payload)),
      }),
      ...headers,
    },
    payload,
  };
}

/** Sends it and reads the answer; of a stream its beginning alone. */
export function send(agent: Agent, base: string, { method, url, headers, payload }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const asked = open({ agent, hostname, port, method, path: url, headers, timeout: TIMEOUT_MS });
    asked.on('response', (answer) => {
      const status = answer.statusCode ?? 0;
      const type = answer.headers['content-type'] ?? null;
      const parts: Buffer[] = [];
      const done = () => resolve({ status, type, text: Buffer.concat(parts).toString() });
      if (type?.startsWith('text/event-stream')) {
        answer.destroy();
        done();
        return;
      }
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', done);
      answer.on('error', reject);
    });
    asked.on('timeout', () => asked.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
    asked.on('error', reject);
    asked.end(payload);
  });
}
