import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { ReadReplica } from '../database/read-replica';
import { unfitReasons } from '../database/replica-facts';
import { Metrics } from './metrics';

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
