import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Live } from '../../platform/live/live';
import { CartsModule } from '../carts';
import { TasksModule } from '../tasks';
import { TaskBulkController } from './bulk.controller';
import { BulkRepository } from './bulk.repository';
import { BulkBatches } from './bulk-batches';
import { BulkCommands } from './bulk-commands';
import { BulkEligibility } from './bulk-eligibility';
import { BulkOperation, BulkOperationItem } from './bulk-operation.entity';
import { BulkOperations } from './bulk-operations.service';
import { BulkTasks } from './bulk-tasks.service';
import { BulkWorker } from './bulk-worker';

/** Commands over many tasks; separate from tasks, because it also depends on carts. */
@Module({
  imports: [TypeOrmModule.forFeature([BulkOperation, BulkOperationItem]), TasksModule, CartsModule],
  controllers: [TaskBulkController],
  providers: [
    BulkTasks,
    BulkOperations,
    BulkCommands,
    BulkEligibility,
    BulkBatches,
    BulkWorker,
    BulkRepository,
  ],
  exports: [BulkRepository],
})
export class BulkModule {
  constructor(live: Live, bulks: BulkRepository) {
    live.projection('bulk', (tx, ids) => bulks.readLive(tx, ids), { personal: true });
  }
}
