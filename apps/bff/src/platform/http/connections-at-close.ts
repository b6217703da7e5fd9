import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A connection younger than this may still send its first request. */
const FIRST_REQUEST_MS = 500;

/**
 * Lets the server's closing wait for responses alone, not for connections. When it begins, Fastify ends those that are
 * idle; two kinds would hold it up until their time-out: those that have never sent a request (browsers open some ahead
 * of need, and Node doesn't count them as idle), and those whose last response goes out after that (a long poll's). One
 * that was opened just now is given time, since a proxy sends its request right behind.
 */
export function endConnectionsAtClose(server: FastifyInstance): void {
  const silentSince = new Map<Socket, number>();
  let closing = false;
  server.server.on('connection', (socket: Socket) => {
    silentSince.set(socket, performance.now());
    socket.once('close', () => silentSince.delete(socket));
    if (closing) endIfSilent(socket, FIRST_REQUEST_MS);
  });
  server.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    silentSince.delete(request.socket);
    response.once('close', () => {
      if (closing) server.server.closeIdleConnections();
    });
  });
  const endIfSilent = (socket: Socket, afterMs: number) =>
    setTimeout(() => silentSince.has(socket) && socket.destroy(), afterMs);
  server.addHook('preClose', (done: () => void) => {
    closing = true;
    const now = performance.now();
    for (const [socket, since] of silentSince) {
      if (now - since > FIRST_REQUEST_MS) socket.destroy();
      else endIfSilent(socket, since + FIRST_REQUEST_MS - now);
    }
    // Right after the connections that wait were accepted, so that closing the socket resets none of them.
    setImmediate(done);
  });
}
