import { Agent, request as open } from 'node:http';
import type { Request } from './made-up';
import { uploadedFile } from './publishing';
import { Ref } from './values';
import type { World } from './world';

/** A request as it is sent. */
export type Sent = {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
};
export type Received = { status: number; type: string | null; text: string };

const TIMEOUT_MS = 20_000;

/** Replaces each reference in a value by an id of the world. */
function withIds(world: World, value: unknown): unknown {
  if (value instanceof Ref) return world.idOf(value.kind, value.pick);
  if (Array.isArray(value)) return value.map((inner) => withIds(world, inner));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withIds(world, inner)]));
}

/** Encodes a text for a URL; a deliberately malformed one keeps its percent signs. */
const escaped = (value: unknown): string => {
  const text = String(value);
  return /^(%|\.\.%)[\w%.]*$/.test(text) ? text : encodeURIComponent(text.toWellFormed());
};

/** Lets no long poll of a worker wait, which would delay all later requests. */
const withoutWaiting = (path: string, body: unknown): unknown =>
  path.endsWith('/lease') && typeof body === 'object' && body !== null && !Array.isArray(body)
    ? { wait_s: 0, ...body }
    : body;

/** The media type of a body; texts that were made for no operation are sent as JSON. */
function typeOf(text: Request['text']): string {
  if (text === uploadedFile) return 'application/octet-stream';
  return typeof text === 'string' && text.startsWith('email,') ? 'text/csv' : 'application/json';
}

/** Builds the request to send, with ids that the world has now. */
export function toSent(
  world: World,
  { method, path, params, query, headers, body, text, caller }: Request,
): Sent {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => escaped(withIds(world, params[name])));
  const search = query.map(([name, value]) => {
    const known = withIds(world, value);
    return `${encodeURIComponent(name)}=${escaped(Array.isArray(known) ? known.join(',') : known)}`;
  });
  const token = world.tokenOf(caller);
  const payload =
    text ?? (body === undefined ? undefined : JSON.stringify(withIds(world, withoutWaiting(path, body))));
  const type = typeOf(text);
  return {
    method,
    url: search.length > 0 ? `${filled}?${search.join('&')}` : filled,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(payload !== undefined && {
        'Content-Type': type,
        'Content-Length': String(Buffer.byteLength(payload)),
      }),
      ...(path.startsWith('/api/module-data/') && { 'X-Module-Token': world.rowsToken }),
      ...headers,
    },
    payload,
  };
}

/** Sends a request and reads the response; of a stream only its beginning. */
export function send(agent: Agent, base: string, { method, url, headers, payload }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const request = open({ agent, hostname, port, method, path: url, headers, timeout: TIMEOUT_MS });
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      const type = response.headers['content-type'] ?? null;
      const parts: Buffer[] = [];
      const done = () => resolve({ status, type, text: Buffer.concat(parts).toString() });
      if (type?.startsWith('text/event-stream')) {
        response.destroy();
        done();
        return;
      }
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', done);
      response.on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)));
    request.on('error', reject);
    request.end(payload);
  });
}
