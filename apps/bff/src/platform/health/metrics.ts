import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, type Metric, Registry } from 'prom-client';
import { RouteTimes } from './route-times';

/** What Prometheus reads; features add their own to `registry`. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly times = new RouteTimes();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    // The registry asks its metrics for their name and their values alone.
    this.registry.registerMetric(this.times as unknown as Metric);
  }

  /** Measures every request by its route's pattern, so that ids don't become labels. */
  observe(server: FastifyInstance): void {
    server.addHook('onResponse', (request, reply, done) => {
      const { config, url } = request.routeOptions;
      const route = url ?? 'unknown';
      const { statusCode: status, elapsedTime } = reply;
      this.times.observe(config, { method: request.method, route, status }, elapsedTime / 1000);
      done();
    });
  }
}
