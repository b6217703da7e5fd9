import { Module } from '@nestjs/common';
import { Live } from '../../platform/live/live';
import { CartsModule } from '../carts/carts.module';
import { BulkOperations, operationsAlive } from './bulk-operations.service';
import { BulkCommands } from './bulk-commands';
import { BulkParts } from './bulk-parts';
import { BulkTasks } from './bulk-tasks.service';
import { BulkWorker } from './bulk-worker';
import { TaskBulkController } from './task-bulk.controller';
import { TasksModule } from './tasks.module';

/** Commands over many tasks. Apart from `TasksModule`, since they also buy what tasks hold, which stands on that one. */
@Module({
  imports: [TasksModule, CartsModule],
  controllers: [TaskBulkController],
  providers: [BulkTasks, BulkOperations, BulkCommands, BulkParts, BulkWorker],
})
export class BulkModule {
  constructor(live: Live) {
    live.projection('bulk', operationsAlive, { personal: true });
  }
}
