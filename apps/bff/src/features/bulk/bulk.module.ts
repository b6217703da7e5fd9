import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Live } from '../../platform/live/live';
import { CartsModule } from '../carts';
import { BulkOperations, liveOperations } from './bulk-operations.service';
import { BulkCommands } from './bulk-commands';
import { BulkBatches } from './bulk-batches';
import { BulkTasks } from './bulk-tasks.service';
import { BulkWorker } from './bulk-worker';
import { TaskBulkController } from './bulk.controller';
import { TasksModule } from '../tasks';
import { BulkOperation, BulkOperationItem } from './bulk-operation.entity';

/** Commands over many tasks. Apart from `TasksModule`, since they also buy what tasks hold, which stands on that one. */
@Module({
  imports: [TypeOrmModule.forFeature([BulkOperation, BulkOperationItem]), TasksModule, CartsModule],
  controllers: [TaskBulkController],
  providers: [BulkTasks, BulkOperations, BulkCommands, BulkBatches, BulkWorker],
})
export class BulkModule {
  constructor(live: Live) {
    live.projection('bulk', liveOperations, { personal: true });
  }
}
