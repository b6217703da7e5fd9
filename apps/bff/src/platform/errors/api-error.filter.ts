import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type ErrorCode, errorStatus } from './api-error';
import { toDatabaseError } from './database-error';

/** Largest error body, in bytes. */
export const MAX_ERROR_BYTES = 64 * 1024;

/**
 * The error body as JSON. When it is too large it drops the context first, which clients can read
 * elsewhere, then the details, whose messages the message repeats, and the end of the message last.
 */
export function serializeError(
  { message, code, reason, details, context }: ApiError,
  requestId: string,
): string {
  const bodyOf = (text: string, facts: object) =>
    JSON.stringify({ error: text, message: text, code, reason, ...facts, request_id: requestId });
  for (const facts of [{ details, context }, { details }, {}]) {
    const body = bodyOf(message, facts);
    if (Buffer.byteLength(body) <= MAX_ERROR_BYTES) return body;
  }
  return bodyOf(message.slice(0, 1000), {});
}

/** Answers every error with an error body; internal errors are only logged. */
@Catch()
export class ApiErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Sends the error's response, unless one has been sent. */
  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const apiError = toApiError(error);
    if (apiError.status >= 500) request.log.error({ request_id: request.id, err: error }, 'request failed');
    if (reply.sent || reply.raw.headersSent) return;
    if (apiError.retryAfter !== undefined) void reply.header('Retry-After', String(apiError.retryAfter));
    void reply
      .status(apiError.status)
      .header('Content-Type', 'application/json; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .send(serializeError(apiError, request.id));
  }
}

/** Converts an error of any origin into an ApiError. */
function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const fromDatabase = toDatabaseError(error);
  if (fromDatabase) return fromDatabase;
  const status = statusOf(error);
  if (status === 413) return new ApiError('TOO_LARGE', 'The request is too large');
  if (status === 404) return new ApiError('NOT_FOUND', 'Resource not found');
  if (status !== null && status >= 400 && status < 500) {
    return new ApiError(codeOf(status), messageOf(error), { status });
  }
  if (status === 503) return new ApiError('UNAVAILABLE', 'Not available now. Try again.', { retryAfter: 2 });
  return new ApiError('SERVER_ERROR', 'Internal server error');
}

function statusOf(error: unknown): number | null {
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' ? status : null;
}

function codeOf(status: number): ErrorCode {
  const found = Object.entries(errorStatus).find(([, value]) => value === status);
  return (found?.[0] as ErrorCode | undefined) ?? 'BAD_REQUEST';
}

/** Fastify's and Nest's own 4xx messages are about the request, never about the server. */
const messageOf = (error: unknown) =>
  error instanceof Error && error.message ? error.message : 'Invalid request';
