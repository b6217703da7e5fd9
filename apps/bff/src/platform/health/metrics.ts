import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { Config } from '../config/config';
import { Listener } from '../database/listener';
import { ReadReplica } from '../database/read-replica';
import { unfitReasons } from '../database/replica-facts';
import { TransactionStats } from '../database/transaction-stats';
import { Readiness } from './readiness';
import { waitShortly } from './short-wait';

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

/**
 * Exports the room on the disks that this process uses. The data folder of an embedded start holds the database too; the
 * disk of another database's machine must be watched there.
 */
@Injectable()
export class DiskMetrics {
  constructor({ registry }: Metrics, { dataDir, moduleStore }: Config) {
    const folders = { data: dataDir, ...('folder' in moduleStore && { modules: moduleStore.folder }) };
    const free: Gauge<'folder'> = new Gauge({
      name: 'tessera_disk_free_bytes',
      help: 'Room left on the disk of a folder',
      labelNames: ['folder'],
      registers: [registry],
      collect: async () => {
        for (const [folder, path] of Object.entries(folders)) {
          // The folder may not exist: servers in containers need no data folder.
          const disk = await statfs(path).catch(() => null);
          if (!disk) continue;
          free.set({ folder }, disk.bavail * disk.bsize);
          size.set({ folder }, disk.blocks * disk.bsize);
        }
      },
    });
    const size: Gauge<'folder'> = new Gauge({
      name: 'tessera_disk_size_bytes',
      help: 'Size of the disk of a folder',
      labelNames: ['folder'],
      registers: [registry],
    });
  }
}

/** Exports the checks of `/readyz`, and how many migrations the database lacks. */
@Injectable()
export class ReadinessMetrics {
  constructor({ registry }: Metrics, readiness: Readiness, @InjectDataSource() dataSource: DataSource) {
    const checks: Gauge<'check'> = new Gauge({
      name: 'tessera_readiness',
      help: '1 for each check of /readyz that passes, 0 for each that fails',
      labelNames: ['check'],
      registers: [registry],
      collect: waitShortly(async () => {
        const report = await readiness.report();
        for (const [check, outcome] of Object.entries(report.checks))
          checks.set({ check }, outcome === 'ok' ? 1 : 0);
      }),
    });
    const pending: Gauge = new Gauge({
      name: 'tessera_migrations_pending',
      help: 'Migrations of this version that the database lacks',
      registers: [registry],
      collect: waitShortly(async () => {
        const done = await readMigrations(dataSource);
        if (done) pending.set(dataSource.migrations.filter(({ name }) => !done.has(name ?? '')).length);
        else pending.remove({});
      }),
    });
  }
}

/** The names of the migrations that ran; null while the database doesn't respond. */
async function readMigrations(dataSource: DataSource): Promise<Set<string> | null> {
  try {
    const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations');
    return new Set(rows.map(({ name }) => name));
  } catch {
    return null;
  }
}

/** Exports whether the standby for reads that may lag is used, where there is one. */
@Injectable()
export class ReplicaMetrics {
  constructor(metrics: Metrics, replica: ReadReplica) {
    if (!replica.isConfigured) return;
    const { registry } = metrics;
    metrics.gauge(
      'tessera_database_read_replica_up',
      '1 while reads that may lag are sent to the standby of DATABASE_READ_URL, 0 while the primary answers them',
      () => (replica.isUp ? 1 : 0),
    );
    const lag: Gauge = new Gauge({
      name: 'tessera_database_read_replica_lag_seconds',
      help: 'How far the standby is behind at most; left out while that is not known',
      registers: [registry],
      collect: () => {
        const { lagSeconds } = replica;
        if (lagSeconds === null) lag.remove({});
        else lag.set(lagSeconds);
      },
    });
    const reads = new Counter({
      name: 'tessera_database_read_replica_reads_total',
      help: 'Reads that the standby answered',
      registers: [registry],
    });
    replica.onRead(() => reads.inc());
    const fallbacks = new Counter({
      name: 'tessera_database_read_replica_fallbacks_total',
      help: 'Reads that may lag and that the primary answered, by reason',
      labelNames: ['reason'],
      registers: [registry],
    });
    // A rate needs a first value: a counter that begins at 1 shows no increase.
    for (const reason of Object.keys(unfitReasons)) fallbacks.inc({ reason }, 0);
    replica.onFallback((reason) => fallbacks.inc({ reason }));
  }
}
