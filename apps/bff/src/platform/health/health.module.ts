import { Global, Module } from '@nestjs/common';
import { Drain } from './drain';
import { HealthController } from './health.controller';
import { Metrics } from './metrics';
import { Readiness } from './readiness';

@Global()
@Module({
  controllers: [HealthController],
  providers: [Drain, Readiness, Metrics],
  exports: [Drain, Readiness, Metrics],
})
export class HealthModule {}
