import net from 'node:net';

/** One request, as it is sent again and again over kept connections. */
export interface Target {
  port: number;
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The status that every answer must have. */
  expects: number;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** Sends one request and resolves with the whole answer's status and length; the connection stays open. */
class Connection {
  private chunks: Buffer[] = [];
  private had = 0;
  private wanted = -1;
  private status = 0;
  private done: ((status: number) => void) | null = null;
  private failed: ((error: Error) => void) | null = null;
  private readonly socket: net.Socket;

  constructor(port: number) {
    this.socket = net.connect(port, '127.0.0.1').setNoDelay(true);
    this.socket.on('data', (chunk: Buffer) => this.take(chunk));
    this.socket.on('error', (error) => this.failed?.(error));
    this.socket.on('close', () => this.failed?.(new Error('the connection was closed')));
  }

  ask(request: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      this.done = resolve;
      this.failed = reject;
      this.socket.write(request);
    });
  }

  close(): void {
    this.failed = null;
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    this.had += chunk.length;
    if (this.wanted < 0) {
      this.chunks.push(chunk);
      const head = this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks);
      const end = head.indexOf(END_OF_HEAD);
      if (end < 0) return;
      const text = head.toString('latin1', 0, end);
      this.status = Number(text.slice(9, 12));
      const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
      if (length === undefined && this.status !== 304) return this.fail('an answer must tell its length');
      this.wanted = end + 4 + Number(length ?? 0);
    }
    if (this.had < this.wanted) return;
    this.chunks = [];
    this.had = 0;
    this.wanted = -1;
    this.done?.(this.status);
  }

  private fail(message: string): void {
    this.failed?.(new Error(message));
  }
}

function textOf({ path, method = 'GET', headers = {}, body }: Target): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

/** Requests a second over `connections` kept connections, for `ms`; the first fifth warms up and isn't counted. */
export async function rate(target: Target, connections: number, ms: number): Promise<number> {
  const request = textOf(target);
  const began = performance.now();
  const counts = began + ms / 5;
  const ends = began + ms;
  let answered = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = new Connection(target.port);
      try {
        while (performance.now() < ends) {
          const status = await connection.ask(request);
          if (status !== target.expects) throw new Error(`${target.path} answered ${status}`);
          if (performance.now() >= counts) answered += 1;
        }
      } finally {
        connection.close();
      }
    }),
  );
  return (answered / (performance.now() - counts)) * 1000;
}
