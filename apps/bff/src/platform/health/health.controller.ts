import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { bearerOf } from '../access/bearer';
import { Public } from '../access/permit';
import { Config } from '../config/config';
import { ApiError } from '../errors/api-error';
import { Metrics } from './metrics';
import { Readiness } from './readiness';

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
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const report = await this.readiness.report();
    if (!report.ready) void reply.status(503).header('Retry-After', '2');
    return { status: report.ready ? 'ok' : 'unavailable', checks: report.checks };
  }

  /** Requires METRICS_TOKEN as bearer; without that setting, only this machine may read it. */
  @Get('metrics')
  @Public()
  async prometheus(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { metricsToken } = this.config;
    const bearer = bearerOf(request);
    const allowed = metricsToken
      ? bearer !== null && timingSafeEqual(digest(bearer), digest(metricsToken))
      : isLoopback(request.ip);
    if (!allowed) throw new ApiError('FORBIDDEN', 'Forbidden');
    void reply.header('Content-Type', this.metrics.registry.contentType);
    return this.metrics.registry.metrics();
  }
}

const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address);
