import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { notFound, Problem } from '../errors/problem';
import { ProblemFilter } from '../errors/problem.filter';

const filter = new ProblemFilter();

/** Answers a request whose address the router can't read: 400, or 404 where a part of it is longer than any id. */
export function answerUnreadableAddress(
  error: { code: string },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const tooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
  const problem = tooLong ? notFound('Resource') : new Problem('BAD_REQUEST', 'The address can not be read');
  filter.answer(problem, request, reply.header('X-Request-Id', request.id));
}

const refusals: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large'],
};

/** Node's parser's error, with what it was given. */
type Unreadable = { code?: string; rawPacket?: unknown };

/** Answers what is no HTTP, or arrives too slowly, with the error body too, and ends the connection. */
export function answerUnreadableRequest(error: Unreadable, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, message] = refusals[error.code ?? ''] ?? [400, 'The request can not be read'];
  const request_id = randomUUID();
  const body = JSON.stringify({ error: message, message, code: 'BAD_REQUEST', request_id });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    `X-Request-Id: ${request_id}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  // The answer to HEAD has no body (RFC 9110 section 9.3.2).
  const isHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD ';
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`);
  // A client that is too slow to send may never close its end.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' || !socket.writable) socket.destroySoon();
}

/** What a request expects of us that nobody knows is let be (RFC 9110 section 10.1.1), in place of a bare 417. */
export function ignoreExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}
