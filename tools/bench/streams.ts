import net from 'node:net';

/** Where the bench's changes carry the time at which they were made. */
const MADE = /"status_message":"bench (\d+\.\d+)"/g;

/** Open live streams, and how late their frames were since the last `forget`. */
export class Streams {
  private readonly sockets: net.Socket[] = [];
  private late: number[] = [];
  /** Changes that were heard by the streams that are listened to. */
  heard = 0;

  private readonly port: number;

  constructor(port: number) {
    this.port = port;
  }

  get count(): number {
    return this.sockets.length;
  }

  /** Opens streams until there are `count`, for the tokens in turn; of each `every` one is listened to. */
  async open(count: number, tokens: readonly string[], every = 1): Promise<void> {
    while (this.sockets.length < count) {
      const some = Math.min(100, count - this.sockets.length);
      await Promise.all(
        Array.from({ length: some }, () => {
          const place = this.sockets.length;
          const socket = net.connect(this.port, '127.0.0.1');
          this.sockets.push(socket);
          return this.begin(socket, tokens[place % tokens.length] ?? '', place % every === 0);
        }),
      );
    }
  }

  /** Closes streams until there are `count`. */
  close(count = 0): void {
    for (const socket of this.sockets.splice(count)) socket.destroy();
  }

  forget(): void {
    this.late = [];
    this.heard = 0;
  }

  /** Milliseconds from the change to its arrival, of which `part` (0 to 1) were quicker. */
  lateness(part: number): number {
    const sorted = [...this.late].sort((a, b) => a - b);
    return sorted[Math.floor((sorted.length - 1) * part)] ?? NaN;
  }

  private begin(socket: net.Socket, token: string, listens: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      let rest = '';
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('A stream was closed')));
      socket.once('data', (head: Buffer) => {
        if (!head.toString('latin1', 0, 12).endsWith(' 200'))
          reject(new Error(head.toString('latin1', 0, 200)));
        if (!listens) socket.removeAllListeners('data').resume();
        resolve();
      });
      if (listens)
        socket.on('data', (chunk: Buffer) => {
          rest += chunk.toString('latin1');
          let read = 0;
          for (const match of rest.matchAll(MADE)) {
            this.late.push(performance.now() - Number(match[1]));
            this.heard += 1;
            read = match.index + match[0].length;
          }
          // A change may come in two chunks; what says its time is shorter than this.
          rest = rest.slice(Math.max(read, rest.length - 100));
        });
      socket.write(`GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    });
  }
}
