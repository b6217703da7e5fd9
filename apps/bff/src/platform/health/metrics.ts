import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Config } from '../config/config';
import { Listener } from '../database/listener';
import { TransactionStats } from '../database/transaction-stats';

/** Metrics for Prometheus; features register their own with `registry`. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly requestDuration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });

  constructor(config: Config, stats: TransactionStats, listener: Listener) {
    collectDefaultMetrics({ register: this.registry });
    this.addPool(stats, config.databasePool);
    this.addListener(listener);
  }

  /** Measures every request by its route's pattern, so that ids don't become labels. */
  observe(server: FastifyInstance): void {
    server.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'unknown';
      const labels = { method: request.method, route, status: reply.statusCode };
      this.requestDuration.observe(labels, reply.elapsedTime / 1000);
      done();
    });
  }

  /** Registers a figure of this process that is read when it is scraped. */
  gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: () => gauge.set(read()),
    });
  }

  private addPool(stats: TransactionStats, limit: number): void {
    const { registry } = this;
    this.gauge('tessera_database_pool_limit', 'Most connections of the pool (DATABASE_POOL)', () => limit);
    this.gauge(
      'tessera_database_pool_active',
      'Transactions that have a connection of the pool',
      () => stats.active,
    );
    this.gauge(
      'tessera_database_pool_waiting',
      'Transactions that wait for a connection of the pool',
      () => stats.waiting,
    );
    const failed = new Counter({
      name: 'tessera_database_failures_total',
      help: 'Transactions that failed for a reason of the database, by kind',
      labelNames: ['kind'],
      registers: [registry],
    });
    // A rate needs a first value: a counter that begins at 1 shows no increase.
    for (const kind of ['unavailable', 'disk_full', 'no_resources', 'timeout', 'conflict'])
      failed.inc({ kind }, 0);
    stats.onFailure((kind) => failed.inc({ kind }));
  }

  private addListener(listener: Listener): void {
    this.gauge(
      'tessera_listener_connected',
      '1 while this process receives notifications of the database (LISTEN), otherwise 0',
      () => (listener.isConnected ? 1 : 0),
    );
    const losses = new Counter({
      name: 'tessera_listener_losses_total',
      help: 'How often the listening connection was lost',
      registers: [this.registry],
    });
    listener.onLoss(() => losses.inc());
  }
}
