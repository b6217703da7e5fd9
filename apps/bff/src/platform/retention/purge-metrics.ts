import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Metrics } from '../health/metrics';

/** Receives what housekeeping removes. */
export interface PurgeCounts {
  /** The kinds of which something may be removed. */
  announce(kinds: readonly string[]): void;
  removed(kind: string, count: number): void;
  /** Rows of a kind could not be removed or archived in this round. */
  failed(kind: string): void;
}

/** Counts what housekeeping removes. */
@Injectable()
export class PurgeMetrics implements PurgeCounts {
  private readonly rows: Counter<'kind'>;
  private readonly failures: Counter<'kind'>;

  constructor({ registry }: Metrics) {
    this.rows = new Counter({
      name: 'tessera_purged_rows_total',
      help: 'Expired rows that this process removed, by kind',
      labelNames: ['kind'],
      registers: [registry],
    });
    this.failures = new Counter({
      name: 'tessera_purge_failures_total',
      help: 'Rounds in which the expired rows of a kind could not be removed or archived, by kind',
      labelNames: ['kind'],
      registers: [registry],
    });
  }

  /** Exports zeros for kinds of which nothing has been removed yet. */
  announce(kinds: readonly string[]): void {
    for (const kind of kinds) {
      this.rows.inc({ kind }, 0);
      this.failures.inc({ kind }, 0);
    }
  }

  removed(kind: string, count: number): void {
    this.rows.inc({ kind }, count);
  }

  failed(kind: string): void {
    this.failures.inc({ kind });
  }
}
