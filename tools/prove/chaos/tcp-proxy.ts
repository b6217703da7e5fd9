import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '../load/seeded-random.ts';

/**
 * The fault that a proxy injects: `delay` chunks; drop all data and leave the connection open (`half_open`), as after a
 * power failure; `reset` the connection; `truncate` a chunk and close.
 */
export type Fault = 'none' | 'delay' | 'half_open' | 'reset' | 'truncate';

const DELAY_MS = [20, 400] as const;
/** Probability per chunk that a connection is reset or truncated. */
const BREAK_PROBABILITY = 0.15;

/** Forwards connections to a loopback address and injects the current fault. */
export class TcpProxy {
  fault: Fault = 'none';
  private readonly server: Server;
  private readonly target: URL;
  private readonly random: SeededRandom;
  private readonly open = new Set<Socket>();

  private constructor(target: URL, random: SeededRandom) {
    this.target = target;
    this.random = random;
    this.server = createServer((socket) => this.forward(socket));
  }

  /** Listens on a free loopback port; `target` has the host and the port to forward to. */
  static async listen(target: URL, random: SeededRandom): Promise<TcpProxy> {
    const proxy = new TcpProxy(target, random);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Closes all connections, including half-open ones. */
  async close(): Promise<void> {
    const ended = once(this.server, 'close');
    this.server.close();
    for (const socket of this.open) socket.destroy();
    await ended;
  }

  private forward(client: Socket): void {
    const server = connect(Number(this.target.port), this.target.hostname);
    const pair = { client, server, isHalfOpen: this.fault === 'half_open' };
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.open.add(from);
      let previous = Promise.resolve();
      from.setNoDelay(true);
      from.on('data', (chunk: Buffer) => {
        from.pause();
        previous = previous.then(() => this.forwardChunk(chunk, to, pair)).then(() => void from.resume());
      });
      from.on('end', () => void previous.then(() => pair.isHalfOpen || to.end()));
      from.on('error', () => pair.isHalfOpen || to.destroy());
      from.on('close', () => {
        this.open.delete(from);
        if (!pair.isHalfOpen) void previous.then(() => to.destroy());
      });
    }
  }

  private async forwardChunk(
    chunk: Buffer,
    to: Socket,
    pair: { client: Socket; server: Socket; isHalfOpen: boolean },
  ): Promise<void> {
    if (this.fault === 'half_open') pair.isHalfOpen = true;
    if (pair.isHalfOpen) return;
    if (this.fault === 'delay') await delay(this.random.between(...DELAY_MS));
    const shouldBreak = this.random.next() < BREAK_PROBABILITY;
    if (this.fault === 'reset' && shouldBreak) {
      pair.client.resetAndDestroy();
      pair.server.resetAndDestroy();
    } else if (this.fault === 'truncate' && shouldBreak) {
      to.end(chunk.subarray(0, Math.floor(chunk.length / 2)));
    } else if (to.writable) to.write(chunk);
  }
}
