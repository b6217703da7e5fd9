import { type DynamicModule, Module } from '@nestjs/common';
import { Housekeeping } from './housekeeping';
import { AllOwnedRows } from './owned-rows';
import { PurgeMetrics } from './purge-metrics';

/** Removes what has been kept for long enough. */
@Module({})
export class RetentionModule {
  static with(ownedRows: AllOwnedRows): DynamicModule {
    const providers = [Housekeeping, PurgeMetrics, { provide: AllOwnedRows, useValue: ownedRows }];
    return { module: RetentionModule, providers };
  }
}
