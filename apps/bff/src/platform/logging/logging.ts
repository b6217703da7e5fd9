import type { LoggerService } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config';
import { GatheredLines } from './gathered-lines';

/**
 * The process's log: JSON lines on stdout, gathered for up to 100 ms; of requests their method, path and answer, never
 * headers or bodies.
 */
export const createLogger = (
  level: Config['logLevel'],
  to: DestinationStream = new GatheredLines(pino.destination(1)),
): Logger =>
  pino(
    {
      level,
      base: undefined,
      timestamp: time,
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

let timeAt = NaN;
let timeText = '';

/** The time as a line's member; many lines fall into one millisecond. */
function time(): string {
  const now = Date.now();
  if (now !== timeAt) {
    timeAt = now;
    timeText = `,"time":"${new Date(now).toISOString()}"`;
  }
  return timeText;
}

/** One line of a request that was answered. */
export function requestLine(logger: Logger, request: FastifyRequest, reply: FastifyReply): void {
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

/** A query string may hold what was searched for. */
function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/** The caller's X-Request-Id when it is a plain token, else a new one. */
export const requestId = (request: IncomingMessage): string => {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
};

/** Nest's own log lines in the process's log. */
export class NestLog implements LoggerService {
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
