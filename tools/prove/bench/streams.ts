import net from 'node:net';

/** How changes carry the time at which they were made. */
const CHANGE = /"status_message":"bench (\d+\.\d+)"/g;

/** Open live streams, and the delays of the changes that arrived since the last `reset`. */
export class Streams {
  /** Changes that arrived on the streams that are read. */
  received = 0;
  private readonly sockets: net.Socket[] = [];
  private readonly port: number;
  private delays: number[] = [];

  constructor(port: number) {
    this.port = port;
  }

  /** Opens streams until there are `count`, with the tokens in turn; reads one of `every`. */
  async open(count: number, tokens: readonly string[], every = 1): Promise<void> {
    while (this.sockets.length < count) {
      const batch = Math.min(100, count - this.sockets.length);
      await Promise.all(
        Array.from({ length: batch }, () => {
          const index = this.sockets.length;
          const socket = net.connect(this.port, '127.0.0.1');
          this.sockets.push(socket);
          return this.begin(socket, tokens[index % tokens.length] ?? '', index % every === 0);
        }),
      );
    }
  }

  close(): void {
    for (const socket of this.sockets.splice(0)) socket.destroy();
  }

  reset(): void {
    this.delays = [];
    this.received = 0;
  }

  /** A quantile (0 to 1) of the delays, in ms. */
  delay(quantile: number): number {
    const sorted = this.delays.sort((a, b) => a - b);
    return sorted[Math.floor((sorted.length - 1) * quantile)] ?? NaN;
  }

  private begin(socket: net.Socket, token: string, reads: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('A stream was closed')));
      socket.once('data', (head: Buffer) => {
        if (!head.toString('latin1', 0, 12).endsWith(' 200'))
          reject(new Error(head.toString('latin1', 0, 200)));
        if (!reads) socket.removeAllListeners('data').resume();
        resolve();
      });
      if (reads) this.read(socket);
      socket.write(`GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    });
  }

  private read(socket: net.Socket): void {
    let rest = '';
    socket.on('data', (chunk: Buffer) => {
      rest += chunk.toString('latin1');
      let end = 0;
      for (const match of rest.matchAll(CHANGE)) {
        this.delays.push(performance.now() - Number(match[1]));
        this.received += 1;
        end = match.index + match[0].length;
      }
      // A change may be split over two chunks; its time takes less than this.
      rest = rest.slice(Math.max(end, rest.length - 100));
    });
  }
}
