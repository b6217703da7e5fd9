import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { LoggerService } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import { signedInUserId } from '../auth/account';
import type { Config } from '../config/config';
import { traceIdOf } from '../telemetry/trace-requests';
import { directDestination, logDestination } from './log-destination';

/** The programs of this app, which are the field `name` of their lines (docs/operate/logs.md). */
export type ProgramName = 'server' | 'migrate' | 'tessera';

/**
 * A program's log: JSON lines on stdout. A request's line holds its method, path and status, never headers, bodies or
 * query strings.
 */
export const createLogger = (
  level: Config['logLevel'],
  to: DestinationStream = logDestination(),
  name: ProgramName = 'server',
  mixin?: () => object,
): Logger =>
  pino(
    {
      level,
      ...(mixin && { mixin }),
      base: { name },
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

/** Writes at once and whatever LOG_LEVEL is: for lines of a program's start and end, which others wait for. */
export const createProgramLogger = (name: ProgramName, stream: 'stdout' | 'stderr' = 'stdout'): Logger =>
  createLogger('info', directDestination(stream === 'stdout' ? 1 : 2), name);

/** Writes the line of a request that has its response. */
export function logRequest(logger: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const account = request.caller?.account;
  logger.info(
    {
      request_id: request.id,
      trace_id: traceIdOf(request),
      method: request.method,
      path: pathWithoutSecrets(request.url),
      address: request.ip,
      user_id: account && signedInUserId(account),
      ...(account?.viewer && { as_user_id: account.userId }),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    },
    'request',
  );
}

/** As long as a token, whose characters may be written as %41, too. */
const token = /[\w%~-]{40,}/g;

/**
 * The path without the query string, which may hold search terms, and without anything as long as a token, which nobody who
 * reads the log may use. A calendar's address is one, in whatever spelling it was requested.
 */
export function pathWithoutSecrets(url: string): string {
  const end = url.indexOf('?');
  return (end < 0 ? url : url.slice(0, end)).replace(token, '…');
}

/** Returns the caller's X-Request-Id when it is a plain token, otherwise a new id. */
export const requestId = (request: IncomingMessage): string => {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
};

/** Writes Nest's log lines into the process's log. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log = (message: unknown, component?: unknown) => this.logger.debug({ component }, String(message));
  debug = (message: unknown, component?: unknown) => this.logger.debug({ component }, String(message));
  verbose = (message: unknown, component?: unknown) => this.logger.trace({ component }, String(message));
  warn = (message: unknown, component?: unknown) => this.logger.warn({ component }, String(message));
  error = (message: unknown, ...rest: unknown[]) =>
    this.logger.error(
      { component: rest.at(-1), err: rest.find((part) => part instanceof Error) },
      String(message),
    );
}
