import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from './chance.ts';

/**
 * What a proxy does to what passes: nothing; hold it back; swallow it and leave the connection open for good, as a peer
 * that has lost its power does; break the connection with a reset; send half of a piece and close.
 */
export type Fault = 'none' | 'delay' | 'half_open' | 'reset' | 'truncate';

const DELAY_MS = [20, 400] as const;
/** Share of the pieces at which a connection is reset or cut short. */
const BREAK_SHARE = 0.15;

/** Passes connections on to a port of this machine, and breaks them as it is told. */
export class TcpProxy {
  fault: Fault = 'none';
  private readonly server: Server;
  private readonly target: number;
  private readonly chance: Chance;
  private readonly open = new Set<Socket>();

  private constructor(target: number, chance: Chance) {
    this.target = target;
    this.chance = chance;
    this.server = createServer((socket) => this.pass(socket));
  }

  /** Listens on a free port of the loopback. */
  static async listen(target: number, chance: Chance): Promise<TcpProxy> {
    const proxy = new TcpProxy(target, chance);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Ends every connection, the forgotten ones too. */
  async close(): Promise<void> {
    const ended = once(this.server, 'close');
    this.server.close();
    for (const socket of this.open) socket.destroy();
    await ended;
  }

  private pass(client: Socket): void {
    const server = connect(this.target, '127.0.0.1');
    const pair = { client, server, forgotten: this.fault === 'half_open' };
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.open.add(from);
      let before = Promise.resolve();
      from.setNoDelay(true);
      from.on('data', (piece: Buffer) => {
        from.pause();
        before = before.then(() => this.piece(piece, to, pair)).then(() => void from.resume());
      });
      from.on('end', () => void before.then(() => pair.forgotten || to.end()));
      from.on('error', () => pair.forgotten || to.destroy());
      from.on('close', () => {
        this.open.delete(from);
        if (!pair.forgotten) void before.then(() => to.destroy());
      });
    }
  }

  private async piece(
    piece: Buffer,
    to: Socket,
    pair: { client: Socket; server: Socket; forgotten: boolean },
  ): Promise<void> {
    if (this.fault === 'half_open') pair.forgotten = true;
    if (pair.forgotten) return;
    if (this.fault === 'delay') await delay(this.chance.between(...DELAY_MS));
    const breaks = this.chance.next() < BREAK_SHARE;
    if (this.fault === 'reset' && breaks) {
      pair.client.resetAndDestroy();
      pair.server.resetAndDestroy();
    } else if (this.fault === 'truncate' && breaks) {
      to.end(piece.subarray(0, Math.floor(piece.length / 2)));
    } else if (to.writable) to.write(piece);
  }
}
