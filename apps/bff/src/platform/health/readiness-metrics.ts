import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';
import { Metrics } from './metrics';
import { Readiness } from './readiness';
import { waitShortly } from './short-wait';

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

/** The names of the migrations that ran; null while the database doesn't answer. */
async function readMigrations(dataSource: DataSource): Promise<Set<string> | null> {
  try {
    const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations');
    return new Set(rows.map(({ name }) => name));
  } catch {
    return null;
  }
}
