import { Global, Module } from '@nestjs/common';
import { DiskMetrics } from './disk-metrics';
import { Drain } from './drain';
import { HealthController } from './health.controller';
import { Metrics } from './metrics';
import { Readiness } from './readiness';
import { ReadinessMetrics } from './readiness-metrics';
import { ReplicaMetrics } from './replica-metrics';

@Global()
@Module({
  controllers: [HealthController],
  providers: [Drain, Readiness, Metrics, DiskMetrics, ReadinessMetrics, ReplicaMetrics],
  exports: [Drain, Readiness, Metrics],
})
export class HealthModule {}
