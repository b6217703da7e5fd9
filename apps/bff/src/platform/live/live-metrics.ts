import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { Metrics } from '../health/metrics';

/** Measures the live stream of this process. */
@Injectable()
export class LiveMetrics {
  private readonly publishing: Histogram;
  private readonly resyncs: Counter;

  constructor(private readonly metrics: Metrics) {
    const registers = [metrics.registry];
    this.publishing = new Histogram({
      name: 'tessera_live_publish_seconds',
      help: 'Time from the database announcing a change until it was sent to the open streams',
      buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    });
    this.resyncs = new Counter({
      name: 'tessera_live_resyncs_total',
      help: 'How often all streams had to read their rows again, because changes may have been missed',
      registers,
    });
  }

  /** Registers where the number of open streams is read. */
  countStreams(read: () => number): void {
    this.metrics.gauge('tessera_live_streams', 'Open live streams of this process', read);
  }

  /** Records the time between an announcement of changes and their sending, in seconds. */
  observePublish(seconds: number): void {
    this.publishing.observe(seconds);
  }

  countResync(): void {
    this.resyncs.inc();
  }
}
