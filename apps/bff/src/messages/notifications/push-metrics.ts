import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { Tx } from '../../platform/database/transactions';
import { Metrics } from '../../platform/health/metrics';
import { type Outcome, outcomes } from './notifications.dto';

/** Counts attempts to deliver push messages. */
@Injectable()
export class PushMetrics {
  private readonly deliveries: Counter<'outcome'>;

  constructor({ registry }: Metrics) {
    this.deliveries = new Counter({
      name: 'tessera_push_deliveries_total',
      help: 'Attempts to deliver a notification to a device, by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    });
    for (const outcome of outcomes) this.deliveries.inc({ outcome }, 0);
  }

  countDelivery(tx: Tx, outcome: Outcome): void {
    tx.afterCommit(() => this.deliveries.inc({ outcome }));
  }
}
