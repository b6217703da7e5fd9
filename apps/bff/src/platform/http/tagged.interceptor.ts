import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { matchesTag } from './versions';

/** Bytes with their entity tag. */
export type Tagged = { bytes: Buffer; tag: string };

/** Sends bytes with their ETag, or 304 when the caller's copy is current. */
@Injectable()
export class TaggedInterceptor implements NestInterceptor<Tagged | undefined, Buffer | undefined> {
  intercept(
    context: ExecutionContext,
    next: CallHandler<Tagged | undefined>,
  ): Observable<Buffer | undefined> {
    const http = context.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    return next.handle().pipe(
      map((tagged) => {
        if (!tagged) return undefined;
        void reply.header('ETag', tagged.tag);
        if (!matchesTag(http.getRequest<FastifyRequest>().headers['if-none-match'], tagged.tag))
          return tagged.bytes;
        void reply.status(304);
        return undefined;
      }),
    );
  }
}
