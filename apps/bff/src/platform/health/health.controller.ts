import { createHash, timingSafeEqual } from 'node:crypto';
import { Controller, Get, Header, Req, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import { bearerOf } from '../access/bearer';
import { Public } from '../access/permit';
import { Config } from '../config/config';
import { ApiError } from '../errors/api-error';
import { Metrics } from './metrics';
import { Readiness, type ReadinessReport } from './readiness';
import { ReadinessInterceptor } from './readiness.interceptor';

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

  /** Requires METRICS_TOKEN as bearer; without that setting, only this machine may read it. */
  @Get('metrics')
  @Public()
  @Header('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE)
  async prometheus(@Req() request: FastifyRequest): Promise<string> {
    const { metricsToken } = this.config;
    const bearer = bearerOf(request);
    const allowed = metricsToken
      ? bearer !== null && timingSafeEqual(digest(bearer), digest(metricsToken))
      : isLoopback(request.ip);
    if (!allowed) throw new ApiError('FORBIDDEN', 'Forbidden');
    return this.metrics.registry.metrics();
  }
}

const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address);
