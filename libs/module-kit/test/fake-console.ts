import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer in place of the route's own; `drop` closes the connection without one. */
export interface Fault {
  /** `METHOD path`, as it begins. */
  route: string;
  /** How many requests it answers. */
  times: number;
  status?: number;
  body?: object;
  headers?: Record<string, string>;
  drop?: 'before' | 'after';
}

/** A request as it arrived. */
export interface ReceivedRequest {
  method: string;
  path: string;
  authorization: string | undefined;
  body: string;
}

const uploadId = 7;
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The publishing routes of a console over HTTP, which keep files and one release in memory. */
export class FakeConsole {
  readonly requests: ReceivedRequest[] = [];
  readonly files = new Map<string, Buffer>();
  readonly faults: Fault[] = [];
  private isComplete = false;
  /** What everybody gets. */
  stableVersion = '1.2.2';
  /** The most files that were being received at the same time. */
  mostParallel = 0;
  /** How many files have to be on their way at the same time before any is answered. */
  filesTogether = 1;
  private parallel = 0;
  private readonly together = new EventEmitter();
  private readonly server = createServer((request, response) => void this.answer(request, response));

  async start(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(() => done()));
  }

  /** The requests of a route, by the beginning of `METHOD path`. */
  seen(route: string): ReceivedRequest[] {
    return this.requests.filter(({ method, path }) => `${method} ${path}`.startsWith(route));
  }

  /** Stores a file, as an earlier upload did. */
  keep(content: string): void {
    const bytes = Buffer.from(content);
    this.files.set(sha256(bytes), bytes);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const body = bytes.toString();
    this.requests.push({ method, path, authorization: request.headers.authorization, body });
    const fault = this.faults.find(({ route, times }) => times > 0 && `${method} ${path}`.startsWith(route));
    if (fault) fault.times -= 1;
    if (fault?.drop === 'before') return void request.socket.destroy();
    const own = fault?.status === undefined ? this.route(method, path, bytes) : undefined;
    if (method === 'PUT') await this.awaitOthers();
    if (fault?.drop === 'after') return void request.socket.destroy();
    const { status, json } = own ?? { status: fault?.status ?? 500, json: fault?.body ?? {} };
    response.writeHead(status, { 'content-type': 'application/json', ...fault?.headers });
    response.end(json === null ? '' : JSON.stringify(json));
  }

  private async awaitOthers(): Promise<void> {
    this.mostParallel = Math.max(this.mostParallel, (this.parallel += 1));
    if (this.parallel >= this.filesTogether) {
      this.filesTogether = 1;
      this.together.emit('arrived');
    } else await once(this.together, 'arrived');
    this.parallel -= 1;
  }

  private route(method: string, path: string, bytes: Buffer): { status: number; json: object | null } {
    const file = /^\/api\/publishing\/releases\/7\/files\/([0-9a-f]{64})$/.exec(path)?.[1];
    if (method === 'PUT' && file) {
      if (sha256(bytes) !== file) return refuse(400, 'BAD_REQUEST', 'The bytes have another hash');
      this.files.set(file, bytes);
      return { status: 204, json: null };
    }
    if (method === 'POST' && path === '/api/publishing/releases') return this.startUpload(bytes.toString());
    if (method === 'POST' && path === '/api/publishing/releases/7/complete') {
      this.isComplete = true;
      return { status: 200, json: release };
    }
    const action = /^\/api\/publishing\/modules\/mf-gates\/(promote|canary|rollback|disable|enable)$/.exec(
      path,
    );
    if (method === 'POST' && action) return { status: 200, json: gates };
    if (method === 'GET' && path === '/api/publishing/modules')
      return { status: 200, json: [gatesWith(this.stableVersion)] };
    if (method === 'GET' && path === '/api/publishing/modules/mf-gates/releases/1.2.3/verify')
      return { status: 200, json: { name: 'mf-gates', version: '1.2.3', files: 4 } };
    return refuse(404, 'NOT_FOUND', `There is no route ${path}`);
  }

  private startUpload(body: string): { status: number; json: object } {
    const { manifest } = JSON.parse(body) as { manifest: string };
    const { files } = JSON.parse(manifest) as { files: Record<string, string> };
    if (this.isComplete) return { status: 200, json: release };
    const needed = Object.values(files).map((hash) => Buffer.from(hash.slice(7), 'base64').toString('hex'));
    const missing = [...new Set(needed)].filter((hash) => !this.files.has(hash));
    return { status: 200, json: { upload_id: uploadId, missing } };
  }
}

const refuse = (status: number, code: string, message: string) => ({
  status,
  json: { error: message, message, code, request_id: 'req-1' },
});

const stats = { loads: 200, error_rate: 0.005, p95_ms: 1300 };
const release = {
  id: 2,
  version: '1.2.3',
  state: 'canary',
  created_at: '2026-11-20T14:32:12.000Z',
  published_by: 'Team Gates (pipeline)',
  incompatible: null,
  stats,
  failures: [{ message: "Cannot read properties of undefined (reading 'row')", loads: 3 }],
};
const gatesWith = (stableVersion: string) => ({
  name: 'mf-gates',
  title: 'Gates',
  enabled: true,
  stable_release_id: 1,
  canaries: [{ release_id: 2, realm_id: null, percent: 5 }],
  releases: [
    release,
    {
      ...release,
      id: 1,
      version: stableVersion,
      state: 'stable',
      incompatible: 'mf-gates 1.2.2 needs the shell contract ^0.9.0; the shell provides 1.0.0',
      stats: { loads: 0, error_rate: null, p95_ms: null },
      failures: [],
    },
  ],
});
const gates = gatesWith('1.2.2');
