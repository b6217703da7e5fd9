import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { LoggerService } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config';

/** Lines are buffered up to this size and this long, so that busy servers write many at once. */
const BUFFER_BYTES = 8 * 1024;
const FLUSH_MS = 100;

const stdout = (): DestinationStream =>
  pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS });

/**
 * The process's log: JSON lines on stdout. A request's line holds its method, path and status, never headers, bodies or
 * query strings.
 */
export const createLogger = (level: Config['logLevel'], to: DestinationStream = stdout()): Logger =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        err: (error: Error & { code?: string; query?: string; driverError?: { code?: string } }) => ({
          type: error.name,
          message: error.message,
          code: error.code ?? error.driverError?.code,
          stack: error.stack,
        }),
      },
    },
    to,
  );

/** Writes the line of a request that was answered. */
export function logRequest(logger: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const req = {
    method: request.method,
    path: pathOf(request.url),
    address: request.ip,
    user: request.caller?.account?.userId,
  };
  logger.info(
    { reqId: request.id, req, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
    'request',
  );
}

/** The path without the query string, which may hold search terms. */
function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/** Returns the caller's X-Request-Id when it is a plain token, otherwise a new id. */
export const requestId = (request: IncomingMessage): string => {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
};

/** Writes Nest's log lines into the process's log. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log = (message: unknown, context?: unknown) => this.logger.debug({ context }, String(message));
  debug = (message: unknown, context?: unknown) => this.logger.debug({ context }, String(message));
  verbose = (message: unknown, context?: unknown) => this.logger.trace({ context }, String(message));
  warn = (message: unknown, context?: unknown) => this.logger.warn({ context }, String(message));
  error = (message: unknown, ...rest: unknown[]) =>
    this.logger.error(
      { context: rest.at(-1), err: rest.find((part) => part instanceof Error) },
      String(message),
    );
}
