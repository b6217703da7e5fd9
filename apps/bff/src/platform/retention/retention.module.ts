import { type DynamicModule, Module } from '@nestjs/common';
import { AllOwnedRows } from '../database/owned-rows';
import { Housekeeping } from './housekeeping';
import { PurgeMetrics } from './purge-metrics';

/** Removes what has been kept for long enough. */
@Module({})
export class RetentionModule {
  static with(ownedRows: AllOwnedRows): DynamicModule {
    const providers = [Housekeeping, PurgeMetrics, { provide: AllOwnedRows, useValue: ownedRows }];
    return { module: RetentionModule, providers };
  }
}
