import { createHash, timingSafeEqual } from 'node:crypto';
import {
  type CallHandler,
  Controller,
  type ExecutionContext,
  Get,
  Header,
  Injectable,
  type NestInterceptor,
  Req,
  UseInterceptors,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import { map, type Observable } from 'rxjs';
import { bearerOf } from '../access/bearer.guard';
import { Public } from '../access/permit';
import { Config } from '../config/config';
import { ApiError } from '../errors/api-error';
import { Metrics } from './metrics';
import { Readiness, type ReadinessReport } from './readiness';

interface ReadinessResponse {
  status: 'ok' | 'unavailable';
  checks: ReadinessReport['checks'];
  advice?: ReadinessReport['advice'];
}

/** Sends 503 with `Retry-After` while a check fails. */
@Injectable()
class ReadinessInterceptor implements NestInterceptor<ReadinessReport, ReadinessResponse> {
  intercept(context: ExecutionContext, next: CallHandler<ReadinessReport>): Observable<ReadinessResponse> {
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

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Probes and metrics for operators, outside /api. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
    private readonly config: Config,
  ) {}

  @Get('healthz')
  @Public()
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('readyz')
  @Public()
  @UseInterceptors(ReadinessInterceptor)
  ready(): Promise<ReadinessReport> {
    return this.readiness.report();
  }

  /** Requires METRICS_TOKEN as bearer; without that setting, only programs on this machine may read it, and no proxy. */
  @Get('metrics')
  @Public()
  @Header('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE)
  async prometheus(@Req() request: FastifyRequest): Promise<string> {
    const { metricsToken, trustProxy } = this.config;
    const bearer = bearerOf(request);
    const allowed = metricsToken
      ? bearer !== null && timingSafeEqual(digest(bearer), digest(metricsToken))
      : trustProxy.length === 0 && isDirectFromHere(request);
    if (!allowed) throw new ApiError('FORBIDDEN', 'Forbidden');
    return this.metrics.registry.metrics();
  }
}

/** Headers that proxies add. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * Whether a program on this machine sent the request itself. A proxy on this machine has a loopback address too; it is known
 * by its headers, by HTTP/1.0 (nginx without settings), or by the name that it was called by.
 */
const isDirectFromHere = ({ raw, headers }: FastifyRequest) =>
  isLoopback(raw.socket.remoteAddress ?? '') &&
  raw.httpVersion !== '1.0' &&
  PROXY_HEADERS.every((name) => headers[name] === undefined) &&
  /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/.test(headers.host ?? '');

const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address);
