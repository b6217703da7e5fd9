import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { JsonRows } from '../database/json-rows';
import { entityTag, type VersionedAnswer } from './versions';

/** Sends one row with its version as ETag; rows that are JSON already are sent as they are. */
export class VersionedInterceptor implements NestInterceptor<VersionedAnswer<unknown> | JsonRows> {
  intercept(
    context: ExecutionContext,
    next: CallHandler<VersionedAnswer<unknown> | JsonRows>,
  ): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((found) => {
        if ('bytes' in found) {
          void reply.type('application/json; charset=utf-8');
          return found.bytes;
        }
        void reply.header('ETag', entityTag(found.version));
        return found.answer;
      }),
    );
  }
}

/** The answer of work that may still be in progress: `location` is where to read its progress, null when it is done. */
export type AcceptedAnswer<T> = { answer: T; location: string | null };

/** Sends 202 with `Location` for work in progress, 200 for work that is done. */
export class AcceptedInterceptor implements NestInterceptor<AcceptedAnswer<unknown>> {
  intercept(context: ExecutionContext, next: CallHandler<AcceptedAnswer<unknown>>): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map(({ answer, location }) => {
        if (location !== null) void reply.status(202).header('Location', location);
        return answer;
      }),
    );
  }
}
