import { Global, Module } from '@nestjs/common';
import { Drain } from './drain';
import { HealthController } from './health.controller';
import { DiskMetrics, Metrics, ReadinessMetrics, ReplicaMetrics } from './metrics';
import { Readiness } from './readiness';

@Global()
@Module({
  controllers: [HealthController],
  providers: [Drain, Readiness, Metrics, DiskMetrics, ReadinessMetrics, ReplicaMetrics],
  exports: [Drain, Readiness, Metrics],
})
export class HealthModule {}
