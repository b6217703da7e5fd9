import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { databaseProblem } from './database-problem';
import { errorAnswer } from './error-answer';
import { Problem, problemStatus, type ProblemCode } from './problem';

/** Turns every error into an error body; what isn't meant for the caller is logged alone. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Sends the error's answer, unless one has been sent. */
  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const problem = toProblem(error);
    if (problem.status >= 500) request.log.error({ reqId: request.id, err: error }, 'request failed');
    if (reply.sent || reply.raw.headersSent) return;
    if (problem.retryAfter !== undefined) void reply.header('Retry-After', String(problem.retryAfter));
    void reply
      .status(problem.status)
      .header('Content-Type', 'application/json; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .send(errorAnswer(problem, request.id));
  }
}

/** The problem that an error of any origin stands for. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const fromDatabase = databaseProblem(error);
  if (fromDatabase) return fromDatabase;
  const status = statusOf(error);
  if (status === 413) return new Problem('TOO_LARGE', 'The request is too large');
  if (status === 404) return new Problem('NOT_FOUND', 'Resource not found');
  if (status !== null && status >= 400 && status < 500) {
    return new Problem(codeOf(status), messageOf(error), { status });
  }
  if (status === 503) return new Problem('UNAVAILABLE', 'Not available now. Try again.', { retryAfter: 2 });
  return new Problem('SERVER_ERROR', 'Internal server error');
}

function statusOf(error: unknown): number | null {
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' ? status : null;
}

function codeOf(status: number): ProblemCode {
  const found = Object.entries(problemStatus).find(([, value]) => value === status);
  return (found?.[0] as ProblemCode | undefined) ?? 'BAD_REQUEST';
}

/** Fastify's and Nest's own 4xx messages are about the request, never about the server. */
const messageOf = (error: unknown) =>
  error instanceof Error && error.message ? error.message : 'Invalid request';
