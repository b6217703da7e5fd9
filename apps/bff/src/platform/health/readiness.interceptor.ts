import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { ReadinessReport } from './readiness';

interface ReadinessAnswer {
  status: 'ok' | 'unavailable';
  checks: ReadinessReport['checks'];
  advice?: ReadinessReport['advice'];
}

/** Sends 503 with `Retry-After` while a check fails. */
@Injectable()
export class ReadinessInterceptor implements NestInterceptor<ReadinessReport, ReadinessAnswer> {
  intercept(context: ExecutionContext, next: CallHandler<ReadinessReport>): Observable<ReadinessAnswer> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map(({ ready, checks, advice }) => {
        if (!ready) void reply.status(503).header('Retry-After', '2');
        return {
          status: ready ? 'ok' : 'unavailable',
          checks,
          ...(Object.keys(advice).length > 0 && { advice }),
        };
      }),
    );
  }
}
