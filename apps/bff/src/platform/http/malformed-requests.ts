import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, notFound } from '../errors/api-error';
import { ApiErrorFilter } from '../errors/api-error.filter';

const filter = new ApiErrorFilter();

/** Answers a request whose URL the router can't parse: 400, or 404 where a segment is longer than any id. */
export function rejectMalformedAddress(
  error: { code: string },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const tooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
  const response = tooLong
    ? notFound('Resource')
    : new ApiError('BAD_REQUEST', 'The address can not be read');
  filter.answer(response, request, reply.header('X-Request-Id', request.id));
}

/** A name or an address, each with or without a port. */
const validHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Answers 400 to a request with several hosts, or one that is no host (RFC 9112 section 3.2), before anything reads it. */
export function rejectInvalidHosts(server: FastifyInstance): void {
  server.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const { rawHeaders } = request.raw;
    const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
    if (hosts <= 1 && (!request.host || validHost.test(request.host))) return done();
    filter.answer(new ApiError('BAD_REQUEST', 'The Host header must name one host'), request, reply);
  });
}

const rejections: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large'],
};

/** An error of Node's HTTP parser, with the bytes that it read. */
type ParserError = { code?: string; rawPacket?: unknown };

/** Answers malformed or too slow requests with an error body, and closes the connection. */
export function rejectMalformedRequest(error: ParserError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, message] = rejections[error.code ?? ''] ?? [400, 'The request can not be read'];
  const request_id = randomUUID();
  const body = JSON.stringify({ error: message, message, code: 'BAD_REQUEST', request_id });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    `X-Request-Id: ${request_id}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  // A response to HEAD has no body (RFC 9110 section 9.3.2).
  const isHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD ';
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`);
  // A client that is too slow to send may never close its end.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' || !socket.writable) socket.destroySoon();
}

/** Ignores unknown expectations of a request (RFC 9110 section 10.1.1), which Node would reject with a bare 417. */
export function ignoreExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}
