import { createParamDecorator, type ExecutionContext, Param, type PipeTransform } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../errors/api-error';
import { MAX_INT } from './fields';
import { ifMatchOf } from './versions';

/** Reads an id from the path; what can't be an id is 404 like any id that isn't there. */
const idPipe: PipeTransform<string, number> = {
  transform(value) {
    const id = /^\d{1,10}$/.test(value) ? Number(value) : 0;
    if (id < 1 || id > MAX_INT) throw notFound('Resource');
    return id;
  },
};

/** A controller parameter: an id from the path. */
export const IdParam = (name = 'id') => Param(name, idPipe);

/** A controller parameter: the `If-None-Match` header, for lists that have an ETag. */
export const IfNoneMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | undefined =>
    context.switchToHttp().getRequest<FastifyRequest>().headers['if-none-match'],
);

/** A controller parameter: the `If-Match` header, for `checkIfMatch`. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined =>
  ifMatchOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** A controller parameter: a signal that aborts once the caller's connection is closed or the response was sent. */
export const CloseSignal = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal => {
  const closed = new AbortController();
  context
    .switchToHttp()
    .getResponse<FastifyReply>()
    .raw.once('close', () => closed.abort());
  return closed.signal;
});
