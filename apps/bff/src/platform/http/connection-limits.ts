import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock, isInNetworks, parseNetwork } from './networks';

/** How many connections may be open. */
export type ConnectionLimits = {
  perAddress: number;
  total: number;
  /** Proxies in front of the server, by CIDR: they bring everybody's connections and limit them themselves. */
  proxies: readonly string[];
};

/** A request that is still arriving after so long may be ended in favour of a new connection. */
const SLOW_MS = 1000;

/** Open connections; those whose request is still arriving by the time since when, the longest first. */
class Connections {
  private readonly open = new Set<Socket>();
  private readonly arriving = new Map<Socket, number>();

  get size(): number {
    return this.open.size;
  }

  add(socket: Socket): void {
    this.open.add(socket);
    this.arriving.set(socket, performance.now());
  }

  beginRequest(socket: Socket): void {
    if (this.open.has(socket) && !this.arriving.has(socket)) this.arriving.set(socket, performance.now());
  }

  endRequest(socket: Socket): void {
    this.arriving.delete(socket);
  }

  remove(socket: Socket): void {
    this.open.delete(socket);
    this.arriving.delete(socket);
  }

  /** The connection whose request has been arriving for the longest, where that is slow. */
  slowest(): Socket | undefined {
    const [oldest] = this.arriving;
    return oldest && performance.now() - oldest[1] > SLOW_MS ? oldest[0] : undefined;
  }
}

/**
 * Limits open connections, in all and per address, so that connections that send nothing, or a byte at a time, don't
 * keep others out. At a limit the slowest of them makes room, else the new connection is closed. `onError` hears of
 * connections that the system could not open, which must not end the process.
 */
export function limitConnections(
  server: Server,
  { perAddress, total, proxies }: ConnectionLimits,
  onError: (error: Error) => void,
): void {
  const proxyNetworks = proxies.map(parseNetwork).filter((network) => network !== null);
  const all = new Connections();
  const byAddress = new Map<string, Connections>();
  const groupsOf = (socket: Socket) => {
    const ofAddress = byAddress.get(addressBlock(socket.remoteAddress ?? ''));
    return ofAddress ? [ofAddress, all] : [];
  };

  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isInNetworks(remoteAddress, proxyNetworks)) return;
    const address = addressBlock(remoteAddress);
    const ofAddress = byAddress.get(address) ?? new Connections();
    byAddress.set(address, ofAddress);
    for (const group of [ofAddress, all]) group.add(socket);
    socket.once('close', () => {
      for (const group of [ofAddress, all]) group.remove(socket);
      if (ofAddress.size === 0) byAddress.delete(address);
    });
    if (ofAddress.size > perAddress) (ofAddress.slowest() ?? socket).destroy();
    else if (all.size > total) (all.slowest() ?? socket).destroy();
  });
  server.on('request', (request: IncomingMessage) => {
    const { socket } = request;
    const end = () => groupsOf(socket).forEach((group) => group.endRequest(socket));
    if (!hasBody(request)) return end();
    groupsOf(socket).forEach((group) => group.beginRequest(socket));
    request.once('end', end).once('close', end);
  });
  server.on('error', onError);
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
