import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';

/**
 * Ends connections that have never sent a request when the server closes: browsers open some ahead of need, and Node
 * counts only those as idle that have been used, so one would hold the shutdown up until its time-out.
 */
export function endSilentConnections(server: FastifyInstance): void {
  const silent = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.addHook('onRequest', (request: FastifyRequest, _reply, done: () => void) => {
    silent.delete(request.raw.socket);
    done();
  });
  server.addHook('preClose', (done: () => void) => {
    for (const socket of silent) socket.destroy();
    done();
  });
}
