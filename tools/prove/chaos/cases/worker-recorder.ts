import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A worker's write and the status of the response. */
export interface RecordedCall {
  lease: string;
  call: string;
  status: number;
}

const LEASE_CALL = /\/leases\/([\da-f-]{36})\/(\w+)$/;

/** A proxy between a worker and its server that records the responses to writes. */
export class WorkerRecorder {
  readonly calls: RecordedCall[] = [];
  private readonly server: Server;

  private constructor(console: string) {
    this.server = createServer((from, to) => {
      const { method, headers } = from;
      const passed = request(`${console}${from.url}`, { method, headers }, (answer) => {
        const [, lease, call] = LEASE_CALL.exec(from.url ?? '') ?? [];
        if (lease && call) this.calls.push({ lease, call, status: answer.statusCode ?? 0 });
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(to);
      });
      passed.on('error', () => to.destroy());
      to.on('close', () => passed.destroy());
      from.pipe(passed);
    });
  }

  /** Listens on a free port in front of the server at `console`. */
  static async listen(console: string): Promise<WorkerRecorder> {
    const recorder = new WorkerRecorder(console);
    recorder.server.listen(0, '127.0.0.1');
    await once(recorder.server, 'listening');
    return recorder;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const ended = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await ended;
  }
}
