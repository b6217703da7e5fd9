import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { Tx } from '../../platform/database/transactions';
import { Metrics } from '../../platform/health/metrics';

/** Counts the loads of modules that pages report. */
@Injectable()
export class LoadMetrics {
  private readonly loads: Counter<'module' | 'outcome'>;

  constructor({ registry }: Metrics) {
    this.loads = new Counter({
      name: 'tessera_module_loads_total',
      help: 'Loads of modules that pages reported and that count, by module and outcome',
      labelNames: ['module', 'outcome'],
      registers: [registry],
    });
  }

  /** Counts the loads of a module's release; `errors` of them failed. */
  countLoads(tx: Tx, module: string, { loads, errors }: { loads: number; errors: number }): void {
    tx.afterCommit(() => {
      this.loads.inc({ module, outcome: 'loaded' }, loads - errors);
      this.loads.inc({ module, outcome: 'failed' }, errors);
    });
  }
}
