import { createParamDecorator, type ExecutionContext, Param, type PipeTransform } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { notFound } from '../errors/problem';
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

/** A controller parameter: the `If-None-Match` header, for hot lists. */
export const IfNoneMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | undefined =>
    context.switchToHttp().getRequest<FastifyRequest>().headers['if-none-match'],
);

/** A controller parameter: the `If-Match` header, for `checkIfMatch`. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined =>
  ifMatchOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
