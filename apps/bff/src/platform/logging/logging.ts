import type { LoggerService } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config';

/** The process's log: JSON lines on stdout; of requests their method, path and answer, never headers or bodies. */
export const createLogger = (
  level: Config['logLevel'],
  to: DestinationStream = pino.destination(1),
): Logger =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        req: (request: FastifyRequest) => ({
          method: request.method,
          path: pathOf(request.url),
          address: request.ip,
          user: request.caller?.account?.userId,
        }),
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

/** A query string may hold what was searched for. */
const pathOf = (url: string) => url.split('?', 1)[0];

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
