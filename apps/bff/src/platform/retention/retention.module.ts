import { Module } from '@nestjs/common';
import { Housekeeping } from './housekeeping';
import { PurgeMetrics } from './purge-metrics';

/** Removes what has been kept for long enough. */
@Module({ providers: [Housekeeping, PurgeMetrics] })
export class RetentionModule {}
