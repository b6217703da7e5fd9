import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Lets the server's closing wait for answers alone, not for connections. When it begins, Fastify ends those that are
 * idle; two kinds would hold it up until their time-out: those that have never sent a request (browsers open some ahead
 * of need, and Node doesn't count them as idle), and those whose last answer goes out after that (a long poll's).
 */
export function endConnectionsAtClose(server: FastifyInstance): void {
  const silent = new Set<Socket>();
  let closing = false;
  server.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    silent.delete(request.socket);
    response.once('close', () => {
      if (closing) server.server.closeIdleConnections();
    });
  });
  server.addHook('preClose', (done: () => void) => {
    closing = true;
    for (const socket of silent) socket.destroy();
    done();
  });
}
